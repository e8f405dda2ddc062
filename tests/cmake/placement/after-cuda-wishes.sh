# After CUDA is on the cache holds CMake's default; the user's and the project's values are told from it,
# also if they are equal to it.
gpus "NVIDIA GeForce RTX 3090=8.6"
project <<'END'
cmake_minimum_required(VERSION 3.20)
project(app LANGUAGES CXX CUDA)
if(EQUAL_TO_DEFAULT)
  set(CMAKE_CUDA_ARCHITECTURES "$CACHE{CMAKE_CUDA_ARCHITECTURES}")
endif()
find_package(CudaArchGuard REQUIRED)
add_executable(app main.cu)
END
expect_stderr=not-covered configure -DEQUAL_TO_DEFAULT=ON
says "from the project's CMAKE_CUDA_ARCHITECTURES"
default=$(images main.cu)
configure -DEQUAL_TO_DEFAULT=OFF
code sm_86
configure -DCMAKE_CUDA_ARCHITECTURES=80
code "compute_80 sm_80"
configure -UCMAKE_CUDA_ARCHITECTURES
code sm_86
CUDAARCHS=86 configure
code "compute_86 sm_86"
[ "$default" != sm_86 ] || fail "CMake's default is what this case needs to differ from"
