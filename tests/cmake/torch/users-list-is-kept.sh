# TORCH_CUDA_ARCH_LIST of the user, typed or in the environment, stays, is checked, and never becomes
# CMAKE_CUDA_ARCHITECTURES; without one it is the selection's, also in the environment.
gpus "NVIDIA H100 PCIe=9.0" "NVIDIA GeForce RTX 4090=8.9"
project_without_languages < /dev/null
echo 'message(STATUS "torch: <${TORCH_CUDA_ARCH_LIST}|$ENV{TORCH_CUDA_ARCH_LIST}>")' \
  >> src/CMakeLists.txt
configure
says "torch: <8.9 9.0|8.9 9.0>"
TORCH_CUDA_ARCH_LIST="8.9;9.0" configure
says "torch: <8.9;9.0|8.9;9.0>"
value "89-real;90-real"
TORCH_CUDA_ARCH_LIST=8.0 configure_warns
says "torch: <8.0|8.0>"
says "[not-covered]"
says "NVIDIA H100 PCIe (9.0)"
value "89-real;90-real"
TORCH_CUDA_ARCH_LIST=8.0 configure "-DTORCH_CUDA_ARCH_LIST=8.9 9.0"
says "torch: <8.9 9.0|8.0>"
