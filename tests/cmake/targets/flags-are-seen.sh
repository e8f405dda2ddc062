# A -gencode written by hand comes on top, in CMAKE_CUDA_FLAGS as in a target's options.
gpus "NVIDIA GeForce RTX 3090=8.6"
project <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX CUDA)
add_executable(app main.cu)
target_compile_options(app PRIVATE
  $<$<COMPILE_LANGUAGE:CUDA>:--gpu-architecture=sm_75> -march=native -Xcompiler=-march=native)
END
configure_warns "-DCMAKE_CUDA_FLAGS=-Xcompiler -march=native -gencode arch=compute_80,code=sm_80"
says "found: -gencode arch=compute_80,code=sm_80 (CMAKE_CUDA_FLAGS)"
says "found: --gpu-architecture=sm_75 (the compile options of app)"
