# Every architecture that this toolkit builds, with its a and f variants, as cubin and as PTX. On a
# described machine with one of every GPU, the rules of compatibility and the fake driver's own list of
# what runs where agree about each of them: two statements of one thing, and no proof.
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

gpus T=7.5 A100=8.0 A10=8.6 Orin=8.7 L4=8.9 H100=9.0 B200=10.0 B300=10.3 Rubin=10.7 Thor=11.0 RTX=12.0 \
  Spark=12.1
run_tests_on_machine gpu.launch || fail "the fake driver and the rules disagree"
says "Orin (8.7) launch sm_86 - not-for-this-device"
says "L4 (8.9) launch sm_86 cubin 86 right"
says "B300 (10.3) launch sm_100f cubin 100f right"
says "Spark (12.1) launch compute_75 jit 75 right"
says_not "taken-against-the-rules"
says_not "refused ("
says_not "the rules refuse"
