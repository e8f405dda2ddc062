# A preset's empty string would be fatal when CUDA is enabled.
gpus "NVIDIA GeForce RTX 3090=8.6"
project_without_languages < /dev/null
configure -DCMAKE_CUDA_ARCHITECTURES= -DCudaArchGuard_ARCHITECTURES=
value 86-real
