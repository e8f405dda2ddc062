# The detector: a small program without dependencies, compiled once in each build tree.
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

# _cuda_arch_guard_build_detector(<out-program> <out-problem>)
#
# The program that CudaArchGuard_DETECTOR names; else the one compiled here; else an installed
# cuda-arch-guard of this version. If there is none the program is empty and <out-problem> tells why.
function(_cuda_arch_guard_build_detector out_program out_problem)
  get_property(program GLOBAL PROPERTY _CUDA_ARCH_GUARD_DETECTOR)
  set(problem "")
  if(NOT program)
    _cuda_arch_guard_input(program ignored DETECTOR)
    if(NOT program)
      _cuda_arch_guard_compile_detector(program problem)
    endif()
    if(NOT program)
      _cuda_arch_guard_installed_tool(program)
    endif()
    set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_DETECTOR "${program}")
  endif()
  set(${out_program} "${program}" PARENT_SCOPE)
  set(${out_problem} "${problem}" PARENT_SCOPE)
endfunction()

function(_cuda_arch_guard_compile_detector out_program out_problem)
  _cuda_arch_guard_host_compiler(command from)
  if(NOT command)
    set(${out_program} "" PARENT_SCOPE)
    set(${out_problem} "no host compiler; looked for ${from}" PARENT_SCOPE)
    return()
  endif()
  _cuda_arch_guard_detector_sources(folder sources)
  _cuda_arch_guard_fingerprint(fingerprint "${command}" "${sources}")
  set(program "${CMAKE_BINARY_DIR}/cuda-arch-guard/detector")
  if(CMAKE_HOST_WIN32)
    string(APPEND program ".exe")
  endif()
  set(stamp "${CMAKE_BINARY_DIR}/cuda-arch-guard/detector.stamp")
  set(problem "")
  set(built "")
  if(EXISTS "${program}" AND EXISTS "${stamp}")
    file(READ "${stamp}" built)
    foreach(source IN LISTS sources)
      if("${source}" IS_NEWER_THAN "${program}")
        set(built "")
        break()
      endif()
    endforeach()
  endif()
  if(NOT built STREQUAL fingerprint)
    file(REMOVE "${program}" "${stamp}")
    _cuda_arch_guard_run_compiler(problem "${command}" "${folder}" "${program}")
    if(problem STREQUAL "")
      file(WRITE "${stamp}" "${fingerprint}")
    else()
      set(program "")
    endif()
  endif()
  set(${out_program} "${program}" PARENT_SCOPE)
  set(${out_problem} "${problem}" PARENT_SCOPE)
endfunction()

# In the checkout detector/ lies beside cmake/, in an installation within it.
function(_cuda_arch_guard_detector_sources out_folder out_sources)
  get_filename_component(folder "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../detector" ABSOLUTE)
  if(NOT EXISTS "${folder}/detector.cc")
    get_filename_component(folder "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../detector" ABSOLUTE)
  endif()
  set(patterns "${folder}/detector.cc")
  set(
    layers
    base
    arch
    knowledge
    probe
    select
  )
  foreach(layer IN LISTS layers)
    list(APPEND patterns "${folder}/${layer}/*")
  endforeach()
  file(GLOB sources LIST_DIRECTORIES FALSE ${patterns})
  set(${out_folder} "${folder}" PARENT_SCOPE)
  set(${out_sources} "${sources}" PARENT_SCOPE)
endfunction()

# Changes with the compiler and its arguments, the version and the set of sources. Their times are
# compared apart, which is quicker than reading them all in each configure.
function(_cuda_arch_guard_fingerprint out command sources)
  _cuda_arch_guard_version(version)
  set(text "${CMAKE_HOST_SYSTEM_NAME} ${version}\n${sources}")
  foreach(word IN LISTS command)
    if(NOT word MATCHES "^-")
      _cuda_arch_guard_find_program(program "${word}")
      if(program)
        file(REAL_PATH "${program}" word)
        file(SIZE "${word}" size)
        file(TIMESTAMP "${word}" time "%Y-%m-%d %H:%M:%S" UTC)
        string(APPEND word " ${size} ${time}")
      endif()
    endif()
    string(APPEND text "\n${word}")
  endforeach()
  string(SHA1 text "${text}")
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(_cuda_arch_guard_run_compiler out_problem command folder program)
  get_filename_component(directory "${program}" DIRECTORY)
  file(MAKE_DIRECTORY "${directory}")
  # Under another name first: an interrupted link leaves nothing that looks ready.
  set(unfinished "${directory}/unfinished-detector.exe")
  set(
    arguments
    -std=c++17
    -O0
    "-I${folder}"
    -o
    "${unfinished}"
    "${folder}/detector.cc"
  )
  if(CMAKE_HOST_SYSTEM_NAME STREQUAL "Linux")
    list(APPEND arguments -ldl)
  endif()
  # The sources use neither exceptions nor RTTI, and compile faster without. A compiler that does not know
  # these options is asked again without them.
  set(faster -fno-exceptions -fno-rtti -fno-asynchronous-unwind-tables)
  set(none "")
  foreach(options IN ITEMS faster none)
    execute_process(
      COMMAND ${command} ${${options}} ${arguments}
      WORKING_DIRECTORY "${directory}"
      TIMEOUT 300
      RESULT_VARIABLE result
      OUTPUT_VARIABLE output
      ERROR_VARIABLE output
    )
    if(result STREQUAL "0" AND EXISTS "${unfinished}")
      file(RENAME "${unfinished}" "${program}")
      set(${out_problem} "" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  string(REPLACE ";" " " command "${command}")
  string(STRIP "${output}" output)
  string(SUBSTRING "${output}" 0 3000 output)
  set(${out_problem} "${command}: ${result}\n${output}" PARENT_SCOPE)
endfunction()

function(_cuda_arch_guard_installed_tool out)
  # share/cmake/CudaArchGuard/detail, seen from the prefix.
  get_filename_component(prefix "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../../.." ABSOLUTE)
  _cuda_arch_guard_find_program(tool "${prefix}/bin/cuda-arch-guard" cuda-arch-guard)
  if(tool)
    _cuda_arch_guard_version(version)
    execute_process(
      COMMAND "${tool}" --version
      TIMEOUT 30
      OUTPUT_VARIABLE output
      ERROR_VARIABLE ignored
      RESULT_VARIABLE result
    )
    string(REPLACE "." "\\." version "${version}")
    if(NOT result STREQUAL "0" OR NOT output MATCHES "(^|[^0-9.])${version}([^0-9.]|$)")
      set(tool "")
    endif()
  endif()
  set(${out} "${tool}" PARENT_SCOPE)
endfunction()

function(_cuda_arch_guard_version out)
  include("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../CudaArchGuardConfigVersion.cmake")
  set(${out} "${PACKAGE_VERSION}" PARENT_SCOPE)
endfunction()
