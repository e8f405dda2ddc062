# A value typed into a build tree that had ours is the user's from then on; taken away, ours again.
gpus "NVIDIA GeForce RTX 3090=8.6"
project_without_languages < /dev/null
configure
value 86-real
configure -DCMAKE_CUDA_ARCHITECTURES=80
value 80
cached CMAKE_CUDA_ARCHITECTURES 80
configure
value 80
configure -UCMAKE_CUDA_ARCHITECTURES
value 86-real
