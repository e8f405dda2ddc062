# find_package() after project(), before enable_language(CUDA).
gpus "NVIDIA GeForce RTX 3090=8.6"
project <<'END'
cmake_minimum_required(VERSION 3.20)
project(app LANGUAGES CXX)
find_package(CudaArchGuard REQUIRED)
enable_language(CUDA)
add_executable(app main.cu)
END
configure
code "sm_86"
lines 1
