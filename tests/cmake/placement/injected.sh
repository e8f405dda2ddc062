# A project that is not edited: the newer CMakes take the file before the languages, the older after.
gpus "NVIDIA GeForce RTX 3090=8.6"
project <<'END'
cmake_minimum_required(VERSION 3.20)
project(app LANGUAGES CXX CUDA)
add_executable(app main.cu)
END
if newer_than 3.23; then
  configure "-DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=$CHECKOUT/cmake/inject.cmake"
  code "sm_86"
  lines 1
  rm -r build
fi
configure "-DCMAKE_PROJECT_INCLUDE=$CHECKOUT/cmake/inject.cmake"
code "sm_86"
lines 1
