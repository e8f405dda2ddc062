# From the wish to the variables: asks the detector once and sets what follows from its answer.
#
# What a function here wants to set in the scope of the project is kept in global properties, and
# _cuda_arch_guard_export() sets it there.
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

# Settles, or arranges for it to happen later. The states are: nothing yet, pending (until a toolchain
# file was read), no-compiler (looked at again at the end), settled.
function(_cuda_arch_guard_settle)
  _cuda_arch_guard_defer_end_of_configure()
  _cuda_arch_guard_toolchain_file_is_unread(unread)
  if(unread)
    set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_STATE pending)
    _cuda_arch_guard_arrange_hook()
    return()
  endif()
  _cuda_arch_guard_cuda_compiler(compiler)
  if(NOT compiler)
    _cuda_arch_guard_say_no_compiler()
    set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_STATE no-compiler)
    return()
  endif()
  _cuda_arch_guard_wish(wish)
  _cuda_arch_guard_select_options(options "${compiler}" "${wish_TEXT}" "")
  string(REPLACE ";" "\\;" text "${wish_TEXT}")
  list(APPEND options --architectures "${text}" --reading ${wish_READING})
  if(wish_ORIGIN)
    list(APPEND options --origin "${wish_ORIGIN}")
  endif()
  set(folder "${CMAKE_BINARY_DIR}/cuda-arch-guard")
  file(MAKE_DIRECTORY "${folder}")
  list(APPEND options --save-inventory "${folder}/inventory.json")

  _cuda_arch_guard_keeps_text(keep)
  _cuda_arch_guard_run_detector(answer options)
  if(answer_ID)
    _cuda_arch_guard_go_on_unchecked(${keep})
    return()
  endif()
  _cuda_arch_guard_write_file("${folder}/selection.json" "${answer_JSON}")
  string(JSON findings GET "${answer_JSON}" findings)
  string(JSON toolkit GET "${answer_JSON}" toolkit source)
  if(keep AND toolkit STREQUAL "")
    # A compiler that could not be asked: the list that was given is used, unchecked.
    _cuda_arch_guard_report_all("${findings}" AT_MOST_WARN)
  else()
    _cuda_arch_guard_report_all("${findings}")
  endif()
  set(value "${wish_TEXT}")
  if(NOT keep)
    string(JSON value GET "${answer_JSON}" dialects cmake)
  endif()
  string(JSON torch GET "${answer_JSON}" dialects torch)
  string(JSON reason GET "${answer_JSON}" reason)
  set(inventory "")
  if(EXISTS "${folder}/inventory.json")
    file(READ "${folder}/inventory.json" inventory)
  endif()
  _cuda_arch_guard_device_options(devices "${inventory}")
  set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_DEVICES "${devices}")
  set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_COMPILER "${compiler}")
  _cuda_arch_guard_torch(torch "${torch}")
  _cuda_arch_guard_set_value("${value}")
  _cuda_arch_guard_capabilities(capabilities "${devices}")
  _cuda_arch_guard_will_export(CudaArchGuard_DEVICES "${capabilities}")
  _cuda_arch_guard_set_results("${value}" "${torch}" "${reason}")
  set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_STATE settled)
  message(STATUS "CudaArchGuard: ${reason}")
endfunction()

# The detector's options for a question about <wish>: the toolkit, the devices and the policies. Where
# the caller has <prefix>_<NAME>, that comes before the inputs of this configure.
function(_cuda_arch_guard_select_options out compiler wish prefix)
  _cuda_arch_guard_toolkit_options(options "${compiler}")
  _cuda_arch_guard_asked(gpus GPUS)
  if(gpus)
    _cuda_arch_guard_given_devices(options "${gpus}")
  endif()
  _cuda_arch_guard_cross_compiling(cross)
  if(cross)
    _cuda_arch_guard_cross_options(options "${wish}" "${gpus}")
  endif()
  foreach(name IN ITEMS WITHOUT_GPU SUPPORTED VARIANTS)
    _cuda_arch_guard_asked(value ${name})
    if(NOT value STREQUAL "")
      string(TOLOWER "--${name}" option)
      string(REPLACE "_" "-" option "${option}")
      string(REPLACE ";" "," value "${value}")
      list(APPEND options ${option} "${value}")
    endif()
  endforeach()
  _cuda_arch_guard_asked(ptx PTX)
  if(NOT ptx STREQUAL "")
    list(APPEND options --ptx "${ptx}")
  endif()
  set(${out} "${options}" PARENT_SCOPE)
