#[=======================================================================[.rst:
cuda_arch_guard_verify
----------------------

Adds a test that what was built holds device code for every device that was meant.

.. code-block:: cmake

  cuda_arch_guard_verify(
    <target>...
    [ARCHITECTURES <item>...]
    [RUN]
    [ALLOW_JIT]
    [ALLOW_SPECIALISED <regex>]
    [ALLOW_GAP <regex>]
  )

For each target the test ``cuda_arch_guard.verify.<target>``, with the label ``cuda_arch_guard``, reads
the file that was built and judges every unit in it (normally one source file) for every device. It
needs no GPU. It is about coverage of devices and not about equal lists: a cubin for a lower minor
version of the same generation will do. Code by JIT from PTX is accepted for a device only where the
selection chose PTX for it. The test fails where a unit has nothing for a device, where the target has
no device code at all, and where an image could not be opened.

The devices that are meant are those of the selection: the GPUs that were detected or named, and for a
list of architectures the capability of each entry. In a build where nobody called
``cuda_arch_guard_init()`` they come from ``CMAKE_CUDA_ARCHITECTURES``.

``<target>``
  An executable, a library of any kind, or an imported one. Of an ``OBJECT`` library the object files
  are read. An ``INTERFACE`` library has no file: the targets of this build that use it are read, and
  those that it links.

``ARCHITECTURES``
  Other devices than those of the selection: ``86``, ``8.6``, ``86-real``, names of GPUs. ``86-virtual``
  accepts JIT for that device.

``RUN``
  Reserved: also to run the target. Not available in this version, and an error.

``ALLOW_JIT``
  JIT is good enough for every device.

``ALLOW_SPECIALISED``
  Units whose name matches may hold nothing but code for other devices on purpose (``90a``, ``100f``).

``ALLOW_GAP``
  Units whose name matches need not cover the devices.

A unit is named by its source file; ``cuda-arch-guard inspect --units`` lists the names.

The test is made by the program ``cuda-arch-guard``: the installed one, else it is built with the
project, as the target ``cuda_arch_guard_tool``. ``CudaArchGuard_TOOL`` names another one. After the call
it is the imported target ``CudaArchGuard::cuda-arch-guard``.

Nothing happens where CUDA is not enabled, where ``BUILD_TESTING`` is ``OFF``, or where
``CudaArchGuard_ENABLE`` is ``OFF``.

Example
^^^^^^^

.. code-block:: cmake

  find_package(CudaArchGuard REQUIRED)
  project(app LANGUAGES CXX CUDA)
  include(CTest)
  add_executable(app main.cu)
  cuda_arch_guard_verify(app)
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

function(cuda_arch_guard_verify)
  list(APPEND CMAKE_MESSAGE_CONTEXT "CudaArchGuard.verify")
  set(flags RUN ALLOW_JIT)
  set(one ALLOW_SPECIALISED ALLOW_GAP)
  cmake_parse_arguments(PARSE_ARGV 0 arg "${flags}" "${one}" "ARCHITECTURES")
  set(targets "${arg_UNPARSED_ARGUMENTS}")
  unset(arg_UNPARSED_ARGUMENTS)
  _cuda_arch_guard_check_call(cuda_arch_guard_verify "${flags};${one};ARCHITECTURES")
  _cuda_arch_guard_tests_wanted(wanted "${targets}")
  if(NOT wanted)
    return()
  endif()
  _cuda_arch_guard_check_targets("${targets}" "${arg_RUN}")
  _cuda_arch_guard_tool()
  _cuda_arch_guard_device_arguments(arguments "${arg_ARCHITECTURES}" "${arg_ALLOW_JIT}")
  list(APPEND arguments --require-device-code --forbid-specialised)
  if(DEFINED arg_ALLOW_SPECIALISED)
    list(APPEND arguments --allow-specialised "${arg_ALLOW_SPECIALISED}")
  endif()
  if(DEFINED arg_ALLOW_GAP)
    list(APPEND arguments --allow-gap "${arg_ALLOW_GAP}")
  endif()
  foreach(target IN LISTS targets)
    _cuda_arch_guard_files_of(files ${target})
    add_test(
      NAME cuda_arch_guard.verify.${target}
      COMMAND
        "$<TARGET_FILE:CudaArchGuard::cuda-arch-guard>" check --target ${target} ${arguments} --
        "${files}"
      COMMAND_EXPAND_LISTS
    )
    set_tests_properties(cuda_arch_guard.verify.${target} PROPERTIES LABELS cuda_arch_guard)
  endforeach()
endfunction()
