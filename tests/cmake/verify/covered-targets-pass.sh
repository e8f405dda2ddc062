# Every kind of target whose units cover the devices passes. An object library has C++ objects as well,
# and the code of an interface library is in those that use it.
. "$here/built.sh"
gpus "NVIDIA GeForce RTX 3090=8.6" "NVIDIA H100=9.0"
source_file a.cu 1
source_file b.cu 2
echo 'int host() { return 1; }' > src/host.cc
project <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX CUDA)
include(CTest)
add_executable(app main.cu a.cu b.cu)
add_library(static STATIC b.cu)
add_library(shared SHARED a.cu)
add_library(objects OBJECT a.cu host.cc)
add_library(headers INTERFACE)
add_library(facade INTERFACE)
add_library(our::static ALIAS static)
target_link_libraries(app PRIVATE headers)
target_link_libraries(facade INTERFACE static)
cuda_arch_guard_verify(app static shared objects)
cuda_arch_guard_verify(headers facade our::static)
END
configure
build
passes cuda_arch_guard.verify.app
says "8.6 runs: 2 units covered by sm_86"
says "9.0 runs: 2 units covered by sm_90"
passes cuda_arch_guard.verify.static cuda_arch_guard.verify.shared cuda_arch_guard.verify.objects
passes cuda_arch_guard.verify.headers
says "build/app"
passes cuda_arch_guard.verify.facade
says "build/libstatic.a"
passes cuda_arch_guard.verify.our::static
run_tests . || fail "a test fails"
[ "$(cd build && "$(dirname "$CMAKE")/ctest" -N -L '^cuda_arch_guard$' | grep -c 'Test *#')" = 7 ] ||
  fail "not seven tests with the label"
