# What was built for other devices than those that were meant fails, and the message names the file, the
# unit and the device.
. "$here/built.sh"
gpus "NVIDIA GeForce RTX 3090=8.6" "NVIDIA H100=9.0"
source_file a.cu 1
source_file b.cu 2
echo 'int x() { return 1; }' > src/host.cc
project <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX CUDA)
include(CTest)
add_executable(wrong main.cu a.cu)
set_target_properties(wrong PROPERTIES CUDA_ARCHITECTURES 75-real)
add_library(part_90 OBJECT a.cu)
set_target_properties(part_90 PROPERTIES CUDA_ARCHITECTURES 90-real)
add_library(part_86 OBJECT b.cu)
set_target_properties(part_86 PROPERTIES CUDA_ARCHITECTURES 86-real)
add_executable(mixed main.cu)
target_link_libraries(mixed PRIVATE part_90 part_86)
add_library(hostonly STATIC host.cc)
cuda_arch_guard_verify(wrong mixed hostonly part_90)
END
configure_warns
build
fails cuda_arch_guard.verify.wrong
says "[no-code-for-device]"
says "found: target wrong, "
says "CUDA_ARCHITECTURES of wrong"
says "build/wrong"
says "8.6"
says "9.0"
fails cuda_arch_guard.verify.mixed
says "[units-lack-device]"
says "a.cu"
says "b.cu"
fails cuda_arch_guard.verify.hostonly
says "[no-device-code]"
fails cuda_arch_guard.verify.part_90
