# What was typed stands, and is checked: an error if this toolkit cannot build it, a warning if a GPU is
# left out. Words of CMake stay as they are where this CMake knows them; what it would refuse does not
# reach it.
gpus "NVIDIA GeForce RTX 3090=8.6"
project_without_languages < /dev/null
configure_fails -DCMAKE_CUDA_ARCHITECTURES=60
says "[not-buildable]"
configure_fails -DCMAKE_CUDA_ARCHITECTURES=No-CUDA-devices-found.-real
says "[unknown-architecture]"
configure_warns -DCMAKE_CUDA_ARCHITECTURES=90
says "[not-covered]"
value 90
configure "-DCMAKE_CUDA_ARCHITECTURES=80-real;90-virtual"
value "80-real;90-virtual"
configure -DCMAKE_CUDA_ARCHITECTURES=OFF
value OFF
configure_fails -DCMAKE_CUDA_ARCHITECTURES=8.6
says "did you mean '86'?"
configure -DCMAKE_CUDA_ARCHITECTURES=all-major
if newer_than 3.22; then value all-major; else says "value: <75-real;80-real;"; fi
