# CudaArchGuard_ENVIRONMENT and _CMAKE_ARGS reach what runs at build time whole, and so do the files for
# shells.
gpus "NVIDIA GeForce RTX 3090=8.6" "NVIDIA GeForce RTX 4090=8.9"
mkdir src/child
echo 'cmake_minimum_required(VERSION 3.20)
project(child LANGUAGES NONE)
message(STATUS "child: <${CMAKE_CUDA_ARCHITECTURES}>")' > src/child/CMakeLists.txt
cat > src/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES NONE)
include(ExternalProject)
ExternalProject_Add(child SOURCE_DIR ${CMAKE_SOURCE_DIR}/child INSTALL_COMMAND ""
  CMAKE_ARGS ${CudaArchGuard_CMAKE_ARGS})
add_custom_target(show ALL COMMAND ${CMAKE_COMMAND} -E env ${CudaArchGuard_ENVIRONMENT}
  ${CMAKE_COMMAND} -E environment VERBATIM)
message(STATUS "devices: <${CudaArchGuard_DEVICES}> ${CudaArchGuard_SELECTION}")
END
configure
says "devices: <8.6;8.9> $PWD/build/cuda-arch-guard/selection.json"
"$CMAKE" --build build > stdout 2> stderr
says "child: <86-real;89-real>"
says "TORCH_CUDA_ARCH_LIST=8.6 8.9"
says "CUDA_ARCH_GUARD_ARCHITECTURES=86-real,89-real"
(. build/cuda-arch-guard/environment.sh && echo "<$TORCH_CUDA_ARCH_LIST|$CUDAARCHS>") > stdout
says "<8.6 8.9|86-real;89-real>"
grep -qxF "\$env:CUDAARCHS = '86-real;89-real'" build/cuda-arch-guard/environment.ps1 || fail ps1
