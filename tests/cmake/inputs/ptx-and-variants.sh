# PTX and VARIANTS reach the selection, from the keywords and from the user, who wins.
gpus "NVIDIA B200=10.0"
cat > src/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
set(CudaArchGuard_AUTO_INIT OFF)
find_package(CudaArchGuard REQUIRED)
cuda_arch_guard_init(PTX on VARIANTS specific)
project(app LANGUAGES NONE)
message(STATUS "reason: <${CudaArchGuard_REASON}>")
END
configure
says "reason: <100-virtual;100a-real for"
configure -DCudaArchGuard_PTX=off -DCudaArchGuard_VARIANTS=family
says "reason: <100f-real for"
configure_fails -DCudaArchGuard_PTX=maybe
says "maybe"
