# The CUDA compiler that CMake has taken or will take.
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

# _cuda_arch_guard_cuda_compiler(<out>): a path, empty if CMake will find none. As CMake does:
# CMAKE_CUDA_COMPILER, CUDACXX, then nvcc beside the compilers of the languages before it, on PATH and in
# CUDA_PATH. Visual Studio brings its own.
function(_cuda_arch_guard_cuda_compiler out)
  set(compiler "")
  if(CMAKE_CUDA_COMPILER)
    list(GET CMAKE_CUDA_COMPILER 0 compiler)
    _cuda_arch_guard_find_program(compiler "${compiler}")
  elseif(NOT "$ENV{CUDACXX}" STREQUAL "")
    separate_arguments(words NATIVE_COMMAND "$ENV{CUDACXX}")
    list(GET words 0 compiler)
    _cuda_arch_guard_find_program(compiler "${compiler}")
  else()
    _cuda_arch_guard_host_compiler(command ignored)
    set(beside "")
    if(command)
      list(GET command 0 beside)
      get_filename_component(beside "${beside}" DIRECTORY)
    endif()
    unset(_cuda_arch_guard_program CACHE)
    if(beside)
      find_program(_cuda_arch_guard_program NAMES nvcc PATHS "${beside}" NO_DEFAULT_PATH)
    endif()
    find_program(_cuda_arch_guard_program NAMES nvcc)
    find_program(_cuda_arch_guard_program NAMES nvcc PATHS "$ENV{CUDA_PATH}/bin" NO_DEFAULT_PATH)
    if(_cuda_arch_guard_program)
      set(compiler "${_cuda_arch_guard_program}")
    endif()
    unset(_cuda_arch_guard_program CACHE)
  endif()
  set(${out} "${compiler}" PARENT_SCOPE)
endfunction()

# Where toolkits usually lie and CMake does not look. _cuda_arch_guard_unseen_compiler(<out>)
function(_cuda_arch_guard_unseen_compiler out)
  file(GLOB versions "/usr/local/cuda-*/bin" "/opt/cuda-*/bin")
  list(SORT versions COMPARE NATURAL ORDER DESCENDING)
  unset(_cuda_arch_guard_program CACHE)
  find_program(
    _cuda_arch_guard_program
    NAMES nvcc
    PATHS
      "${CUDAToolkit_ROOT}/bin"
      "$ENV{CUDAToolkit_ROOT}/bin"
      "$ENV{CUDA_HOME}/bin"
      "$ENV{CUDA_ROOT}/bin"
      /usr/local/cuda/bin
      /opt/cuda/bin
      /usr/lib/cuda/bin
      /usr/lib/nvidia-cuda-toolkit/bin
      ${versions}
    NO_DEFAULT_PATH
  )
  if(_cuda_arch_guard_program)
    set(${out} "${_cuda_arch_guard_program}" PARENT_SCOPE)
  else()
    set(${out} "" PARENT_SCOPE)
  endif()
  unset(_cuda_arch_guard_program CACHE)
endfunction()

# Has this CMake a rule for what CMAKE_CUDA_ARCHITECTURES may hold, that is older than the suffixes a
# (3.24) and f (3.24.0 to 3.31.7, 4.0.0 and 4.0.1)? It is asked once, when CUDA is enabled.
function(_cuda_arch_guard_cmake_refuses out value)
  set(${out} FALSE PARENT_SCOPE)
  if(CMAKE_VERSION VERSION_LESS 3.24)
    return()
  endif()
  if(value MATCHES "[0-9]a" AND CMAKE_VERSION VERSION_LESS 3.25)
    set(${out} TRUE PARENT_SCOPE)
  endif()
  if(value MATCHES "[0-9]f")
    if(
      CMAKE_VERSION VERSION_LESS 3.31.8
      OR (CMAKE_VERSION VERSION_GREATER_EQUAL 4.0.0 AND CMAKE_VERSION VERSION_LESS 4.0.2)
    )
      set(${out} TRUE PARENT_SCOPE)
    endif()
  endif()
endfunction()

# The list without suffixes: good enough to enable the language with.
function(_cuda_arch_guard_plain_list out value)
  string(REGEX REPLACE "([0-9])[af]" "\\1" value "${value}")
  list(REMOVE_DUPLICATES value)
  set(${out} "${value}" PARENT_SCOPE)
endfunction()
