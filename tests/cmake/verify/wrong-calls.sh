# What cannot be meant is said at configure.
. "$here/built.sh"
unset CUDA_ARCH_GUARD_TOOL
gpus "NVIDIA GeForce RTX 3090=8.6"
echo 'int host() { return 1; }' > src/host.cc
call() {
  project <<END
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX CUDA)
include(CTest)
add_executable(app main.cu)
add_library(headers INTERFACE)
add_custom_target(utility)
cuda_arch_guard_verify($1)
END
}
refuses() {
  call "$1"
  configure_fails
  says "$2"
}
refuses "" "needs a target"
refuses "nosuch" "found: nosuch"
refuses "utility" "found: utility UTILITY"
refuses "app RUN" "RUN) is not available"
refuses "app ALLOW_GAP" "without a value: ALLOW_GAP"
refuses "headers" "[nothing-to-verify]"
call app
configure_fails -DCMAKE_CUDA_ARCHITECTURES=OFF
says "[nothing-meant]"
sed -i '/include(CTest)/d' src/CMakeLists.txt
configure_warns "-DCMAKE_CUDA_ARCHITECTURES=86"
says "[testing-not-enabled]"
if "$CMAKE" --build build -- -n | grep -q "cuda-arch-guard tool"; then fail "a tool for no test"; fi
