# A compiler that does not work is said when the tool is built, with what it said.
. "$here/built.sh"
unset CUDA_ARCH_GUARD_TOOL
gpus "NVIDIA GeForce RTX 3090=8.6"
mkdir bin
printf '#!/bin/sh\necho "this compiler is broken" >&2\nexit 1\n' > bin/broken
chmod +x bin/broken
project <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CUDA)
include(CTest)
add_executable(app main.cu)
cuda_arch_guard_verify(app)
END
CXX=$PWD/bin/broken configure
if "$CMAKE" --build build > stdout 2> stderr; then fail "the build went well"; fi
says "[tool-not-built]"
says "this compiler is broken"
says "-DCudaArchGuard_TOOL="
