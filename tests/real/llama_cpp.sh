# llama.cpp's CUDA backend, unmodified, with the guard injected: each of its CUDA sources gets exactly
# the architectures of the two GPUs, and what two of them become is read back. With a newer GPU the
# project turns 120 into 120a by itself, which is seen and told.
llama=$CHECKOUT/.local/llama-cpp-python-$LLAMA_VERSION/vendor/llama.cpp
[ -d "$llama" ] || fail "$llama is not there: sh tests/run.sh brings it"
rm -r src
ln -s "$llama" src
hook=CMAKE_PROJECT_TOP_LEVEL_INCLUDES
newer_than 3.23 || hook=CMAKE_PROJECT_INCLUDE
guarded() {
  expect_stderr=perhaps configure "-D$hook=$CHECKOUT/cmake/inject.cmake" -DGGML_CUDA=ON \
    -DGGML_CCACHE=OFF -DGGML_OPENMP=OFF -DLLAMA_CURL=OFF -DLLAMA_BUILD_COMMON=OFF \
    -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_SERVER=OFF -DLLAMA_BUILD_TOOLS=OFF
}
# all_become <images>: every CUDA source, and there are many
all_become() {
  grep -oE '"file": ".*\.cu"' build/compile_commands.json | grep -oE '[^/"]+\.cu' > sources
  [ "$(wc -l < sources)" -gt 100 ] || fail "only $(wc -l < sources) CUDA sources"
  while read -r source; do code "$source" "$1"; done < sources
  echo "$(wc -l < sources) CUDA sources become $1"
}

gpus "NVIDIA GeForce RTX 3090=8.6" "NVIDIA GeForce RTX 4090=8.9"
guarded
lines 1
says_not "[target-differs]"
all_become "sm_86 sm_89"
for source in fill arange; do
  object=ggml/src/ggml-cuda/CMakeFiles/ggml-cuda.dir/$source.cu.o
  "$CMAKE" --build build --target "$object" > stdout 2> stderr || fail "compiling $source"
  "$CUOBJDUMP" --list-elf --list-ptx "build/$object" > stdout 2> stderr || true
  found=$(grep -oE '(sm|compute)_[0-9]+[af]?|PTX' stdout | sort -u | paste -s -d ' ' -)
  [ "$found" = "sm_86 sm_89" ] || fail "the code in $object is $found"
done

gpus "NVIDIA GeForce RTX 5090=12.0"
guarded
all_become "sm_120a"
says "[target-differs]"
says "120a-real (ggml-cuda)"
says "these cover the same devices"
