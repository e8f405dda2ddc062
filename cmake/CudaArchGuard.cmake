#[=======================================================================[.rst:
CudaArchGuard
-------------

The commands of CudaArchGuard. ``find_package(CudaArchGuard)`` loads this file, and so does adding the
project as a subdirectory or by FetchContent; loading it changes nothing.

==================================== ==============================================================
``cuda_arch_guard_init()``           detects, selects and sets the CUDA architectures
``cuda_arch_guard_detect()``         the GPUs and the driver of this machine, as JSON
``cuda_arch_guard_select()``         a selection in the words of one build system
``cuda_arch_guard_verify()``         tests that a target holds code for every device that was meant
``cuda_arch_guard_add_validation()`` builds and tests validation kernels
==================================== ==============================================================
#]=======================================================================]
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/init.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/detect.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/select.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/verify.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/add_validation.cmake")

# What these share. The files do not include each other: each include() parses its file again, whatever
# an include_guard() in it says, and that is time in every configure.
set(
  _cuda_arch_guard_parts
  build_detector
  called_from
  cuda_compiler
  hooks
  host_compiler
  inputs
  inventory
  meant
  precedence
  record
  report
  results
  run_detector
  settle
  targets
  tests
  tool
  validation
  verification
)
foreach(_cuda_arch_guard_part IN LISTS _cuda_arch_guard_parts)
  include("${CMAKE_CURRENT_LIST_DIR}/detail/${_cuda_arch_guard_part}.cmake")
endforeach()
unset(_cuda_arch_guard_part)
unset(_cuda_arch_guard_parts)
