# As CMake does for CXX and CUDAARCHS: a build tree keeps what the environment said, until it says
# something else or somebody types.
gpus "NVIDIA GeForce RTX 3090=8.6"
project_without_languages < /dev/null
CUDAARCHS=86-virtual configure
value 86-virtual
configure
value 86-virtual
says "environment variable CUDAARCHS of an earlier configure"
CUDAARCHS=80 configure
value 80
configure -DCudaArchGuard_ARCHITECTURES=auto
value 86-real
