# check_language() and enable_language(), as projects do for which CUDA is optional.
gpus "NVIDIA GeForce RTX 3090=8.6" "NVIDIA GeForce RTX 4090=8.9"
project <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX)
include(CheckLanguage)
check_language(CUDA)
if(CMAKE_CUDA_COMPILER)
  enable_language(CUDA)
  add_executable(app main.cu)
endif()
END
configure
code "sm_86 sm_89"
lines 1
