# The look at the end of the configure step: with which architectures does each CUDA target end?
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

function(_cuda_arch_guard_defer_end_of_configure)
  get_property(deferred GLOBAL PROPERTY _CUDA_ARCH_GUARD_DEFERRED)
  if(NOT deferred)
    set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_DEFERRED TRUE)
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _cuda_arch_guard_end_of_configure)
  endif()
endfunction()

function(_cuda_arch_guard_end_of_configure)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT "CUDA" IN_LIST languages)
    return()
  endif()
  get_property(state GLOBAL PROPERTY _CUDA_ARCH_GUARD_STATE)
  get_property(compiler GLOBAL PROPERTY _CUDA_ARCH_GUARD_COMPILER)
  if(state STREQUAL "settled")
    # The selection was for the compiler that CMake was expected to take.
    file(REAL_PATH "${CMAKE_CUDA_COMPILER}" taken)
    if(compiler)
      file(REAL_PATH "${compiler}" compiler)
    endif()
    if(compiler AND NOT compiler STREQUAL taken)
      set(state no-compiler)
    endif()
  endif()
  if(NOT state STREQUAL "settled")
    _cuda_arch_guard_settle()
  endif()
  _cuda_arch_guard_finish_provisional()
  get_property(value GLOBAL PROPERTY _CUDA_ARCH_GUARD_VALUE)
  if(NOT value STREQUAL "")
    _cuda_arch_guard_look_at_targets("${value}")
    _cuda_arch_guard_look_at_flags("CMAKE_CUDA_FLAGS" "${CMAKE_CUDA_FLAGS}")
  endif()
endfunction()

# Targets that were made before the architectures were settled hold what CMake or an earlier configure
# put there; they get the selection at the end.
function(_cuda_arch_guard_note_early_targets value)
  _cuda_arch_guard_all_targets(targets "${CMAKE_SOURCE_DIR}")
  foreach(target IN LISTS targets)
    get_property(current TARGET ${target} PROPERTY CUDA_ARCHITECTURES)
    if(current STREQUAL value)
      set_property(GLOBAL APPEND PROPERTY _CUDA_ARCH_GUARD_EARLY ${target})
    endif()
  endforeach()
endfunction()

