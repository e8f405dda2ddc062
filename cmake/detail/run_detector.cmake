# The only file that runs the detector. JSON comes from its stdout, and its exit code says whether some
# finding is an error.
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

# _cuda_arch_guard_run_detector(<prefix> <variable that holds the arguments as a list>)
#
# Sets <prefix>_JSON. If there is none, <prefix>_ID and <prefix>_WRONG, _FOUND, _NEEDS say why; that is
# never to be taken for "no GPU".
function(_cuda_arch_guard_run_detector prefix arguments)
  set(json "")
  set(id "")
  set(wrong "")
  set(found "")
  set(needs "")
  _cuda_arch_guard_seconds(timeout)
  _cuda_arch_guard_build_detector(program problem)
  if(NOT program)
    set(id detector-not-compiled)
    set(wrong "The program that looks for GPUs could not be compiled, so they are not known.")
    set(found "${problem}")
    set(needs "a host compiler for C++17, or an installed cuda-arch-guard of this version")
  else()
    # The program keeps to the time by itself, once for the GPUs and once for the CUDA compiler; the
    # deadline here is for a program that does not.
    math(EXPR deadline "2 * ${timeout} + 5")
    execute_process(
      COMMAND "${program}" ${${arguments}} --timeout ${timeout}
      TIMEOUT ${deadline}
      RESULT_VARIABLE result
      OUTPUT_VARIABLE output
      ERROR_VARIABLE error
    )
    string(JSON schema ERROR_VARIABLE malformed GET "${output}" schema)
    if(result MATCHES "timeout")
      set(id detection-timed-out)
      set(wrong "Looking for GPUs took too long, so they are not known.")
      set(found "no answer of ${program} within ${deadline} s")
      set(needs "a driver that answers, or more time")
    elseif(malformed OR NOT result MATCHES "^[0-3]$")
      string(STRIP "${error}" error)
      string(SUBSTRING "${error}" 0 2000 error)
      set(id detection-failed)
      set(wrong "The program that looks for GPUs failed, so they are not known.")
      set(found "${program}: ${result}\n${error}")
      set(needs "a program that can run on this machine")
    else()
      set(json "${output}")
    endif()
  endif()
  set(${prefix}_JSON "${json}" PARENT_SCOPE)
  set(${prefix}_ID "${id}" PARENT_SCOPE)
  set(${prefix}_WRONG "${wrong}" PARENT_SCOPE)
  set(${prefix}_FOUND "${found}" PARENT_SCOPE)
  set(${prefix}_NEEDS "${needs}" PARENT_SCOPE)
endfunction()

# _cuda_arch_guard_detector_must_answer(<prefix> <variable that holds the arguments as a list>)
#
# Sets <prefix>_JSON; without an answer the configure step ends here.
function(_cuda_arch_guard_detector_must_answer prefix arguments)
  _cuda_arch_guard_run_detector(answer ${arguments})
  if(answer_ID)
    _cuda_arch_guard_report(
      error
      "${answer_ID}"
      WRONG "${answer_WRONG}"
      FOUND "${answer_FOUND}"
      NEEDS "${answer_NEEDS}"
      DO "-DCudaArchGuard_DETECTOR=<path of an installed cuda-arch-guard>"
    )
  endif()
  set(${prefix}_JSON "${answer_JSON}" PARENT_SCOPE)
endfunction()

# CudaArchGuard_TIMEOUT, whole seconds.
function(_cuda_arch_guard_seconds out)
  _cuda_arch_guard_input(value origin TIMEOUT)
  if(value STREQUAL "")
    set(value 30)
  elseif(NOT value MATCHES "^[1-9][0-9]?[0-9]?[0-9]?$")
    _cuda_arch_guard_report(
      error
      wrong-value
      WRONG "CudaArchGuard_TIMEOUT has a value that it does not take."
      FOUND "${value} (${origin})"
      NEEDS "whole seconds, 1 to 9999"
      DO "-DCudaArchGuard_TIMEOUT=30"
    )
  endif()
  set(${out} "${value}" PARENT_SCOPE)
endfunction()

# The options that every question about a selection begins with.
function(_cuda_arch_guard_toolkit_options out compiler)
  set(cache "${CMAKE_BINARY_DIR}/cuda-arch-guard/toolkit.txt")
  set(
    options
    select
    --json
    --compiler
    "${compiler}"
    --toolkit-cache
    "${cache}"
  )
  if(CUDAToolkit_ROOT)
    list(APPEND options --cuda-path "${CUDAToolkit_ROOT}")
  endif()
  set(${out} "${options}" PARENT_SCOPE)
endfunction()
