# The only kernel is for 9.0; linking with -arch=all-major adds a stub without a kernel for each
# generation. A union over the file would pass it; it must fail for 8.6, also with compressed stubs.
. "$here/built.sh"
gpus "NVIDIA GeForce RTX 3090=8.6" "NVIDIA H100=9.0"
source_file a.cu 1
nvcc -c -rdc=false -arch=sm_90 src/a.cu -o a.o
nvcc -c -arch=sm_90 src/main.cu -o main.o
nvcc -arch=all-major main.o a.o -o plain
nvcc -arch=all-major -Xfatbin -compress-all main.o a.o -o compressed
project <<END
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX CUDA)
include(CTest)
foreach(name plain compressed)
  add_executable(\${name} IMPORTED)
  set_target_properties(\${name} PROPERTIES IMPORTED_LOCATION "$PWD/\${name}")
  cuda_arch_guard_verify(\${name})
endforeach()
END
configure
for name in plain compressed; do
  fails cuda_arch_guard.verify.$name
  says "8.6 fails"
  says_not "9.0 fails"
done
