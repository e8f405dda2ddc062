# CudaArchGuard_ENABLE=OFF: every command is there and does nothing.
gpus "NVIDIA GeForce RTX 3090=8.6"
cat > src/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES NONE)
cuda_arch_guard_init(GPUS 8.6)
cuda_arch_guard_detect(inventory)
cuda_arch_guard_select(list DIALECT cmake)
message(STATUS "<${CMAKE_CUDA_ARCHITECTURES}${inventory}${list}>")
END
configure -DCudaArchGuard_ENABLE=OFF
says "<>"
lines 0
[ ! -e build/cuda-arch-guard ] || fail "files were written"
CUDA_ARCH_GUARD_ENABLE=0 configure -UCudaArchGuard_ENABLE
says "<>"
