# The build makes the tool once, with a compiler for the host and without what the project or the
# environment sets for the project's own code. CUDA is the project's only language.
. "$here/built.sh"
unset CUDA_ARCH_GUARD_TOOL
gpus "NVIDIA GeForce RTX 3090=8.6"
# A cache of compiled files lets the other generator take what the first one made.
if command -v ccache > /dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_DIR="$WORK/ccache"
fi
mkdir "src/a b"
source_file kernel.cu 1
project <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CUDA)
include(CTest)
add_executable(app main.cu kernel.cu)
add_subdirectory("a b")
cuda_arch_guard_verify(app)
END
cat > "src/a b/CMakeLists.txt" <<'END'
add_executable(nested ../main.cu ../kernel.cu)
cuda_arch_guard_verify(nested)
END
for generator in Ninja "Unix Makefiles"; do
  rm -rf build
  CMAKE_GENERATOR=$generator configure
  CXXFLAGS=-fno-such-option LDFLAGS=-Wl,--no-such-option build
  tool=build/cuda-arch-guard/tool/bin/cuda-arch-guard
  [ -x $tool ] || fail "no tool"
  touch stamp
  build
  [ ! $tool -nt stamp ] || fail "built again"
  [ ! build/cuda-arch-guard/tool/build.log -nt stamp ] || fail "asked for again"
  passes cuda_arch_guard.verify.app cuda_arch_guard.verify.nested
done
