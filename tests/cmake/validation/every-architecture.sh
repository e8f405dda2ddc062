# Every architecture that this toolkit builds, with its a and f variants, as cubin and as PTX.
. "$here/built.sh"
gpus
all=$("$NVCC" --help | grep -oE "'sm_[0-9]+[af]?'" | tr -d "'" | sed 's/^sm_//' | sort -u | paste -s -d ';' -)
project <<'END'
cmake_minimum_required(VERSION 3.20)
set(CudaArchGuard_AUTO_INIT OFF)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX CUDA)
include(CTest)
set(CMAKE_CUDA_ARCHITECTURES ${ALL})
cuda_arch_guard_add_validation()
END
configure "-DALL=$all"
build
passes cuda_arch_guard.validation.static
for architecture in $(echo "$all" | tr ';' ' '); do
  says "launch sm_$architecture"
  says "launch compute_$architecture"
done
