#[=======================================================================[.rst:
cuda_arch_guard_init
--------------------

Detects the GPUs, selects the CUDA architectures to build for, and sets them.

.. code-block:: cmake

  cuda_arch_guard_init(
    [ARCHITECTURES <item>...]
    [WITHOUT_GPU <policy>]
    [GPUS <item>...]
    [SUPPORTED <item>...]
    [PTX <auto|on|off>]
    [VARIANTS <plain|family|specific>...]
    [ENFORCE <ON|OFF>]
    [TIMEOUT <seconds>]
  )

``find_package(CudaArchGuard)`` in a top-level project makes this call without arguments. It may stand
before ``project()``, between ``project()`` and ``enable_language(CUDA)``, or after CUDA is enabled; the
first two are better, since targets and CMake's own tests then see the value from the start.

The architectures are settled once in a configure. A later call with arguments may only narrow for which
devices they are.

Each argument is the project's wish. The variable ``CudaArchGuard_<NAME>`` typed by the user comes before
it, then the environment variable ``CUDA_ARCH_GUARD_<NAME>``, then the project's variable of that name. So
does ``CudaArchGuard_DETECTOR``, the path of an installed ``cuda-arch-guard`` to be used instead of the
detector that is compiled in the build tree.

``ARCHITECTURES``
  What to build for. ``auto``, the default: the attached GPUs. ``covering``: the least set that serves
  every device that this toolkit and host can serve, and PTX of the highest. ``all``, ``all-major``; or a
  list of ``86``, ``8.6``, ``sm_86``, ``compute_86``, ``90a``, ``100f``, ``8.6+PTX``, names of GPUs and
  of generations. ``native`` means ``auto``.

  A list typed as ``CMAKE_CUDA_ARCHITECTURES``, or given by ``CUDAARCHS`` or by the project's own
  ``CMAKE_CUDA_ARCHITECTURES``, is used as it is, and is checked. What came from the environment is
  remembered by the build tree, as CMake remembers ``CXX``.

``WITHOUT_GPU``
  What ``auto`` becomes where no GPU is visible: ``error``, ``covering`` (the default), ``all-major``,
  ``all`` or a list.

``GPUS``
  The GPUs that are meant, instead of detection: names, compute capabilities, or the path of an
  ``inventory.json`` that was made on another machine (relative to the top-level project, else to the
  build tree). A cross build needs them, or a list.

``SUPPORTED``
  What the sources can be built for; other architectures are left out, and that is said.

``PTX``
  ``auto``: only where a device needs it. ``on``: also PTX of the highest architecture. ``off``: none.

``VARIANTS``
  ``plain``, the default; ``family`` (100f) and ``specific`` (90a) variants where they exist.

``ENFORCE``
  ``ON``: targets that end with other architectures are changed and not only reported.

``TIMEOUT``
  Seconds for all of detection, 30 by default.

Result Variables
^^^^^^^^^^^^^^^^

``CMAKE_CUDA_ARCHITECTURES``
  Also written to the cache, unless the entry there is the user's.
``TORCH_CUDA_ARCH_LIST``
  Also in the environment of what runs at configure. A value of the user is kept, and checked.
``CudaArchGuard_SELECTION``
  Path of ``selection.json``: the architectures with the devices each is for, and why.
``CudaArchGuard_DEVICES``
  The compute capabilities of the GPUs.
``CudaArchGuard_REASON``
  One line: what, for which GPUs, from where.
``CudaArchGuard_ENVIRONMENT``
  For what runs at build time: items for ``cmake -E env``.
``CudaArchGuard_CMAKE_ARGS``
  For ``ExternalProject_Add(CMAKE_ARGS)``.

In ``<build>/cuda-arch-guard`` lie ``inventory.json``, ``selection.json``, ``environment.sh`` and
``environment.ps1``. Where CMake will find no CUDA compiler nothing is set, and one line says so.

Example
^^^^^^^

.. code-block:: cmake

  set(CudaArchGuard_AUTO_INIT OFF)
  find_package(CudaArchGuard REQUIRED)
  cuda_arch_guard_init(SUPPORTED 80 86 89 90 WITHOUT_GPU all-major)
  project(app LANGUAGES CXX CUDA)
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

function(cuda_arch_guard_init)
  list(APPEND CMAKE_MESSAGE_CONTEXT "CudaArchGuard.init")
  set(one PTX ENFORCE TIMEOUT)
  set(
    many
    ARCHITECTURES
    WITHOUT_GPU
    GPUS
    SUPPORTED
    VARIANTS
  )
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "${one}" "${many}")
  _cuda_arch_guard_check_call(cuda_arch_guard_init "${one};${many}")
  # Read once, so that CMake does not call a typed one unused where it makes no difference.
  foreach(name IN LISTS one many ITEMS DETECTOR)
    set(ignored "${CudaArchGuard_${name}}")
  endforeach()
  _cuda_arch_guard_enabled(enabled)
  if(NOT enabled)
    return()
  endif()

  set(narrows FALSE)
  foreach(name IN LISTS one many)
    if(DEFINED arg_${name})
      set(narrows TRUE)
      set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_KEYWORD_${name} "${arg_${name}}")
    endif()
  endforeach()
  get_property(state GLOBAL PROPERTY _CUDA_ARCH_GUARD_STATE)
  if(NOT state)
    _cuda_arch_guard_settle()
  elseif(state STREQUAL "settled" AND narrows)
    _cuda_arch_guard_narrow()
  endif()
  _cuda_arch_guard_export()
endfunction()
