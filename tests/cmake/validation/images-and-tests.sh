# Images of the validation kernels are built for the selection. The static test passes; the gpu test is
# skipped with its reason where no driver is, and runs on a machine that has one. What is swapped,
# missing or computed wrong is red.
. "$here/built.sh"
gpus "NVIDIA GeForce RTX 3090=8.6" "NVIDIA H100=9.0"
project <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CUDA)
include(CTest)
cuda_arch_guard_add_validation()
cuda_arch_guard_add_validation()
END
NVCC_APPEND_FLAGS=-DNDEBUG configure "-DCMAKE_CUDA_FLAGS=-lineinfo"
NVCC_APPEND_FLAGS=--no-such-option build
images=build/cuda-arch-guard/validation
static=cuda_arch_guard.validation.static
gpu=cuda_arch_guard.validation.gpu
passes $static
says "launch sm_86"
says "launch fatbin sm_86, sm_90"

run_tests "$gpu" || fail "a gpu test fails without a GPU"
says "no NVIDIA driver"
says "(Skipped)"

run_tests_on_machine "$gpu.launch" || fail "the gpu test fails on the described machine"
says "NVIDIA GeForce RTX 3090 (8.6) launch sm_86 cubin 86 right"
says "NVIDIA GeForce RTX 3090 (8.6) launch sm_90 - not-for-this-device"
says "NVIDIA H100 (9.0) launch fatbin cubin 90 right"
says_not "(Skipped)"

cp machine.txt right.txt
echo 'fault compute lie numbers=wrong' >> machine.txt
machine machine.txt
if run_tests_on_machine "$gpu.launch"; then fail "wrong numbers pass"; fi
says "[validation-wrong-numbers]"
machine right.txt

cp $images/launch.sm_86.cubin kept
cp $images/launch.sm_90.cubin $images/launch.sm_86.cubin
fails $static
says "[validation-wrong-image]"
if run_tests_on_machine "$gpu.launch"; then fail "a swapped image passes"; fi
rm $images/launch.sm_86.cubin
fails $static
mv kept $images/launch.sm_86.cubin
passes $static
cp $images/launch.sm_90.cubin $images/launch.fatbin
fails $static
