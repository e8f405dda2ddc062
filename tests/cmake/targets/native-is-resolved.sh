# A target that asks for `native`, by variable or property, gets the selection.
gpus "NVIDIA GeForce RTX 3090=8.6"
project <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX CUDA)
add_executable(app main.cu)
set_target_properties(app PROPERTIES CUDA_ARCHITECTURES native)
END
configure
code "sm_86"
