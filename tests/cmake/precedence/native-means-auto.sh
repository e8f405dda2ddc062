# `native`, wherever it is given, is auto; it follows the GPU also where the cache entry was replaced.
gpus "NVIDIA GeForce RTX 3090=8.6"
project_without_languages < /dev/null
configure -DCMAKE_CUDA_ARCHITECTURES=native
value 86-real
gpus "NVIDIA H100 PCIe=9.0"
CUDAARCHS=86 configure
value 90-real
rm -r build
CUDAARCHS=native configure
value 90-real
rm -r build
configure -DCudaArchGuard_ARCHITECTURES=NATIVE
value 90-real
rm -r build
project_without_languages <<'END'
set(CMAKE_CUDA_ARCHITECTURES native)
END
configure
value 90-real
