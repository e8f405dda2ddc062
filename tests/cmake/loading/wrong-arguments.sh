# A misspelt keyword is an error that names what there is.
gpus "NVIDIA GeForce RTX 3090=8.6"
cat > src/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
set(CudaArchGuard_AUTO_INIT OFF)
find_package(CudaArchGuard REQUIRED)
cuda_arch_guard_init(ARCHITECTURE 86)
END
configure_fails
says "[wrong-call]"
says "ARCHITECTURE;86"
says "WITHOUT_GPU"
