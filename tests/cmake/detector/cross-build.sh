# Nothing is run for the target: GPUs or a list are required. The cross compiler does not make the detector.
gpus "NVIDIA GeForce RTX 3090=8.6"
project_without_languages < /dev/null
echo 'set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER /nonexistent/aarch64-c++)' > cross.cmake
cross="-DCMAKE_TOOLCHAIN_FILE=$PWD/cross.cmake"
sed 's/LANGUAGES NONE)/LANGUAGES NONE)\ncuda_arch_guard_init()/' src/CMakeLists.txt > lists
mv lists src/CMakeLists.txt
configure_fails "$cross"
says "[cross-needs-gpus]"
says "built for Linux aarch64"
configure "$cross" -DCudaArchGuard_GPUS=8.7
value 87-real
configure "$cross" -UCudaArchGuard_GPUS -DCudaArchGuard_ARCHITECTURES=80
value 80-real
