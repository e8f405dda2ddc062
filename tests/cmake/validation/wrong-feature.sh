# A feature that is none is said, with those that there are.
. "$here/built.sh"
gpus "NVIDIA GeForce RTX 3090=8.6"
project <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX CUDA)
include(CTest)
cuda_arch_guard_add_validation(FEATURES lunch)
END
configure_fails
says "[unknown-feature]"
says "found: lunch needs: one of launch"
