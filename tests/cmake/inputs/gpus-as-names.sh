# GPUs by name and capability, in place of the one that is here; the environment twin likewise.
gpus "NVIDIA GeForce RTX 3090=8.6"
project_without_languages < /dev/null
configure "-DCudaArchGuard_GPUS=RTX 4090;9.0"
value "89-real;90-real"
says "from the GPUs that were given"
rm -r build
CUDA_ARCH_GUARD_GPUS="RTX 4090" configure
value 89-real
configure_fails "-DCudaArchGuard_GPUS=RTX 4091"
says "[unknown-gpu]"
says "RTX 4090"
