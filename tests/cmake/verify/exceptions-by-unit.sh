# ALLOW_GAP and ALLOW_SPECIALISED except units by name, and nothing but those.
. "$here/built.sh"
gpus "NVIDIA GeForce RTX 3090=8.6" "NVIDIA H100=9.0"
source_file old.cu 1
source_file hopper.cu 2
source_file covered.cu 3
project <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX CUDA)
include(CTest)
add_library(old OBJECT old.cu)
set_target_properties(old PROPERTIES CUDA_ARCHITECTURES 75-real)
add_library(hopper OBJECT hopper.cu)
set_target_properties(hopper PROPERTIES CUDA_ARCHITECTURES 90a-real)
add_executable(app main.cu covered.cu)
target_link_libraries(app PRIVATE old hopper)
foreach(name strict gap specialised both other)
  add_executable(${name} ALIAS app)
endforeach()
cuda_arch_guard_verify(strict)
cuda_arch_guard_verify(gap ALLOW_GAP "^old")
cuda_arch_guard_verify(specialised ALLOW_SPECIALISED "^hopper")
cuda_arch_guard_verify(both ALLOW_GAP "^old" ALLOW_SPECIALISED "^hopper")
cuda_arch_guard_verify(other ALLOW_GAP "^older" ALLOW_SPECIALISED "^old")
END
configure_warns
build
fails cuda_arch_guard.verify.strict cuda_arch_guard.verify.gap
fails cuda_arch_guard.verify.specialised cuda_arch_guard.verify.other
passes cuda_arch_guard.verify.both
