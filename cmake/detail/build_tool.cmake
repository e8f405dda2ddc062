# cmake -P: configures and builds the tool in a build folder of its own, quietly unless it fails.
#
# SOURCE the folder detector/ · FOLDER the build folder · PROGRAM what is to come out of it · COMPILER
# a command whose words are separated by | · GENERATOR, PLATFORM and MAKE_PROGRAM as in the project
cmake_minimum_required(VERSION 3.20)
include("${CMAKE_CURRENT_LIST_DIR}/report.cmake")

# What is set for the project's own code, and what an outer make tells its own children.
foreach(
  name
  IN
  ITEMS
    CFLAGS
    CXXFLAGS
    CPPFLAGS
    LDFLAGS
    CMAKE_BUILD_TYPE
    CMAKE_TOOLCHAIN_FILE
    DESTDIR
    MAKEFLAGS
    MAKELEVEL
    MFLAGS
)
  unset(ENV{${name}})
endforeach()

# _cuda_arch_guard_tool_step(<step> <command>...)
function(_cuda_arch_guard_tool_step step)
  set(log "${FOLDER}/${step}.log")
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_FILE "${log}" ERROR_FILE "${log}")
  if(result STREQUAL "0")
    return()
  endif()
  file(READ "${log}" output)
  string(LENGTH "${output}" length)
  if(length GREATER 3000)
    math(EXPR start "${length} - 3000")
    string(SUBSTRING "${output}" ${start} -1 output)
  endif()
  string(STRIP "${output}" output)
  _cuda_arch_guard_report(
    error
    tool-not-built
    WRONG "The program that looks into what was built could not be made (${step}: ${result})."
    FOUND "${output}"
    NEEDS "a compiler for C++17; all of its output is in ${log}"
    DO "-DCudaArchGuard_TOOL=<path of an installed cuda-arch-guard>"
  )
endfunction()

get_filename_component(bin "${PROGRAM}" DIRECTORY)
file(MAKE_DIRECTORY "${FOLDER}/build" "${bin}")
set(
  arguments
  -S
  "${SOURCE}"
  -B
  "${FOLDER}/build"
  -G
  "${GENERATOR}"
  -DCMAKE_BUILD_TYPE=Release
  -DBUILD_TESTING=OFF
  "-DCMAKE_RUNTIME_OUTPUT_DIRECTORY=${bin}"
  "-DCMAKE_RUNTIME_OUTPUT_DIRECTORY_RELEASE=${bin}"
)
if(PLATFORM)
  list(APPEND arguments -A "${PLATFORM}")
endif()
if(GENERATOR MATCHES "Ninja|Makefiles")
  list(APPEND arguments "-DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM}")
endif()
if(COMPILER MATCHES "\\|")
  string(REPLACE "|" " " command "${COMPILER}")
  set(ENV{CXX} "${command}")
else()
  list(APPEND arguments "-DCMAKE_CXX_COMPILER=${COMPILER}")
endif()
_cuda_arch_guard_tool_step(configure "${CMAKE_COMMAND}" ${arguments})

set(parallel "")
if("$ENV{CMAKE_BUILD_PARALLEL_LEVEL}" STREQUAL "")
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  set(parallel --parallel ${cores})
endif()
_cuda_arch_guard_tool_step(
  build
  "${CMAKE_COMMAND}"
  --build
  "${FOLDER}/build"
  --config
  Release
  --target
  cuda-arch-guard
  ${parallel}
)
if(NOT EXISTS "${PROGRAM}")
  _cuda_arch_guard_report(
    error
    tool-not-built
    WRONG "The program that looks into what was built is not where it should be."
    FOUND "no ${PROGRAM}"
    NEEDS "a build as in ${FOLDER}/build.log, with the program in that place"
    DO "-DCudaArchGuard_TOOL=<path of an installed cuda-arch-guard>"
  )
endif()
# Newer than the sources even where nothing had to be done: else it would be asked for again.
file(TOUCH "${PROGRAM}")
