# A toolchain file is read within project(): what it sets is typed, and comes before the environment.
gpus "NVIDIA GeForce RTX 3090=8.6"
project <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX CUDA)
add_executable(app main.cu)
END
echo 'set(CMAKE_CUDA_ARCHITECTURES 80)' > toolchain.cmake
CUDAARCHS=75 configure "-DCMAKE_TOOLCHAIN_FILE=$PWD/toolchain.cmake"
code "compute_80 sm_80"
lines 1
rm -r build
echo '# set(CMAKE_CUDA_ARCHITECTURES 80)' > toolchain.cmake
configure "-DCMAKE_TOOLCHAIN_FILE=$PWD/toolchain.cmake"
code "sm_86"
lines 1
