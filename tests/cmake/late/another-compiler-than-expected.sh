# The selection was for the nvcc on PATH, one that knows no sm_86; the project takes another one, for which
# it is made again.
gpus "NVIDIA GeForce RTX 3090=8.6"
nvcc=$(command -v nvcc)
mkdir bin
cat > bin/nvcc <<END
#!/bin/sh
$nvcc "\$@" | sed "s/[^' ]*_86'/compute_80'/g"
END
chmod +x bin/nvcc
PATH=$PWD/bin:$PATH
project <<END
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
message(STATUS "first: \${CMAKE_CUDA_ARCHITECTURES}")
set(CMAKE_CUDA_COMPILER $nvcc)
project(app LANGUAGES CXX CUDA)
add_executable(app main.cu)
END
configure
says "first: 80-real"
code "sm_86"
cached CMAKE_CUDA_ARCHITECTURES 86-real
