# find_package() before project(): CMake's own tests already see the value.
gpus "NVIDIA GeForce RTX 3090=8.6" "NVIDIA GeForce RTX 4090=8.9"
project <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX CUDA)
add_executable(app main.cu)
END
configure
code "sm_86 sm_89"
lines 1
says "86-real;89-real for NVIDIA GeForce RTX 3090 (8.6), NVIDIA GeForce RTX 4090 (8.9)"
configure
code "sm_86 sm_89"
lines 1
