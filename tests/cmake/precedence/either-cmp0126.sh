# CUDAARCHS in the environment would replace a normal variable under the old CMP0126.
gpus "NVIDIA GeForce RTX 3090=8.6"
for version in 3.20 3.20...3.21; do
  rm -rf build
  project <<END
cmake_minimum_required(VERSION $version)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX CUDA)
add_executable(app main.cu)
END
  CUDAARCHS=75 configure -DCudaArchGuard_ARCHITECTURES=86
  code sm_86
done
