# What the commands that add tests have in common.
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

# _cuda_arch_guard_tests_wanted(<out> <what>): false where CudaArchGuard or testing is off, or CUDA is
# not enabled; that is said.
function(_cuda_arch_guard_tests_wanted out what)
  set(${out} FALSE PARENT_SCOPE)
  _cuda_arch_guard_enabled(enabled)
  if(NOT enabled OR (DEFINED BUILD_TESTING AND NOT BUILD_TESTING))
    return()
  endif()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT "CUDA" IN_LIST languages)
    message(STATUS "CudaArchGuard: CUDA is not enabled, so there are no tests of ${what}")
    return()
  endif()
  set(${out} TRUE PARENT_SCOPE)
  get_property(deferred GLOBAL PROPERTY _CUDA_ARCH_GUARD_LOOKS_FOR_TESTING)
  if(NOT deferred)
    set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_LOOKS_FOR_TESTING TRUE)
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _cuda_arch_guard_look_for_testing)
  endif()
endfunction()

# Without enable_testing() in the top-level folder CMake drops every test without a word.
function(_cuda_arch_guard_look_for_testing)
  if(NOT CMAKE_TESTING_ENABLED)
    # Nobody would use what is built for them.
    foreach(target IN ITEMS cuda_arch_guard_tool cuda_arch_guard_validation)
      if(TARGET ${target})
        set_property(TARGET ${target} PROPERTY EXCLUDE_FROM_ALL TRUE)
      endif()
    endforeach()
    _cuda_arch_guard_report(
      warning
      testing-not-enabled
      WRONG "Tests were added by CudaArchGuard, but testing is not enabled: they will not be run."
      FOUND "neither enable_testing() nor include(CTest) in ${CMAKE_SOURCE_DIR}/CMakeLists.txt"
      NEEDS "testing enabled in the top-level CMakeLists.txt"
      DO "include(CTest)"
    )
  endif()
endfunction()

# Nothing tells for which devices the build is.
function(_cuda_arch_guard_say_nothing_meant command)
  set(found "CMAKE_CUDA_ARCHITECTURES is '${CMAKE_CUDA_ARCHITECTURES}'")
  get_property(state GLOBAL PROPERTY _CUDA_ARCH_GUARD_STATE)
  if(NOT state)
    string(APPEND found ", and nobody called cuda_arch_guard_init()")
  endif()
  _cuda_arch_guard_report(
    error
    nothing-meant
    WRONG "${command}() cannot tell for which devices the build is meant."
    FOUND "${found}"
    NEEDS "a selection, or a list of architectures"
    DO "cuda_arch_guard_init() before it" "-DCudaArchGuard_ARCHITECTURES=<list>"
  )
endfunction()
