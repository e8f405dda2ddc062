# The inputs that a user, the environment or the project may give, and who of them wins.
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

# _cuda_arch_guard_input(<out-value> <out-origin> <NAME>)
#
# The first that is given: typed (-D, preset, toolchain file, cache), the environment variable
# CUDA_ARCH_GUARD_<NAME>, the project's variable, the keyword of cuda_arch_guard_init(). Empty if none
# is. The origin is a phrase for people.
function(_cuda_arch_guard_input out_value out_origin name)
  set(variable CudaArchGuard_${name})
  get_property(keyword GLOBAL PROPERTY _CUDA_ARCH_GUARD_KEYWORD_${name})
  set(value "")
  set(origin "")
  _cuda_arch_guard_typed(typed ${variable})
  if(NOT typed STREQUAL "")
    set(value "${typed}")
    set(origin "-D${variable}")
  elseif(NOT "$ENV{CUDA_ARCH_GUARD_${name}}" STREQUAL "")
    set(value "$ENV{CUDA_ARCH_GUARD_${name}}")
    set(origin "environment variable CUDA_ARCH_GUARD_${name}")
  elseif(NOT "${${variable}}" STREQUAL "")
    set(value "${${variable}}")
    set(origin "the project's ${variable}")
  elseif(NOT "${keyword}" STREQUAL "")
    set(value "${keyword}")
    set(origin "cuda_arch_guard_init(${name})")
  endif()
  set(${out_value} "${value}" PARENT_SCOPE)
  set(${out_origin} "${origin}" PARENT_SCOPE)
endfunction()

# What was typed: the cache entry, or what the toolchain file sets.
function(_cuda_arch_guard_typed out variable)
  # $CACHE{} alone does not count as a use: CMake would say that the variable was typed in vain.
  set(value "${${variable}}")
  set(value "$CACHE{${variable}}")
  if(value STREQUAL "")
    _cuda_arch_guard_toolchain_value(value ${variable})
  endif()
  set(${out} "${value}" PARENT_SCOPE)
endfunction()

# The normal variable that the toolchain file sets. By now CMake or the project may have replaced it, so
# a file that mentions the variable is included once more, for this function alone. If it lets itself be
# included only once, the variable as it is must do.
function(_cuda_arch_guard_toolchain_value out variable)
  set(${out} "" PARENT_SCOPE)
  if(NOT CMAKE_TOOLCHAIN_FILE OR NOT CMAKE_SYSTEM_LOADED)
    return()
  endif()
  foreach(file IN LISTS CMAKE_TOOLCHAIN_FILE VCPKG_CHAINLOAD_TOOLCHAIN_FILE)
    get_filename_component(file "${file}" ABSOLUTE BASE_DIR "${CMAKE_SOURCE_DIR}")
    if(EXISTS "${file}" AND NOT IS_DIRECTORY "${file}")
      file(STRINGS "${file}" line REGEX "^[^#]*${variable}[^A-Za-z0-9_]" LIMIT_COUNT 1)
      if(line)
        set(now "${${variable}}")
        set(${variable} "")
        include("${file}")
        if("${${variable}}" STREQUAL "")
          set(${variable} "${now}")
        endif()
        set(${out} "${${variable}}" PARENT_SCOPE)
      endif()
    endif()
  endforeach()
endfunction()

# CudaArchGuard_ENABLE, on unless somebody turns it off; never on within try_compile().
function(_cuda_arch_guard_enabled out)
  get_property(in_try_compile GLOBAL PROPERTY IN_TRY_COMPILE)
  _cuda_arch_guard_input(enable ignored ENABLE)
  if(in_try_compile OR (NOT enable STREQUAL "" AND NOT enable))
    set(${out} FALSE PARENT_SCOPE)
  else()
    set(${out} TRUE PARENT_SCOPE)
  endif()
endfunction()
