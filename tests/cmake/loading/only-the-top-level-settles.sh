# Called by a subproject, before or after its project(), or by a dependency's configuration file, it is
# only loaded; called in a folder of the project itself it settles.
gpus "NVIDIA GeForce RTX 3090=8.6"
mkdir -p src/sub src/part src/dep
echo 'find_package(CudaArchGuard REQUIRED)' > src/part/CMakeLists.txt
echo 'find_package(CudaArchGuard REQUIRED)' > src/dep/DepConfig.cmake
cat > src/sub/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(sub LANGUAGES NONE)
find_package(CudaArchGuard REQUIRED)
END
cat > src/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(app LANGUAGES NONE)
add_subdirectory(sub)
find_package(Dep REQUIRED PATHS "${CMAKE_SOURCE_DIR}/dep" NO_DEFAULT_PATH)
if(NOT COMMAND cuda_arch_guard_init OR DEFINED CMAKE_CUDA_ARCHITECTURES)
  message(SEND_ERROR "not loaded, or settled")
endif()
if(OWN_PART)
  add_subdirectory(part)
endif()
END
configure "-DCudaArchGuard_DIR=$CHECKOUT/cmake"
lines 0
configure -DOWN_PART=ON
lines 1
cached CMAKE_CUDA_ARCHITECTURES 86-real
