# PTX serves by JIT, also a device of a later generation; a driver that is too old for it fails.
. "$here/built.sh"
gpus "NVIDIA GeForce RTX 5090=12.0"
project <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX CUDA)
include(CTest)
cuda_arch_guard_add_validation(FEATURES launch)
END
configure "-DCMAKE_CUDA_ARCHITECTURES=75-virtual;120-virtual"
build
passes cuda_arch_guard.validation.static
says "launch compute_120"
run_tests_on_machine gpu.launch || fail "JIT does not serve"
says "launch compute_75 jit 75 right"
says "launch compute_120 jit 120 right"
says "launch fatbin jit 120 right"
sed -i 's/cuda=[0-9.]*/cuda=12.8/' machine.txt
machine machine.txt
if run_tests_on_machine gpu.launch; then fail "PTX that the driver does not know passes"; fi
says "[validation-device-not-served]"
says "error 222"
