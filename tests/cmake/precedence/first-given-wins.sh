# Typed, then the environment, then the project, then auto; each rank beats all below it.
gpus "NVIDIA GeForce RTX 3090=8.6"
project_without_languages <<'END'
set(CMAKE_CUDA_ARCHITECTURES 80)
END
configure
value 80
says "from the project's CMAKE_CUDA_ARCHITECTURES"
CUDAARCHS="80;86" configure
value "80;86"
CUDA_ARCH_GUARD_ARCHITECTURES=8.6+PTX configure
value 86
CUDAARCHS=80 configure -DCMAKE_CUDA_ARCHITECTURES=75
value 75
CUDAARCHS=80 configure -UCMAKE_CUDA_ARCHITECTURES -DCudaArchGuard_ARCHITECTURES=sm_86
value 86-real
rm -r build
project_without_languages < /dev/null
configure
value 86-real