endfunction()

function(_cuda_arch_guard_asked out name)
  if(DEFINED ${prefix}_${name})
    set(value "${${prefix}_${name}}")
  else()
    _cuda_arch_guard_input(value ignored ${name})
  endif()
  set(${out} "${value}" PARENT_SCOPE)
endfunction()

# Nothing is run for the target of a cross build, and the GPUs of this machine say nothing about it.
function(_cuda_arch_guard_cross_options variable wish gpus)
  set(options "${${variable}}")
  get_property(known GLOBAL PROPERTY _CUDA_ARCH_GUARD_DEVICES)
  if(wish STREQUAL "auto" AND NOT gpus AND NOT known)
    _cuda_arch_guard_report(
      error
      cross-needs-gpus
      WRONG "This is a cross build: the GPUs that it is for cannot be detected here."
      FOUND "built for ${CMAKE_SYSTEM_NAME} ${CMAKE_SYSTEM_PROCESSOR}, no GPUs and no list given"
      NEEDS "the GPUs of the target, or a list of architectures"
      DO
        "-DCudaArchGuard_GPUS=<names, capabilities or inventory.json of the target>"
        "-DCudaArchGuard_ARCHITECTURES=<list, covering, all-major or all>"
    )
  endif()
  if(NOT gpus)
    list(APPEND options --no-detect)
  endif()
  string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" processor)
  if(processor MATCHES "^(aarch64|arm64)")
    list(APPEND options --host aarch64)
  elseif(processor MATCHES "^(x86_64|amd64)")
    list(APPEND options --host x86_64)
  else()
    list(APPEND options --host other)
  endif()
  set(${variable} "${options}" PARENT_SCOPE)
endfunction()

# A list in CMake's own words is left as it was written; one that CMake would refuse is not.
function(_cuda_arch_guard_keeps_text out)
  set(keep FALSE)
  if(wish_READING STREQUAL "cmake")
    set(keep TRUE)
    string(TOUPPER "${wish_TEXT}" word)
    if(wish_TEXT MATCHES "^all(-major)?$")
      if(CMAKE_VERSION VERSION_LESS 3.23)
        set(keep FALSE)
      endif()
    elseif(NOT word MATCHES "^(OFF|FALSE|NO|N|0)$")
      foreach(item IN LISTS wish_TEXT)
        if(NOT item MATCHES "^[0-9]+[af]?(-real|-virtual)?$")
          set(keep FALSE)
        endif()
      endforeach()
    endif()
  endif()
  set(${out} ${keep} PARENT_SCOPE)
endfunction()

# A later call of cuda_arch_guard_init() settles again, for fewer devices.
function(_cuda_arch_guard_narrow)
  set(file "${CMAKE_BINARY_DIR}/cuda-arch-guard/selection.json")
  _cuda_arch_guard_devices_meant(before "${file}")
  _cuda_arch_guard_settle()
  _cuda_arch_guard_devices_meant(after "${file}")
  set(added "${after}")
  list(REMOVE_ITEM added ${before})
  if(before AND added)
    _cuda_arch_guard_report(
      error
      init-may-only-narrow
      WRONG "A later cuda_arch_guard_init() asks for devices that the first one did not mean."
      FOUND "first for ${before}; now also for ${added}"
      NEEDS "one call that settles; targets and CMake's tests may have used the first value"
      DO
        "set(CudaArchGuard_AUTO_INIT OFF) before find_package(CudaArchGuard), and one call of init()"
    )
  endif()
endfunction()

function(_cuda_arch_guard_devices_meant out file)
  set(devices "")
  if(EXISTS "${file}")
    file(READ "${file}" json)
    string(JSON count ERROR_VARIABLE ignored LENGTH "${json}" devices)
    if(count GREATER 0)
      math(EXPR last "${count} - 1")
      foreach(index RANGE ${last})
        string(JSON device GET "${json}" devices ${index})
        list(APPEND devices "${device}")
      endforeach()
    endif()
  endif()
  set(${out} "${devices}" PARENT_SCOPE)
endfunction()

