# Every place for find_package(), and injection, on every kind of machine. What each machine gets from an
# nvcc 13 stands here, worked out by hand from the rules. The machines follow each other in one build
# tree, beginning with another one at each placement; with FRESH=yes each has its own.
one() { gpus "NVIDIA GeForce RTX 3090=8.6"; }
one_gets="sm_86"
mixed() { gpus "NVIDIA H100 PCIe=9.0" "NVIDIA GeForce RTX 4090=8.9" "NVIDIA GeForce RTX 3090=8.6"; }
mixed_gets="sm_86 sm_89 sm_90"
# R1 and R2: 8.0 serves all of 8, 10.0 serves 10.3, 12.0 serves 12.1; PTX of the highest for what comes.
none() { gpus; }
none_gets="compute_120 sm_100 sm_120 sm_75 sm_80 sm_90"
# No cubin crosses a major: the highest PTX.
newer() { gpus "NVIDIA G13=13.0"; }
newer_gets="compute_121"
# Dropped by CUDA 13: said, and the other one is served.
older() { gpus "NVIDIA GeForce GTX 1080 Ti=6.1" "NVIDIA GeForce RTX 3090=8.6"; }
older_gets="sm_86"

before_project="find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX CUDA)"
after_project="project(app LANGUAGES CXX)
find_package(CudaArchGuard REQUIRED)
enable_language(CUDA)"
after_cuda="project(app LANGUAGES CXX CUDA)
find_package(CudaArchGuard REQUIRED)"
injected="project(app LANGUAGES CXX CUDA)"

hook=CMAKE_PROJECT_TOP_LEVEL_INCLUDES
newer_than 3.23 || hook=CMAKE_PROJECT_INCLUDE
machines="one none newer mixed older"
for placement in before_project after_project after_cuda injected; do
  eval "body=\$$placement"
  printf 'cmake_minimum_required(VERSION 3.20)\n%s\nadd_executable(app main.cu)\n' "$body" \
    > src/CMakeLists.txt
  set --
  [ "$placement" != injected ] || set -- "-D$hook=$CHECKOUT/cmake/inject.cmake"
  rm -rf build
  for kind in $machines; do
    [ "${FRESH-}" != yes ] || rm -rf build
    $kind
    case $kind in
      none) configure_warns "$@" && says "[no-gpu-at-build]" ;;
      older) configure_warns "$@" && says "[toolkit-dropped-gpu]" ;;
      *) configure "$@" ;;
    esac
    lines "$([ $kind = newer ] && echo 2 || echo 1)"
    eval "code \"\$${kind}_gets\""
    echo "$placement, $kind: $(images main.cu)"
  done
  machines="${machines#* } ${machines%% *}"
done

# Only a GPU that CUDA 13 has dropped: that is an error, not another list.
gpus "NVIDIA GeForce GTX 1080 Ti=6.1"
rm -rf build
configure_fails "$@"
says "[toolkit-dropped-gpu]"
