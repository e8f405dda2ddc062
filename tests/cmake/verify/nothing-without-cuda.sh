# Where CUDA, testing or CudaArchGuard is off there are no tests, and no tool is built for them.
. "$here/built.sh"
unset CUDA_ARCH_GUARD_TOOL
gpus "NVIDIA GeForce RTX 3090=8.6"
project <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX)
include(CTest)
if(WITH_CUDA)
  enable_language(CUDA)
endif()
add_library(app STATIC host.cc)
cuda_arch_guard_verify(app)
cuda_arch_guard_add_validation()
END
echo 'int x() { return 1; }' > src/host.cc
nothing() {
  ! "$CMAKE" --build build --target help | grep cuda_arch_guard_ || fail "targets were made"
  run_tests . || fail "ctest went wrong"
  says "No tests were found"
  rm -r build
}
configure
says "CUDA is not enabled, so there are no tests of app"
nothing
configure -DWITH_CUDA=ON -DBUILD_TESTING=OFF
nothing
configure -DWITH_CUDA=ON -DCudaArchGuard_ENABLE=OFF
nothing
