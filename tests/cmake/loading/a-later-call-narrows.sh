# A second init() for fewer devices is fine; one for more is an error. Without arguments it is nothing.
gpus "NVIDIA GeForce RTX 3090=8.6" "NVIDIA H100 PCIe=9.0"
cat > src/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
cuda_arch_guard_init()
cuda_arch_guard_init(ARCHITECTURES ${LATER})
project(app LANGUAGES NONE)
message(STATUS "value: <${CMAKE_CUDA_ARCHITECTURES}>")
END
configure_warns -DLATER=86
value 86-real
configure_fails -DLATER=80
says "[init-may-only-narrow]"
says "now also for 8.0"
