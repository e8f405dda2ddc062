# The compiler, its first arguments and the sysroot; no flags of the project or the user.
. "$here/compiler.sh"
compiler some-c++
unset DETECTOR
gpus "NVIDIA GeForce RTX 3090=8.6"
project_without_languages <<'END'
add_compile_options(-fsanitize=address)
set(CMAKE_CXX_FLAGS -fsanitize=address)
set(CMAKE_CXX_COMPILER_LAUNCHER /none)
END
export CXXFLAGS=-fsanitize=address LDFLAGS=-fsanitize=address CFLAGS=-m32
CXX="env A=b $PWD/bin/some-c++ -m64" configure -DCMAKE_SYSROOT=/some/root
grep -qF 'some-c++ -m64 --sysroot=/some/root -fno-exceptions -fno-rtti -fno-asynchronous-unwind-tables -std=c++17 -O0 -I' compiled || fail "$(cat compiled)"
if grep -q -e sanitize -e m32 compiled; then fail "$(cat compiled)"; fi
# Typed comes before CXX, and may be a list.
CXX=/nonexistent configure "-DCMAKE_CXX_COMPILER=env;$PWD/bin/some-c++"
grep -qF 'some-c++ --sysroot' compiled || fail "$(cat compiled)"
