#[=======================================================================[.rst:
cuda_arch_guard_add_validation
------------------------------

Builds validation kernels for the selected architectures and adds tests that run them.

.. code-block:: cmake

  cuda_arch_guard_add_validation([FEATURES <feature>...])

Every validation kernel uses one feature of the hardware and computes numbers that are compared with a
reference. It is compiled by the project's CUDA compiler, without the project's flags, to one image for
each selected architecture that has the feature: a cubin or PTX. The images are made with the project's
build, by the target ``cuda_arch_guard_validation``.

``FEATURES``
  Which kernels; all by default. They are the rows of ``templates/features.json``.

The tests have the label ``cuda_arch_guard``:

``cuda_arch_guard.validation.static``
  Every image is what was selected, and runs on the devices that it was selected for by the rules of
  compatibility. It needs no GPU and is never skipped.

``cuda_arch_guard.validation.gpu.<feature>``
  Loads the images of that kernel with the driver and runs them on every visible GPU, each image by
  itself and all together as a fat binary, with a time limit. One line an image and device says what
  served (a cubin or JIT), for which architecture, and whether the numbers are right. Where there is no
  driver or no GPU the test is skipped, with the reason.

Nothing happens where CUDA is not enabled, or where ``CudaArchGuard_ENABLE`` is ``OFF``. Call it once, in
a project that calls ``enable_testing()`` or includes ``CTest``; a second call does nothing.

Example
^^^^^^^

.. code-block:: cmake

  find_package(CudaArchGuard REQUIRED)
  project(app LANGUAGES CXX CUDA)
  include(CTest)
  cuda_arch_guard_add_validation()
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

function(cuda_arch_guard_add_validation)
  list(APPEND CMAKE_MESSAGE_CONTEXT "CudaArchGuard.add_validation")
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FEATURES")
  _cuda_arch_guard_check_call(cuda_arch_guard_add_validation "FEATURES")
  _cuda_arch_guard_tests_wanted(wanted "validation kernels")
  if(NOT wanted OR TARGET cuda_arch_guard_validation)
    return()
  endif()
  _cuda_arch_guard_nvcc(nvcc)
  if(NOT nvcc)
    return()
  endif()
  _cuda_arch_guard_selected(entries)
  if(NOT entries)
    _cuda_arch_guard_say_nothing_meant(cuda_arch_guard_add_validation)
  endif()
  _cuda_arch_guard_features(features "${arg_FEATURES}")
  _cuda_arch_guard_tool()
  set(folder "${CMAKE_BINARY_DIR}/cuda-arch-guard/validation")
  set(lines "")
  set(files "")
  foreach(feature IN LISTS features)
    _cuda_arch_guard_feature_images(images "${feature}" "${entries}")
    if(images)
      _cuda_arch_guard_build_images(made listed "${feature}" "${images}" "${nvcc}" "${folder}")
      list(APPEND files ${made})
      list(APPEND lines ${listed})
      _cuda_arch_guard_add_gpu_test("${feature}" "${listed}" "${folder}")
    endif()
  endforeach()
  add_custom_target(cuda_arch_guard_validation ALL DEPENDS ${files})
  _cuda_arch_guard_write_images("${folder}/all.images" "${lines}")
  add_test(
    NAME cuda_arch_guard.validation.static
    COMMAND
      "$<TARGET_FILE:CudaArchGuard::cuda-arch-guard>" validate --static --images
      "${folder}/all.images"
  )
  set_tests_properties(cuda_arch_guard.validation.static PROPERTIES LABELS cuda_arch_guard)
endfunction()