function(_cuda_arch_guard_all_targets out folder)
  get_property(targets DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
  get_property(below DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
  foreach(directory IN LISTS below)
    _cuda_arch_guard_all_targets(more "${directory}")
    list(APPEND targets ${more})
  endforeach()
  set(${out} "${targets}" PARENT_SCOPE)
endfunction()

# `native` and what CMake put there by itself become the selection; any other difference is somebody's
# decision, and is only reported unless CudaArchGuard_ENFORCE is on.
function(_cuda_arch_guard_look_at_targets value)
  get_property(early GLOBAL PROPERTY _CUDA_ARCH_GUARD_EARLY)
  _cuda_arch_guard_input(enforce ignored ENFORCE)
  set(values "")
  _cuda_arch_guard_all_targets(targets "${CMAKE_SOURCE_DIR}")
  foreach(target IN LISTS targets)
    get_property(current TARGET ${target} PROPERTY CUDA_ARCHITECTURES)
    if(current STREQUAL value)
      _cuda_arch_guard_look_at_options(${target})
      continue()
    endif()
    _cuda_arch_guard_compiles_cuda(cuda ${target})
    if(NOT cuda)
      continue()
    endif()
    _cuda_arch_guard_look_at_options(${target})
    _cuda_arch_guard_was_written(ours "${current}")
    if(current MATCHES "^(native)?$" OR ours OR target IN_LIST early)
      set_property(TARGET ${target} PROPERTY CUDA_ARCHITECTURES "${value}")
    else()
      string(REPLACE ";" "," key "${current}")
      list(APPEND values "${key}")
      list(APPEND targets_of_${key} ${target})
      if(enforce)
        set_property(TARGET ${target} PROPERTY CUDA_ARCHITECTURES "${value}")
      endif()
    endif()
  endforeach()
  list(REMOVE_DUPLICATES values)
  foreach(key IN LISTS values)
    _cuda_arch_guard_say_difference("${key}" "${targets_of_${key}}" "${value}" "${enforce}")
  endforeach()
endfunction()

# A warning if what the targets end with leaves out a device that was meant, else a note.
function(_cuda_arch_guard_say_difference key targets value enforce)
  string(REPLACE "," ";" current "${key}")
  string(REPLACE ";" ", " names "${targets}")
  set(severity warning)
  set(needs "${value}, as selected")
  set(
    remedy
    "take away what sets CUDA_ARCHITECTURES of the target, or CMAKE_CUDA_ARCHITECTURES before it"
    "-DCudaArchGuard_ENFORCE=ON changes such targets"
  )
  if(enforce)
    set(severity note)
    set(wrong "Targets had other architectures than the selection; they were changed.")
    set(remedy "")
  else()
    set(wrong "Targets end with other architectures than the selection.")
    # Only where it is known which GPUs are meant can it be said that another list serves them too.
    get_property(devices GLOBAL PROPERTY _CUDA_ARCH_GUARD_DEVICES)
    if(devices AND current MATCHES "[0-9]")
      _cuda_arch_guard_check_list(findings "${current}" cmake "the target ${names}")
      _cuda_arch_guard_has(bad "${findings}" error warning)
      if(NOT bad)
        set(severity note)
        string(APPEND needs "; these cover the same devices")
        set(remedy "")
      endif()
    endif()
  endif()
  _cuda_arch_guard_report(
    ${severity}
    target-differs
    WRONG "${wrong}"
    FOUND "${current} (${names})"
    NEEDS "${needs}"
    DO ${remedy}
  )
endfunction()

# Does it compile CUDA sources? The language of a source counts before its extension.
function(_cuda_arch_guard_compiles_cuda out target)
  set(${out} FALSE PARENT_SCOPE)
  get_property(type TARGET ${target} PROPERTY TYPE)
  if(type MATCHES "INTERFACE_LIBRARY|UTILITY")
    return()
  endif()
  get_property(sources TARGET ${target} PROPERTY SOURCES)
  foreach(source IN LISTS sources)
    set(language "")
    if(NOT source MATCHES "\\$<")
      get_property(language SOURCE "${source}" TARGET_DIRECTORY ${target} PROPERTY LANGUAGE)
    endif()
    if(language STREQUAL "CUDA" OR (NOT language AND source MATCHES "\\.cu(>.*)?$"))
      set(${out} TRUE PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

function(_cuda_arch_guard_look_at_options target)
  get_property(options TARGET ${target} PROPERTY COMPILE_OPTIONS)
  if(options)
    _cuda_arch_guard_look_at_flags("the compile options of ${target}" "${options}")
  endif()
endfunction()

# Flags that name architectures come on top of CUDA_ARCHITECTURES.
function(_cuda_arch_guard_look_at_flags where flags)
  set(
    options
    "-?-(gencode|generate-code|arch|gpu-architecture|code|gpu-code|cuda-gpu-arch|offload-arch)"
  )
  set(values "[^ ;>]*(sm_|compute_|lto_|native|all)[^ ;>]*")
  string(REGEX MATCHALL "(^|[ ;:>,])${options}[= ;]+${values}" matches "${flags}")
  if(matches)
    string(REGEX REPLACE "(^|[ ;:>,]+)(--?[a-z])" " \\2" found "${matches}")
    string(STRIP "${found}" found)
    _cuda_arch_guard_report(
      warning
      gencode-in-flags
      WRONG "Flags name CUDA architectures by themselves, besides the selection."
      FOUND "${found} (${where})"
      NEEDS "one place that decides: CMAKE_CUDA_ARCHITECTURES"
      DO "take these flags away, or give the same list by -DCudaArchGuard_ARCHITECTURES"
    )
  endif()
endfunction()
