# The program cuda-arch-guard for a consumer's build: the installed one, else one that this build makes.
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

# _cuda_arch_guard_tool(): after it there is the imported target CudaArchGuard::cuda-arch-guard
#
# CudaArchGuard_TOOL names a program to use; else the installed one of this version; else it is made
# with the project's build, once, as the target cuda_arch_guard_tool.
function(_cuda_arch_guard_tool)
  if(TARGET CudaArchGuard::cuda-arch-guard)
    return()
  endif()
  _cuda_arch_guard_input(program ignored TOOL)
  if(NOT program)
    _cuda_arch_guard_installed_tool(program)
  endif()
  if(program)
    get_filename_component(program "${program}" ABSOLUTE BASE_DIR "${CMAKE_BINARY_DIR}")
  else()
    _cuda_arch_guard_build_tool(program)
  endif()
  add_executable(CudaArchGuard::cuda-arch-guard IMPORTED GLOBAL)
  set_property(TARGET CudaArchGuard::cuda-arch-guard PROPERTY IMPORTED_LOCATION "${program}")
  if(TARGET cuda_arch_guard_tool)
    add_dependencies(CudaArchGuard::cuda-arch-guard cuda_arch_guard_tool)
  endif()
endfunction()

# The project's compiler, but not its flags: they are for the project's own code.
function(_cuda_arch_guard_build_tool out)
  _cuda_arch_guard_host_compiler(compiler from)
  if(NOT compiler AND CMAKE_CUDA_HOST_COMPILER)
    set(compiler "${CMAKE_CUDA_HOST_COMPILER}")
  endif()
  if(NOT compiler)
    _cuda_arch_guard_report(
      error
      no-host-compiler
      WRONG "The program that looks into what was built cannot be made: there is no C++ compiler."
      FOUND "looked for ${from}"
      NEEDS
        "a compiler for C++17 that makes programs for this machine, or the installed cuda-arch-guard"
      DO "-DCMAKE_CXX_COMPILER=<compiler>" "-DCudaArchGuard_TOOL=<path of cuda-arch-guard>"
    )
  endif()
  _cuda_arch_guard_detector_sources(source ignored)
  set(folder "${CMAKE_BINARY_DIR}/cuda-arch-guard/tool")
  set(program "${folder}/bin/cuda-arch-guard")
  if(CMAKE_HOST_WIN32)
    string(APPEND program ".exe")
  endif()
  # "Ninja Multi-Config" would name the program by its configuration.
  string(REPLACE " Multi-Config" "" generator "${CMAKE_GENERATOR}")
  string(REPLACE ";" "|" compiler "${compiler}")
  file(GLOB_RECURSE sources LIST_DIRECTORIES FALSE "${source}/*")
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/build_tool.cmake")
  add_custom_command(
    OUTPUT "${program}"
    COMMAND
      "${CMAKE_COMMAND}" "-DSOURCE=${source}" "-DFOLDER=${folder}" "-DPROGRAM=${program}"
      "-DCOMPILER=${compiler}" "-DGENERATOR=${generator}" "-DPLATFORM=${CMAKE_GENERATOR_PLATFORM}"
      "-DMAKE_PROGRAM=${CMAKE_MAKE_PROGRAM}" -P "${script}"
    DEPENDS ${sources} "${script}"
    COMMENT "Building the cuda-arch-guard tool"
    VERBATIM
  )
  add_custom_target(cuda_arch_guard_tool ALL DEPENDS "${program}")
  set(${out} "${program}" PARENT_SCOPE)
endfunction()
