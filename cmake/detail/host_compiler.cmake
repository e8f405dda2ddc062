# The compiler that makes programs for the machine that CMake runs on.
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

# _cuda_arch_guard_host_compiler(<out-command> <out-from>)
#
# The command as a list: launcher, compiler, its first arguments, the sysroot. Empty if there is none;
# then <out-from> says what was looked for. What the project adds for its own code (flags, sanitizers,
# link options, launchers) is never part of it.
function(_cuda_arch_guard_host_compiler out_command out_from)
  _cuda_arch_guard_cross_compiling(cross)
  set(command "")
  set(from "c++, g++ and clang++ on PATH")
  if(NOT cross AND CMAKE_CXX_COMPILER)
    set(command ${CMAKE_CXX_COMPILER})
    set(from "CMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}")
    _cuda_arch_guard_first_arguments(arguments)
    list(APPEND command ${arguments})
  elseif(NOT cross AND NOT "$ENV{CXX}" STREQUAL "")
    separate_arguments(command NATIVE_COMMAND "$ENV{CXX}")
    set(from "CXX=$ENV{CXX}")
  else()
    _cuda_arch_guard_find_program(command c++ g++ clang++)
  endif()

  if(command)
    list(POP_FRONT command program)
    _cuda_arch_guard_find_program(found "${program}")
    if(found)
      list(PREPEND command "${found}")
      if(NOT cross AND CMAKE_SYSROOT)
        list(APPEND command "--sysroot=${CMAKE_SYSROOT}")
      endif()
    else()
      set(command "")
    endif()
  endif()
  set(${out_command} "${command}" PARENT_SCOPE)
  set(${out_from} "${from}" PARENT_SCOPE)
endfunction()

# The arguments that belong to the compiler's name: CXX="ccache g++" gives ccache and "g++". Before
# project() they are only in the file in which an earlier configure kept them.
function(_cuda_arch_guard_first_arguments out)
  set(text "${CMAKE_CXX_COMPILER_ARG1}")
  set(kept "${CMAKE_BINARY_DIR}/CMakeFiles/${CMAKE_VERSION}/CMakeCXXCompiler.cmake")
  if(text STREQUAL "" AND NOT CMAKE_CXX_COMPILER_LOADED AND EXISTS "${kept}")
    file(STRINGS "${kept}" line REGEX "^set\\(CMAKE_CXX_COMPILER_ARG1 \"" LIMIT_COUNT 1)
    if(line MATCHES "\"(.*)\"")
      set(text "${CMAKE_MATCH_1}")
    endif()
  endif()
  separate_arguments(arguments NATIVE_COMMAND "${text}")
  set(${out} "${arguments}" PARENT_SCOPE)
endfunction()

# _cuda_arch_guard_find_program(<out> <name>...): the first that is on PATH, or is itself a path.
function(_cuda_arch_guard_find_program out)
  set(${out} "" PARENT_SCOPE)
  foreach(name IN LISTS ARGN)
    unset(_cuda_arch_guard_program CACHE)
    find_program(
      _cuda_arch_guard_program
      NAMES "${name}"
      NO_PACKAGE_ROOT_PATH
      NO_CMAKE_PATH
      NO_CMAKE_ENVIRONMENT_PATH
      NO_CMAKE_SYSTEM_PATH
      NO_CMAKE_FIND_ROOT_PATH
    )
    set(found "${_cuda_arch_guard_program}")
    unset(_cuda_arch_guard_program CACHE)
    if(found)
      set(${out} "${found}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# Is the project built for another machine? CMake itself knows only within project().
function(_cuda_arch_guard_cross_compiling out)
  if(DEFINED CMAKE_CROSSCOMPILING AND CMAKE_SYSTEM_LOADED)
    set(cross "${CMAKE_CROSSCOMPILING}")
  elseif(CMAKE_SYSTEM_NAME)
    set(cross TRUE)
  else()
    set(cross FALSE)
  endif()
  set(${out} "${cross}" PARENT_SCOPE)
endfunction()