# Without an answer: what the user listed stands, unchecked; anything else cannot be settled.
function(_cuda_arch_guard_go_on_unchecked keep)
  file(REMOVE "${CMAKE_BINARY_DIR}/cuda-arch-guard/selection.json")
  if(keep)
    set(severity warning)
    string(
      APPEND answer_WRONG
      "\nThe architectures stay as they are given, unchecked: ${wish_TEXT}"
    )
  else()
    set(severity error)
  endif()
  _cuda_arch_guard_report(
    ${severity}
    "${answer_ID}"
    WRONG "${answer_WRONG}"
    FOUND "${answer_FOUND}"
    NEEDS "${answer_NEEDS}"
    DO
      "-DCudaArchGuard_DETECTOR=<path of an installed cuda-arch-guard>"
      "-DCudaArchGuard_TIMEOUT=<seconds>, if it only needs more time"
      "-DCMAKE_CUDA_ARCHITECTURES=<list>: it is used as it is"
  )
  _cuda_arch_guard_set_value("${wish_TEXT}")
  set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_STATE settled)
endfunction()

function(_cuda_arch_guard_say_no_compiler)
  message(STATUS "CudaArchGuard: no CUDA compiler, so no CUDA architectures are set")
  _cuda_arch_guard_unseen_compiler(unseen)
  if(unseen)
    _cuda_arch_guard_report(
      warning
      cuda-compiler-not-on-path
      WRONG "There is a CUDA compiler, but CMake will not find it."
      FOUND "${unseen}"
      NEEDS "nvcc on PATH, in CUDA_PATH, or named by CMAKE_CUDA_COMPILER or CUDACXX"
      DO "-DCMAKE_CUDA_COMPILER=${unseen}"
    )
  endif()
endfunction()

# Writes CMAKE_CUDA_ARCHITECTURES: to the cache unless the entry is the user's, and as a normal
# variable, which wins over the entry and over what the project set.
function(_cuda_arch_guard_set_value value)
  _cuda_arch_guard_cache_owner(owner)
  if(owner MATCHES "ours|default")
    _cuda_arch_guard_note_early_targets("$CACHE{CMAKE_CUDA_ARCHITECTURES}")
  endif()
  string(TOLOWER "$CACHE{CMAKE_CUDA_ARCHITECTURES}" word)
  set(mine TRUE)
  if(owner STREQUAL "user" AND NOT word MATCHES "^(native|auto)$")
    set(mine FALSE)
  endif()
  set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_WRITES_CACHE ${mine})
  set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_REMEMBER "${wish_REMEMBER}")
  set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_VALUE "${value}")

  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  _cuda_arch_guard_cmake_refuses(refuses "${value}")
  if(refuses AND NOT "CUDA" IN_LIST languages)
    _cuda_arch_guard_plain_list(value "${value}")
    set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_PROVISIONAL "${value}")
    _cuda_arch_guard_chain_project_include()
  endif()
  _cuda_arch_guard_write_value("${value}")
endfunction()

function(_cuda_arch_guard_write_value value)
  get_property(mine GLOBAL PROPERTY _CUDA_ARCH_GUARD_WRITES_CACHE)
  get_property(remember GLOBAL PROPERTY _CUDA_ARCH_GUARD_REMEMBER)
  if(mine)
    _cuda_arch_guard_write_cache("${value}" "${remember}")
  endif()
  _cuda_arch_guard_note_written("${value}")
  _cuda_arch_guard_will_export(CMAKE_CUDA_ARCHITECTURES "${value}")
endfunction()

# Once the language is enabled, the list that this CMake would have refused.
function(_cuda_arch_guard_finish_provisional)
  get_property(provisional GLOBAL PROPERTY _CUDA_ARCH_GUARD_PROVISIONAL)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(provisional AND "CUDA" IN_LIST languages)
    get_property(value GLOBAL PROPERTY _CUDA_ARCH_GUARD_VALUE)
    _cuda_arch_guard_write_value("${value}")
  endif()
endfunction()

function(_cuda_arch_guard_will_export name value)
  set_property(GLOBAL APPEND PROPERTY _CUDA_ARCH_GUARD_EXPORTS ${name})
  set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_EXPORT_${name} "${value}")
endfunction()

# A macro, since it sets variables in the scope of the function's caller.
macro(_cuda_arch_guard_export)
  get_property(_names GLOBAL PROPERTY _CUDA_ARCH_GUARD_EXPORTS)
  list(REMOVE_DUPLICATES _names)
  foreach(_name IN LISTS _names)
    get_property(_value GLOBAL PROPERTY _CUDA_ARCH_GUARD_EXPORT_${_name})
    set(${_name} "${_value}" PARENT_SCOPE)
  endforeach()
endmacro()
