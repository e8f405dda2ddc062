# 100f is refused by several CMakes when the language is enabled, and works after that. An include of the
# project's own at the same place still comes.
gpus "NVIDIA B200=10.0" "NVIDIA H100 PCIe=9.0"
project <<'END'
cmake_minimum_required(VERSION 3.20)
set(CudaArchGuard_AUTO_INIT OFF)
find_package(CudaArchGuard REQUIRED)
cuda_arch_guard_init(VARIANTS family specific)
project(app LANGUAGES CXX CUDA)
add_executable(app main.cu)
END
echo 'message(STATUS "also included")' > src/also.cmake
configure "-DCMAKE_PROJECT_INCLUDE=$PWD/src/also.cmake"
says "also included"
code "sm_100f sm_90a"
configure
code "sm_100f sm_90a"
rm -r build
sed 's/LANGUAGES CXX CUDA)/LANGUAGES CXX)\nenable_language(CUDA)/' src/CMakeLists.txt > lists
mv lists src/CMakeLists.txt
configure
code "sm_100f sm_90a"
