#[=======================================================================[.rst:
inject
------

Guards a project without editing it. From CMake 3.24 on:

.. code-block:: sh

  cmake -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=<prefix>/share/cmake/CudaArchGuard/inject.cmake …

The variable is a list, so this file can stand beside another one, such as a Conan provider. Before
3.24 the same is done by ``-DCMAKE_PROJECT_INCLUDE=<…>/inject.cmake``.

All inputs of ``cuda_arch_guard_init()`` can be given with ``-D`` or in the environment.
#]=======================================================================]
include("${CMAKE_CURRENT_LIST_DIR}/CudaArchGuard.cmake")

# CMAKE_PROJECT_INCLUDE comes here at every project(), and only the first one is meant.
if(CMAKE_CURRENT_SOURCE_DIR STREQUAL CMAKE_SOURCE_DIR)
  cuda_arch_guard_init()
endif()
