# No GPU at build: the policy decides, and one warning names the choices.
gpus
project_without_languages < /dev/null
configure_warns -DCudaArchGuard_WITHOUT_GPU=86+PTX
value 86
says "[no-gpu-at-build]"
says "-DCudaArchGuard_GPUS="
lines 1
configure_fails -DCudaArchGuard_WITHOUT_GPU=error
says "[no-gpu-at-build]"
configure_warns -UCudaArchGuard_WITHOUT_GPU
says "policy without a GPU (covering)"
