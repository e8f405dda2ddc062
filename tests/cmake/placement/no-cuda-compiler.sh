# Optional CUDA and no compiler that CMake finds: nothing is set, and one line says so. One that lies
# elsewhere is named.
gpus "NVIDIA GeForce RTX 3090=8.6"
project <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX)
if(DEFINED CMAKE_CUDA_ARCHITECTURES OR DEFINED TORCH_CUDA_ARCH_LIST)
  message(SEND_ERROR "set: ${CMAKE_CUDA_ARCHITECTURES} ${TORCH_CUDA_ARCH_LIST}")
endif()
END
without_nvcc
mkdir -p elsewhere/bin
touch elsewhere/bin/nvcc
chmod +x elsewhere/bin/nvcc
CUDA_HOME=$PWD/elsewhere configure_warns
lines 1
says "no CUDA compiler, so no CUDA architectures are set"
says "[cuda-compiler-not-on-path]"
says "do: -DCMAKE_CUDA_COMPILER=$PWD/elsewhere/bin/nvcc"
