# What comes out: variables, and files in <build>/cuda-arch-guard.
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

function(_cuda_arch_guard_set_results value torch reason)
  set(folder "${CMAKE_BINARY_DIR}/cuda-arch-guard")
  _cuda_arch_guard_will_export(CudaArchGuard_SELECTION "${folder}/selection.json")
  _cuda_arch_guard_will_export(CudaArchGuard_REASON "${reason}")
  _cuda_arch_guard_will_export(TORCH_CUDA_ARCH_LIST "${torch}")

  # A semicolon would end an item: commas and blanks separate here, $<SEMICOLON> in the arguments.
  string(REPLACE ";" " " blanks "${torch}")
  string(REPLACE ";" "," commas "${value}")
  string(REPLACE ";" "$<SEMICOLON>" escaped "${value}")
  _cuda_arch_guard_will_export(
    CudaArchGuard_ENVIRONMENT
    "TORCH_CUDA_ARCH_LIST=${blanks};CUDA_ARCH_GUARD_ARCHITECTURES=${commas}"
  )
  _cuda_arch_guard_will_export(
    CudaArchGuard_CMAKE_ARGS
    "-DCMAKE_CUDA_ARCHITECTURES:STRING=${escaped}"
  )
  _cuda_arch_guard_write_file(
    "${folder}/environment.sh"
    "# ${reason}\nexport TORCH_CUDA_ARCH_LIST='${blanks}'\nexport CUDAARCHS='${value}'\n"
  )
  _cuda_arch_guard_write_file(
    "${folder}/environment.ps1"
    "# ${reason}\n$env:TORCH_CUDA_ARCH_LIST = '${blanks}'\n$env:CUDAARCHS = '${value}'\n"
  )
endfunction()

# Only if it changes: others may depend on the file's time.
function(_cuda_arch_guard_write_file path text)
  set(old "")
  if(EXISTS "${path}")
    file(READ "${path}" old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE "${path}" "${text}")
  endif()
endfunction()

# _cuda_arch_guard_torch(<out> <selection's list>)
#
# TORCH_CUDA_ARCH_LIST: the user's, typed or in the environment, is kept and checked; so is the
# project's; else the selection's. It is set in the environment too, for what runs at configure.
function(_cuda_arch_guard_torch out torch)
  set(variable TORCH_CUDA_ARCH_LIST)
  set(marker CUDA_ARCH_GUARD_WROTE_TORCH_CUDA_ARCH_LIST)
  set(mine FALSE)
  if("$ENV{${variable}}" STREQUAL "" OR "$ENV{${variable}}" STREQUAL "$ENV{${marker}}")
    set(mine TRUE)
  endif()
  get_property(written GLOBAL PROPERTY _CUDA_ARCH_GUARD_TORCH)
  _cuda_arch_guard_typed(typed ${variable})
  _cuda_arch_guard_normal_variable(normal ${variable})
  set(given "")
  if(NOT typed STREQUAL "")
    set(given "${typed}")
    set(origin "-D${variable}")
  elseif(NOT mine)
    set(given "$ENV{${variable}}")
    set(origin "environment variable ${variable}")
  elseif(NOT normal STREQUAL "" AND NOT normal STREQUAL "${written}")
    set(given "${normal}")
    set(origin "the project's ${variable}")
  endif()
  if(NOT given STREQUAL "")
    _cuda_arch_guard_check_list(findings "${given}" torch "${origin}")
    _cuda_arch_guard_report_all("${findings}" AT_MOST_WARN)
    set(torch "${given}")
  endif()
  set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_TORCH "${torch}")
  if(mine)
    set(ENV{${variable}} "${torch}")
    set(ENV{${marker}} "${torch}")
  endif()
  set(${out} "${torch}" PARENT_SCOPE)
endfunction()

# What the detector finds about a list that somebody gave, for the devices of this configure. JSON.
function(_cuda_arch_guard_check_list out list reading origin)
  get_property(compiler GLOBAL PROPERTY _CUDA_ARCH_GUARD_COMPILER)
  get_property(devices GLOBAL PROPERTY _CUDA_ARCH_GUARD_DEVICES)
  _cuda_arch_guard_toolkit_options(options "${compiler}")
  string(REPLACE ";" "\\;" list "${list}")
  list(
    APPEND options
    --architectures
    "${list}"
    --reading
    ${reading}
    --origin
    "${origin}"
  )
  list(APPEND options --no-detect ${devices})
  _cuda_arch_guard_run_detector(answer options)
  set(findings "[]")
  if(NOT answer_ID)
    string(JSON findings GET "${answer_JSON}" findings)
  endif()
  set(${out} "${findings}" PARENT_SCOPE)
endfunction()
