#[=======================================================================[.rst:
cuda_arch_guard_detect
----------------------

The GPUs and the driver of this machine.

.. code-block:: cmake

  cuda_arch_guard_detect(<out-var>)

``<out-var>`` becomes the inventory as JSON, to be read by ``string(JSON)``: ``devices`` with ``name``
and ``compute_capability`` each, ``driver``, ``findings``, and what every source of knowledge said. Where
GPUs are given by ``CudaArchGuard_GPUS`` and the architectures are settled, it holds those. If the
detector cannot be compiled or run, that is an error; with ``CudaArchGuard_ENABLE=OFF`` the variable is
unset.

Example
^^^^^^^

.. code-block:: cmake

  cuda_arch_guard_detect(inventory)
  string(JSON count LENGTH "${inventory}" devices)
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

function(cuda_arch_guard_detect out_var)
  list(APPEND CMAKE_MESSAGE_CONTEXT "CudaArchGuard.detect")
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "")
  _cuda_arch_guard_check_call(cuda_arch_guard_detect "<out-var> only")
  unset(${out_var} PARENT_SCOPE)
  _cuda_arch_guard_enabled(enabled)
  if(NOT enabled)
    return()
  endif()
  get_property(state GLOBAL PROPERTY _CUDA_ARCH_GUARD_STATE)
  set(file "${CMAKE_BINARY_DIR}/cuda-arch-guard/inventory.json")
  if(state STREQUAL "settled" AND EXISTS "${file}")
    file(READ "${file}" inventory)
  else()
    set(options detect --json)
    _cuda_arch_guard_detector_must_answer(answer options)
    set(inventory "${answer_JSON}")
  endif()
  set(${out_var} "${inventory}" PARENT_SCOPE)
endfunction()
