# find_package() after project(... CUDA), when CMake has put its default into the cache. The target that
# was made before follows at the end.
gpus "NVIDIA GeForce RTX 3090=8.6"
project <<'END'
cmake_minimum_required(VERSION 3.20)
project(app LANGUAGES CXX CUDA)
file(WRITE ${CMAKE_BINARY_DIR}/early.cu "int main() { return 0; }\n")
add_executable(early ${CMAKE_BINARY_DIR}/early.cu)
find_package(CudaArchGuard REQUIRED)
add_executable(app main.cu)
END
configure
code "sm_86"
code early.cu "sm_86"
cached CMAKE_CUDA_ARCHITECTURES 86-real
lines 1
gpus "NVIDIA H100 PCIe=9.0"
configure
code "sm_90"
code early.cu "sm_90"
