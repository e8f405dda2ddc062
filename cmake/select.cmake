#[=======================================================================[.rst:
cuda_arch_guard_select
----------------------

A selection in the words of one build system, without setting anything: for the architectures of one
target or one source, or for a command line.

.. code-block:: cmake

  cuda_arch_guard_select(<out-var> DIALECT <cmake|torch|nvcc>
    [ARCHITECTURES <item>...] [WITHOUT_GPU <policy>] [GPUS <item>...] [SUPPORTED <item>...]
    [PTX <auto|on|off>] [VARIANTS <plain|family|specific>...] [MINIMAL])

The arguments mean what they mean in ``cuda_arch_guard_init()``. An argument that is not given is what
this configure settled: the same GPUs, the same policies; ``ARCHITECTURES`` is ``auto``. ``MINIMAL``
drops what another entry covers. Without a CUDA compiler, and with ``CudaArchGuard_ENABLE=OFF``,
``<out-var>`` is empty.

Example
^^^^^^^

.. code-block:: cmake

  cuda_arch_guard_select(hopper DIALECT cmake SUPPORTED 90a VARIANTS specific)
  if(hopper)
    set_target_properties(wgmma PROPERTIES CUDA_ARCHITECTURES "${hopper}")
  endif()
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

function(cuda_arch_guard_select out_var)
  list(APPEND CMAKE_MESSAGE_CONTEXT "CudaArchGuard.select")
  set(one DIALECT PTX)
  set(
    many
    ARCHITECTURES
    WITHOUT_GPU
    GPUS
    SUPPORTED
    VARIANTS
  )
  cmake_parse_arguments(PARSE_ARGV 1 arg "MINIMAL" "${one}" "${many}")
  _cuda_arch_guard_check_call(cuda_arch_guard_select "${one};${many};MINIMAL")
  set(${out_var} "" PARENT_SCOPE)
  _cuda_arch_guard_enabled(enabled)
  _cuda_arch_guard_cuda_compiler(compiler)
  if(NOT enabled OR NOT compiler)
    return()
  endif()
  if(NOT DEFINED arg_ARCHITECTURES)
    set(arg_ARCHITECTURES auto)
  endif()
  get_property(devices GLOBAL PROPERTY _CUDA_ARCH_GUARD_DEVICES)
  if(devices AND NOT DEFINED arg_GPUS)
    # Those of this configure are not looked for again.
    set(arg_GPUS "")
  else()
    set(devices "")
  endif()
  _cuda_arch_guard_select_options(options "${compiler}" "${arg_ARCHITECTURES}" arg)
  string(REPLACE ";" "," list "${arg_ARCHITECTURES}")
  list(APPEND options ${devices} --architectures "${list}")
  if(arg_MINIMAL)
    list(APPEND options --minimal)
  endif()
  _cuda_arch_guard_detector_must_answer(answer options)
  string(JSON findings GET "${answer_JSON}" findings)
  _cuda_arch_guard_report_all("${findings}")
  string(JSON value ERROR_VARIABLE problem GET "${answer_JSON}" dialects "${arg_DIALECT}")
  if(problem)
    _cuda_arch_guard_report(
      error
      wrong-call
      WRONG "cuda_arch_guard_select() does not know this dialect."
      FOUND "DIALECT ${arg_DIALECT}"
      NEEDS "cmake, torch or nvcc"
      DO "DIALECT cmake"
    )
  endif()
  set(${out_var} "${value}" PARENT_SCOPE)
endfunction()
