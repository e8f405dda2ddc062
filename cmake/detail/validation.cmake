# Images of validation kernels: which there are to be, how they are made, and their tests.
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

# In the checkout templates/ lies beside cmake/, in an installation within it.
function(_cuda_arch_guard_templates out)
  get_filename_component(folder "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../templates" ABSOLUTE)
  if(NOT EXISTS "${folder}/features.json")
    get_filename_component(folder "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../templates" ABSOLUTE)
  endif()
  set(${out} "${folder}" PARENT_SCOPE)
endfunction()

# The compiler of the images: the project's, or where that is a clang the nvcc of its toolkit.
function(_cuda_arch_guard_nvcc out)
  set(nvcc "")
  if(CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA")
    set(nvcc "${CMAKE_CUDA_COMPILER}")
  else()
    _cuda_arch_guard_find_program(
      nvcc
      "${CMAKE_CUDA_COMPILER_TOOLKIT_ROOT}/bin/nvcc"
      "${CMAKE_CUDA_COMPILER_LIBRARY_ROOT}/bin/nvcc"
    )
  endif()
  if(NOT nvcc)
    _cuda_arch_guard_report(
      warning
      validation-needs-nvcc
      WRONG "The validation kernels are not built: their compiler is nvcc."
      FOUND "${CMAKE_CUDA_COMPILER} (${CMAKE_CUDA_COMPILER_ID}), and no nvcc in its toolkit"
      NEEDS "nvcc in the bin folder of the toolkit"
      DO "-DCUDAToolkit_ROOT=<toolkit with nvcc>"
    )
  endif()
  set(${out} "${nvcc}" PARENT_SCOPE)
endfunction()

# Names of all features, or of those that were asked for.
function(_cuda_arch_guard_features out asked)
  _cuda_arch_guard_templates(folder)
  file(READ "${folder}/features.json" json)
  string(JSON count LENGTH "${json}" features)
  math(EXPR last "${count} - 1")
  set(names "")
  foreach(index RANGE ${last})
    string(JSON name GET "${json}" features ${index} name)
    list(APPEND names "${name}")
  endforeach()
  foreach(name IN LISTS asked)
    if(NOT name IN_LIST names)
      string(REPLACE ";" ", " known "${names}")
      _cuda_arch_guard_report(
        error
        unknown-feature
        WRONG "There is no validation kernel of that name."
        FOUND "${name}"
        NEEDS "one of ${known}"
        DO "cuda_arch_guard_add_validation(), for all of them"
      )
    endif()
  endforeach()
  if(asked)
    set(names "${asked}")
  endif()
  set(${out} "${names}" PARENT_SCOPE)
endfunction()

# _cuda_arch_guard_read_feature(<prefix> <feature>): its row; null is empty, an array a list.
function(_cuda_arch_guard_read_feature prefix feature)
  _cuda_arch_guard_templates(folder)
  file(READ "${folder}/features.json" json)
  string(JSON count LENGTH "${json}" features)
  set(index -1)
  set(name "")
  while(NOT name STREQUAL feature)
    math(EXPR index "${index} + 1")
    string(JSON name GET "${json}" features ${index} name)
  endwhile()
  foreach(
    field
    IN
    ITEMS file from to variants code toolkit
  )
    string(JSON type TYPE "${json}" features ${index} ${field})
    set(value "")
    if(type STREQUAL "ARRAY")
      string(JSON length LENGTH "${json}" features ${index} ${field})
      math(EXPR last "${length} - 1")
      foreach(item RANGE ${last})
        string(JSON text GET "${json}" features ${index} ${field} ${item})
        list(APPEND value "${text}")
      endforeach()
    elseif(NOT type STREQUAL "NULL")
      string(JSON value GET "${json}" features ${index} ${field})
    endif()
    string(TOUPPER "${field}" field)
    set(${prefix}_${field} "${value}" PARENT_SCOPE)
  endforeach()
  set(${prefix}_SOURCE_DIR "${folder}" PARENT_SCOPE)
endfunction()

# The selected entries (detail/meant.cmake) that have the feature.
function(_cuda_arch_guard_feature_images out feature entries)
  _cuda_arch_guard_read_feature(row "${feature}")
  set(images "")
  if(NOT row_TOOLKIT OR CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL row_TOOLKIT)
    foreach(entry IN LISTS entries)
      string(REGEX MATCH "^([a-z]+)\\|([0-9]+)([af]?)\\|" ignored "${entry}")
      set(code "${CMAKE_MATCH_1}")
      set(number "${CMAKE_MATCH_2}")
      _cuda_arch_guard_variant(variant ignored "${CMAKE_MATCH_3}")
      if(
        code IN_LIST row_CODE
        AND variant IN_LIST row_VARIANTS
        AND NOT number LESS row_FROM
        AND (NOT row_TO OR NOT number GREATER row_TO)
      )
        list(APPEND images "${entry}")
      endif()
    endforeach()
  endif()
  if(NOT images)
    message(VERBOSE "CudaArchGuard: no selected architecture has ${feature}")
  endif()
  set(${out} "${images}" PARENT_SCOPE)
endfunction()

# The words of features.json and the number of templates/validation.cuh for a suffix.
function(_cuda_arch_guard_variant out_word out_number suffix)
  if(suffix STREQUAL "a")
    set(word specific)
    set(number 2)
  elseif(suffix STREQUAL "f")
    set(word family)
    set(number 1)
  else()
    set(word plain)
    set(number 0)
  endif()
  set(${out_word} ${word} PARENT_SCOPE)
  set(${out_number} ${number} PARENT_SCOPE)
endfunction()

# The commands that make the images of one feature, and the fat binary of all of them.
#
# <out-files>: what is made; <out-lines>: "<name> <device> <device>…", as `validate --images` reads it.
function(
  _cuda_arch_guard_build_images
  out_files
  out_lines
  feature
  images
  nvcc
  folder
)
  _cuda_arch_guard_read_feature(row "${feature}")
  # What the environment adds for the project's code is not for this.
  set(
    compile
    "${CMAKE_COMMAND}"
    -E
    env
    --unset=NVCC_APPEND_FLAGS
    --unset=NVCC_PREPEND_FLAGS
    "${nvcc}"
  )
  if(CMAKE_CUDA_HOST_COMPILER)
    list(APPEND compile -ccbin "${CMAKE_CUDA_HOST_COMPILER}")
  endif()
  file(MAKE_DIRECTORY "${folder}")
  set(source "${row_SOURCE_DIR}/${row_FILE}")
  set(files "")
  set(lines "")
  set(parts "")
  foreach(image IN LISTS images)
    string(REGEX MATCH "^([a-z]+)\\|([0-9]+)([af]?)\\|(.*)$" ignored "${image}")
    set(architecture "${CMAKE_MATCH_2}${CMAKE_MATCH_3}")
    string(REPLACE "," " " devices "${CMAKE_MATCH_4}")
    if(CMAKE_MATCH_1 STREQUAL "real")
      set(name "${feature}.sm_${architecture}.cubin")
      set(what -cubin "-gencode=arch=compute_${architecture},code=sm_${architecture}")
      set(code 1)
      list(APPEND parts "--image3=kind=elf,sm=${architecture},file=${name}")
    else()
      set(name "${feature}.compute_${architecture}.ptx")
      set(what -ptx "-gencode=arch=compute_${architecture},code=compute_${architecture}")
      set(code 2)
      list(APPEND parts "--image3=kind=ptx,sm=${architecture},file=${name}")
    endif()
    _cuda_arch_guard_variant(ignored variant "${CMAKE_MATCH_3}")
    add_custom_command(
      OUTPUT "${folder}/${name}"
      COMMAND
        ${compile} ${what} -DCUDA_ARCH_GUARD_CODE=${code} -DCUDA_ARCH_GUARD_VARIANT=${variant} -o
        "${folder}/${name}" "${source}"
      DEPENDS "${source}" "${row_SOURCE_DIR}/validation.cuh" "${nvcc}"
      COMMENT "Building validation kernel ${name}"
      VERBATIM
    )
    list(APPEND files "${folder}/${name}")
    string(STRIP "${name} ${devices}" line)
    list(APPEND lines "${line}")
  endforeach()
  get_filename_component(beside "${nvcc}" DIRECTORY)
  _cuda_arch_guard_find_program(
    fatbinary
    "${beside}/fatbinary"
    "${CMAKE_CUDA_COMPILER_TOOLKIT_ROOT}/bin/fatbinary"
  )
  if(fatbinary)
    set(name "${feature}.fatbin")
    # Left uncompressed, so that it can be read without the libraries for that.
    add_custom_command(
      OUTPUT "${folder}/${name}"
      COMMAND "${fatbinary}" -64 --compress=false "--create=${name}" ${parts}
      DEPENDS ${files}
      WORKING_DIRECTORY "${folder}"
      COMMENT "Joining validation kernels to ${name}"
      VERBATIM
    )
    list(APPEND files "${folder}/${name}")
    list(APPEND lines "${name}")
  endif()
  set(${out_files} "${files}" PARENT_SCOPE)
  set(${out_lines} "${lines}" PARENT_SCOPE)
endfunction()

function(_cuda_arch_guard_write_images path lines)
  string(REPLACE ";" "\n" text "${lines}")
  _cuda_arch_guard_write_file("${path}" "${text}\n")
endfunction()

function(_cuda_arch_guard_add_gpu_test feature lines folder)
  set(list "${folder}/${feature}.images")
  _cuda_arch_guard_write_images("${list}" "${lines}")
  add_test(
    NAME cuda_arch_guard.validation.gpu.${feature}
    COMMAND "$<TARGET_FILE:CudaArchGuard::cuda-arch-guard>" validate --images "${list}"
  )
  # One at a time: a GPU may be set to serve a single process.
  set_tests_properties(
    cuda_arch_guard.validation.gpu.${feature}
    PROPERTIES LABELS cuda_arch_guard RESOURCE_LOCK cuda_arch_guard_gpu SKIP_RETURN_CODE 77
  )
endfunction()
