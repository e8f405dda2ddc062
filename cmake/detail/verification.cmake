# For which devices a target is verified, and which files it is.
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

function(_cuda_arch_guard_check_targets targets run)
  if(run)
    _cuda_arch_guard_report(
      error
      wrong-call
      WRONG "cuda_arch_guard_verify(RUN) is not available in this version."
      FOUND "RUN for ${targets}"
      NEEDS "a test that looks at the file; cuda_arch_guard_add_validation() runs kernels"
      DO "leave RUN away"
    )
  endif()
  if(NOT targets)
    _cuda_arch_guard_report(
      error
      wrong-call
      WRONG "cuda_arch_guard_verify() needs a target."
      FOUND "none"
      NEEDS "the name of an executable or library"
      DO "cuda_arch_guard_verify(<target>)"
    )
  endif()
  foreach(target IN LISTS targets)
    set(type "")
    if(TARGET ${target})
      get_target_property(type ${target} TYPE)
    endif()
    if(NOT type MATCHES "EXECUTABLE|LIBRARY")
      _cuda_arch_guard_report(
        error
        wrong-call
        WRONG "cuda_arch_guard_verify() needs the name of a target that is built or imported."
        FOUND "${target} ${type}"
        NEEDS "an executable or library that exists where the call stands"
        DO "call it after add_executable() or add_library()"
      )
    endif()
  endforeach()
endfunction()

# The devices as arguments of `check`. Those of the selection may still be narrowed, so they are read at
# the end of the configure step, and the arguments are generator expressions.
function(_cuda_arch_guard_device_arguments out architectures allow_jit)
  get_property(state GLOBAL PROPERTY _CUDA_ARCH_GUARD_STATE)
  set(tool CudaArchGuard::cuda-arch-guard)
  if(architectures)
    _cuda_arch_guard_named_devices(devices by_jit "${architectures}")
  elseif(NOT state)
    _cuda_arch_guard_selected(entries)
    if(NOT entries)
      _cuda_arch_guard_say_nothing_meant(cuda_arch_guard_verify)
    endif()
    _cuda_arch_guard_meant(devices by_jit "${entries}")
  else()
    set(gpu "$<TARGET_PROPERTY:${tool},CUDA_ARCH_GUARD_GPU>")
    set(jit "$<TARGET_PROPERTY:${tool},CUDA_ARCH_GUARD_JIT>")
    get_property(deferred GLOBAL PROPERTY _CUDA_ARCH_GUARD_READS_MEANT)
    if(NOT deferred)
      set_property(GLOBAL PROPERTY _CUDA_ARCH_GUARD_READS_MEANT TRUE)
      cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _cuda_arch_guard_note_meant)
    endif()
  endif()
  if(NOT DEFINED gpu)
    _cuda_arch_guard_check_options(gpu jit "${devices}" "${by_jit}")
  endif()
  set(arguments "${gpu}")
  if(NOT allow_jit)
    list(APPEND arguments "${jit}")
  endif()
  set(${out} "${arguments}" PARENT_SCOPE)
endfunction()

function(_cuda_arch_guard_note_meant)
  _cuda_arch_guard_selected(entries)
  _cuda_arch_guard_meant(devices by_jit "${entries}")
  if(NOT devices)
    _cuda_arch_guard_say_nothing_meant(cuda_arch_guard_verify)
  endif()
  _cuda_arch_guard_check_options(gpu jit "${devices}" "${by_jit}")
  set_target_properties(
    CudaArchGuard::cuda-arch-guard
    PROPERTIES CUDA_ARCH_GUARD_GPU "${gpu}" CUDA_ARCH_GUARD_JIT "${jit}"
  )
endfunction()

function(_cuda_arch_guard_check_options out_gpu out_jit devices by_jit)
  string(REPLACE ";" "," devices "${devices}")
  string(REPLACE ";" "," by_jit "${by_jit}")
  set(${out_gpu} --gpu "${devices}" PARENT_SCOPE)
  set(jit --forbid-jit)
  if(by_jit)
    list(APPEND jit --jit-for "${by_jit}")
  endif()
  set(${out_jit} "${jit}" PARENT_SCOPE)
endfunction()

# ARCHITECTURES: each entry's own capability; whatever is no number is taken for the name of a GPU.
function(_cuda_arch_guard_named_devices out_devices out_by_jit items)
  set(devices "")
  set(by_jit "")
  foreach(item IN LISTS items)
    if(item MATCHES "^(sm_|compute_)?([0-9]+)\\.?([0-9])[af]?(-real|-virtual|\\+PTX)?$")
      set(device "${CMAKE_MATCH_2}.${CMAKE_MATCH_3}")
      if(CMAKE_MATCH_1 STREQUAL "compute_" OR CMAKE_MATCH_4 STREQUAL "-virtual")
        list(APPEND by_jit "${device}")
      endif()
    else()
      set(device "${item}")
    endif()
    list(APPEND devices "${device}")
  endforeach()
  list(REMOVE_DUPLICATES devices)
  set(${out_devices} "${devices}" PARENT_SCOPE)
  set(${out_by_jit} "${by_jit}" PARENT_SCOPE)
