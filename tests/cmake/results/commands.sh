# cuda_arch_guard_detect() and _select() answer without setting anything.
gpus "NVIDIA GeForce RTX 3090=8.6" "NVIDIA H100 PCIe=9.0"
cat > src/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
set(CudaArchGuard_AUTO_INIT OFF)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES NONE)
foreach(settled no yes)
  cuda_arch_guard_detect(inventory)
  string(JSON name GET "${inventory}" devices 1 name)
  cuda_arch_guard_select(torch DIALECT torch PTX on)
  cuda_arch_guard_select(hopper DIALECT cmake SUPPORTED 80 90a VARIANTS specific)
  cuda_arch_guard_select(least DIALECT cmake GPUS 8.0 8.6 MINIMAL)
  message(STATUS "${settled}: ${name}|${torch}|${hopper}|${least}|${CMAKE_CUDA_ARCHITECTURES}")
  if(settled STREQUAL "no")
    cuda_arch_guard_init()
    set(CMAKE_CUDA_ARCHITECTURES "")
  endif()
endforeach()
cuda_arch_guard_select(list DIALECT klingon)
END
configure_fails
says "no: NVIDIA H100 PCIe|8.6 9.0+PTX|80-real;90a-real|80-real|"
says "yes: NVIDIA H100 PCIe|8.6 9.0+PTX|80-real;90a-real|80-real|"
says "DIALECT klingon"
