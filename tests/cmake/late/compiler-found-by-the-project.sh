# Nothing on PATH, and the project names the compiler itself: settled at the end of the configure.
gpus "NVIDIA GeForce RTX 3090=8.6"
nvcc=$(command -v nvcc)
project <<END
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX)
set(CMAKE_CUDA_COMPILER $nvcc)
enable_language(CUDA)
add_executable(app main.cu)
END
without_nvcc
expect_stderr=perhaps configure
code "sm_86"
lines 2
cached CMAKE_CUDA_ARCHITECTURES 86-real
