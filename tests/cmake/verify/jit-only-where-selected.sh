# Code by JIT counts for a device for which the selection chose PTX, and for others if it is allowed.
. "$here/built.sh"
gpus
project <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX CUDA)
include(CTest)
foreach(name selected lacks_ptx only_ptx)
  add_executable(${name} main.cu kernel.cu)
endforeach()
set_target_properties(lacks_ptx PROPERTIES CUDA_ARCHITECTURES 75-real)
set_target_properties(only_ptx PROPERTIES CUDA_ARCHITECTURES 75-virtual)
add_executable(allowed ALIAS only_ptx)
add_executable(named ALIAS selected)
cuda_arch_guard_verify(selected lacks_ptx only_ptx)
cuda_arch_guard_verify(allowed ALLOW_JIT)
cuda_arch_guard_verify(named ARCHITECTURES 75-real 8.6-virtual "GeForce RTX 2080 Ti")
END
source_file kernel.cu 1
configure_warns "-DCMAKE_CUDA_ARCHITECTURES=75-real;90-virtual"
says "[target-differs]"
build
passes cuda_arch_guard.verify.selected
says "7.5 runs:"
says "9.0 runs-by-jit"
fails cuda_arch_guard.verify.lacks_ptx
says "9.0 fails"
fails cuda_arch_guard.verify.only_ptx
says "7.5 fails"
passes cuda_arch_guard.verify.allowed
fails cuda_arch_guard.verify.named
says "8.6 fails"
says_not "9.0"
