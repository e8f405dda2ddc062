# What can only be done within project(): after the toolchain file was read, or after CUDA is enabled.
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

# Before project() the toolchain file, which may set the compiler and the architectures, is not read yet.
function(_cuda_arch_guard_toolchain_file_is_unread out)
  set(${out} FALSE PARENT_SCOPE)
  set(file "${CMAKE_TOOLCHAIN_FILE}")
  if(NOT file AND CMAKE_VERSION VERSION_GREATER_EQUAL 3.21)
    set(file "$ENV{CMAKE_TOOLCHAIN_FILE}")
  endif()
  if(file AND NOT CMAKE_SYSTEM_LOADED)
    set(${out} TRUE PARENT_SCOPE)
  endif()
endfunction()

# From 3.24 on project() has a place between the toolchain file and the languages. Before, the hook
# comes after the languages.
function(_cuda_arch_guard_arrange_hook)
  if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.24)
    set(files ${CMAKE_PROJECT_TOP_LEVEL_INCLUDES})
    list(APPEND files "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/within_project.cmake")
    _cuda_arch_guard_will_export(CMAKE_PROJECT_TOP_LEVEL_INCLUDES "${files}")
  else()
    _cuda_arch_guard_chain_project_include()
  endif()
endfunction()

# CMAKE_PROJECT_INCLUDE is one file before CMake 3.29 and a list since. What it named before is included
# by ours.
function(_cuda_arch_guard_chain_project_include)
  set(hook "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/within_project.cmake")
  if(NOT hook IN_LIST CMAKE_PROJECT_INCLUDE)
    if(CMAKE_VERSION VERSION_LESS 3.29)
      set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_NEXT_HOOK "${CMAKE_PROJECT_INCLUDE}")
      _cuda_arch_guard_will_export(CMAKE_PROJECT_INCLUDE "${hook}")
    else()
      _cuda_arch_guard_will_export(CMAKE_PROJECT_INCLUDE "${CMAKE_PROJECT_INCLUDE};${hook}")
    endif()
  endif()
endfunction()

function(_cuda_arch_guard_resume)
  get_property(state GLOBAL PROPERTY _CUDA_ARCH_GUARD_STATE)
  if(state STREQUAL "pending")
    _cuda_arch_guard_settle()
  endif()
  _cuda_arch_guard_finish_provisional()
  _cuda_arch_guard_export()
endfunction()
