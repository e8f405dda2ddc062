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
include("${CMAKE_CURRENT_LIST_DIR}/init.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/detect.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/select.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/verify.cmake" OPTIONAL)
include("${CMAKE_CURRENT_LIST_DIR}/add_validation.cmake" OPTIONAL)
