#[=======================================================================[.rst:
CudaArchGuardConfig
-------------------

.. code-block:: cmake

  find_package(CudaArchGuard REQUIRED)

loads the commands of CudaArchGuard. Called from the top-level project's own files it also calls
``cuda_arch_guard_init()``, before or after ``project()``. Called from a subproject or from another
package's configuration file it only loads them: the architectures are the top-level project's to
choose.

``CudaArchGuard_AUTO_INIT``
  ``OFF``, set before: ``find_package()`` only loads, and the project calls
  ``cuda_arch_guard_init()`` itself. Default ``ON``.

``CudaArchGuard_ENABLE``
  ``OFF``: every command does nothing. For those who package a project and choose themselves.
#]=======================================================================]
# Read before anything is included: include() sets it too, and does not put it back.
set(_cuda_arch_guard_caller "${CMAKE_PARENT_LIST_FILE}")
include("${CMAKE_CURRENT_LIST_DIR}/CudaArchGuard.cmake")

if(NOT DEFINED CudaArchGuard_AUTO_INIT OR CudaArchGuard_AUTO_INIT)
  _cuda_arch_guard_called_from_top_level(_cuda_arch_guard_top_level "${_cuda_arch_guard_caller}")
  if(_cuda_arch_guard_top_level)
    cuda_arch_guard_init()
  endif()
endif()
unset(_cuda_arch_guard_caller)
unset(_cuda_arch_guard_top_level)