endfunction()

# _cuda_arch_guard_files_of(<out> <target>): a generator expression
function(_cuda_arch_guard_files_of out target)
  get_target_property(type ${target} TYPE)
  get_target_property(aliased ${target} ALIASED_TARGET)
  if(aliased)
    set(target ${aliased})
  endif()
  if(type STREQUAL "OBJECT_LIBRARY")
    set(files "$<TARGET_OBJECTS:${target}>")
  elseif(type STREQUAL "INTERFACE_LIBRARY")
    set(files "$<GENEX_EVAL:$<TARGET_PROPERTY:${target},CUDA_ARCH_GUARD_FILES>>")
    get_property(interfaces GLOBAL PROPERTY _CUDA_ARCH_GUARD_VERIFIED_INTERFACES)
    if(NOT interfaces)
      cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _cuda_arch_guard_note_interfaces)
    endif()
    set_property(GLOBAL APPEND PROPERTY _CUDA_ARCH_GUARD_VERIFIED_INTERFACES ${target})
  else()
    set(files "$<TARGET_FILE:${target}>")
  endif()
  set(${out} "${files}" PARENT_SCOPE)
endfunction()

function(_cuda_arch_guard_note_interfaces)
  get_property(interfaces GLOBAL PROPERTY _CUDA_ARCH_GUARD_VERIFIED_INTERFACES)
  foreach(interface IN LISTS interfaces)
    _cuda_arch_guard_note_files(${interface})
  endforeach()
endfunction()

# The files in which the code of an INTERFACE library ends: those of the targets that use it, and of
# those that it links.
function(_cuda_arch_guard_note_files interface)
  _cuda_arch_guard_linked(found "${interface}")
  _cuda_arch_guard_all_targets(targets "${CMAKE_SOURCE_DIR}")
  foreach(target IN LISTS targets)
    _cuda_arch_guard_compiles_cuda(cuda ${target})
    if(cuda)
      _cuda_arch_guard_linked(linked ${target})
      if(interface IN_LIST linked)
        list(APPEND found ${target})
      endif()
    endif()
  endforeach()
  list(REMOVE_DUPLICATES found)
  set(files "")
  foreach(target IN LISTS found)
    get_target_property(type ${target} TYPE)
    if(type MATCHES "EXECUTABLE|LIBRARY" AND NOT type STREQUAL "INTERFACE_LIBRARY")
      _cuda_arch_guard_files_of(file ${target})
      list(APPEND files "${file}")
    endif()
  endforeach()
  if(NOT files)
    _cuda_arch_guard_report(
      error
      nothing-to-verify
      WRONG "cuda_arch_guard_verify(${interface}) finds no file to look at."
      FOUND "an INTERFACE library that links nothing, and that no target with CUDA sources uses"
      NEEDS "a target of this build that uses it"
      DO "cuda_arch_guard_verify(<a target that uses ${interface}>)"
    )
  endif()
  set_target_properties(${interface} PROPERTIES CUDA_ARCH_GUARD_FILES "${files}")
endfunction()

# _cuda_arch_guard_linked(<out> <target>): every target that it links, directly or through others. Of a
# generator expression all names of targets in it count.
function(_cuda_arch_guard_linked out target)
  set(seen "")
  set(left ${target})
  while(left)
    list(POP_FRONT left current)
    set(text "")
    foreach(property IN ITEMS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES INTERFACE_SOURCES)
      get_property(value TARGET ${current} PROPERTY ${property})
      string(APPEND text ";${value}")
    endforeach()
    string(REGEX MATCHALL "[A-Za-z0-9_.+:-]+" names "${text}")
    foreach(name IN LISTS names)
      # "TARGET_OBJECTS:kernels" and "LINK_ONLY:kernels" hold a name after their colon.
      string(REGEX REPLACE "^[A-Z_]+:([^:])" "\\1" name "${name}")
      if(TARGET ${name})
        get_target_property(aliased ${name} ALIASED_TARGET)
        if(aliased)
          set(name ${aliased})
        endif()
        if(NOT name IN_LIST seen)
          list(APPEND seen ${name})
          list(APPEND left ${name})
        endif()
      endif()
    endforeach()
  endwhile()
  set(${out} "${seen}" PARENT_SCOPE)
endfunction()
