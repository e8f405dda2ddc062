# Who called find_package(CudaArchGuard)?
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

# _cuda_arch_guard_called_from_top_level(<out> <file that calls>)
#
# True for files of the top-level project, also before its project() and in its subdirectories; false
# for another package's configuration file and for a subproject, also before its own project().
function(_cuda_arch_guard_called_from_top_level out file)
  set(${out} FALSE PARENT_SCOPE)
  get_property(in_try_compile GLOBAL PROPERTY IN_TRY_COMPILE)
  if(in_try_compile OR file MATCHES "(Config|-config|/Find[^/]*)\\.cmake$")
    return()
  endif()
  if(PROJECT_SOURCE_DIR AND NOT PROJECT_SOURCE_DIR STREQUAL CMAKE_SOURCE_DIR)
    return()
  endif()
  if(NOT CMAKE_CURRENT_SOURCE_DIR STREQUAL CMAKE_SOURCE_DIR)
    # A subproject that has not come to its project() yet still has ours in PROJECT_SOURCE_DIR.
    set(pattern "^[ \t]*[Pp][Rr][Oo][Jj][Ee][Cc][Tt][ \t]*\\(")
    file(STRINGS "${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists.txt" call REGEX "${pattern}" LIMIT_COUNT 1)
    if(call)
      return()
    endif()
  endif()
  set(${out} TRUE PARENT_SCOPE)
endfunction()
