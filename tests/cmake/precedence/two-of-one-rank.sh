# Two of one rank that differ: the first counts, and that is said. The same wish in two spellings is one.
gpus "NVIDIA GeForce RTX 3090=8.6"
project_without_languages < /dev/null
configure_warns -DCudaArchGuard_ARCHITECTURES=86 -DCMAKE_CUDA_ARCHITECTURES=80
value 86-real
says "[conflicting-wishes]"
says "found: 86 (-DCudaArchGuard_ARCHITECTURES) 80 (-DCMAKE_CUDA_ARCHITECTURES)"
cached CMAKE_CUDA_ARCHITECTURES 80
rm -r build
CUDA_ARCH_GUARD_ARCHITECTURES=86 CUDAARCHS=80 configure_warns
value 86-real
says "86 (environment variable CUDA_ARCH_GUARD_ARCHITECTURES) 80 (environment variable CUDAARCHS)"
rm -r build
configure -DCudaArchGuard_ARCHITECTURES=8.6 -DCMAKE_CUDA_ARCHITECTURES=86
value 86-real
