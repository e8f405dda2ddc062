# project() includes this file: see hooks.cmake.
_cuda_arch_guard_resume()

if(CMAKE_VERSION VERSION_LESS 3.29)
  get_property(_cuda_arch_guard_next GLOBAL PROPERTY _CUDA_ARCH_GUARD_NEXT_HOOK)
  if(_cuda_arch_guard_next AND CMAKE_CURRENT_LIST_FILE STREQUAL CMAKE_PROJECT_INCLUDE)
    include("${_cuda_arch_guard_next}")
  endif()
  unset(_cuda_arch_guard_next)
endif()
