# What the project cannot be built for is left out and said; an older architecture serves the GPU.
gpus "NVIDIA GeForce RTX 3090=8.6" "NVIDIA GeForce RTX 4090=8.9"
cat > src/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
set(CudaArchGuard_AUTO_INIT OFF)
find_package(CudaArchGuard REQUIRED)
cuda_arch_guard_init(SUPPORTED 80 86 90)
project(app LANGUAGES NONE)
message(STATUS "value: <${CMAKE_CUDA_ARCHITECTURES}>")
END
configure
value "86-real"
says "[unsupported-by-project]"
