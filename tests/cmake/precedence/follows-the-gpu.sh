# A second configure finds another GPU, and none of what the first one wrote stands in its way.
gpus "NVIDIA GeForce RTX 3090=8.6"
project_without_languages < /dev/null
configure
value 86-real
gpus "NVIDIA H100 PCIe=9.0" "NVIDIA H100 PCIe=9.0"
configure
value 90-real
cached CMAKE_CUDA_ARCHITECTURES 90-real
says "2 x NVIDIA H100 PCIe (9.0)"
