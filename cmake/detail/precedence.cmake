# Which of all wishes counts: the first of what was typed, what the environment says, what the project
# says; else auto. `native`, wherever it is given, means auto.
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

# _cuda_arch_guard_wish(<prefix>)
#
# Sets <prefix>_TEXT; <prefix>_READING: own, or cmake where a bare number means what it means in
# CMAKE_CUDA_ARCHITECTURES; <prefix>_ORIGIN, a phrase for people, empty for auto; and
# <prefix>_REMEMBER: what the record keeps, "<origin>|<wish>".
function(_cuda_arch_guard_wish prefix)
  _cuda_arch_guard_record(ignored kept_origin kept_wish)
  _cuda_arch_guard_cache_owner(owner)
  set(variable CMAKE_CUDA_ARCHITECTURES)

  # 1. typed
  set(count 0)
  _cuda_arch_guard_typed(typed CudaArchGuard_ARCHITECTURES)
  _cuda_arch_guard_candidate(own "${typed}" "-DCudaArchGuard_ARCHITECTURES" "")
  if(owner STREQUAL "user")
    set(typed "$CACHE{${variable}}")
  else()
    _cuda_arch_guard_toolchain_value(typed ${variable})
  endif()
  string(TOLOWER "${typed}" word)
  if(word MATCHES "^(native|auto)$")
    _cuda_arch_guard_candidate(own "auto" "-D${variable}=${typed}" "typed|auto")
  else()
    _cuda_arch_guard_candidate(cmake "${typed}" "-D${variable}" "")
  endif()
  if(count EQUAL 0 AND owner STREQUAL "ours" AND kept_origin STREQUAL "typed")
    _cuda_arch_guard_candidate(own "auto" "-D${variable}=native" "typed|auto")
  endif()

  # 2. the environment, now or when this build tree was configured before
  if(count EQUAL 0)
    foreach(name IN ITEMS CUDA_ARCH_GUARD_ARCHITECTURES CUDAARCHS)
      set(text "$ENV{${name}}")
      set(reading own)
      if(name STREQUAL "CUDAARCHS")
        set(reading cmake)
      endif()
      set(origin "environment variable ${name}")
      _cuda_arch_guard_candidate(${reading} "${text}" "${origin}" "${name}|${text}")
    endforeach()
    if(count EQUAL 0 AND owner STREQUAL "ours" AND NOT kept_wish STREQUAL "")
      set(reading own)
      if(kept_origin STREQUAL "CUDAARCHS")
        set(reading cmake)
      endif()
      set(origin "environment variable ${kept_origin} of an earlier configure")
      _cuda_arch_guard_candidate(
        ${reading}
        "${kept_wish}"
        "${origin}"
        "${kept_origin}|${kept_wish}"
      )
    endif()
  endif()

  # 3. the project
  if(count EQUAL 0)
    get_property(keyword GLOBAL PROPERTY _CUDA_ARCH_GUARD_KEYWORD_ARCHITECTURES)
    _cuda_arch_guard_project_value(value)
    set(origin "the project's CudaArchGuard_ARCHITECTURES")
    _cuda_arch_guard_candidate(own "${CudaArchGuard_ARCHITECTURES}" "${origin}" "")
    _cuda_arch_guard_candidate(cmake "${value}" "the project's ${variable}" "")
    _cuda_arch_guard_candidate(own "${keyword}" "cuda_arch_guard_init(ARCHITECTURES)" "")
  endif()

  # 4. auto
  _cuda_arch_guard_candidate(own "auto" "" "")
  _cuda_arch_guard_say_conflict()
  if(text_1 MATCHES "^([Nn][Aa][Tt][Ii][Vv][Ee]|[Aa][Uu][Tt][Oo])$")
    set(text_1 auto)
    set(reading_1 own)
  endif()
  set(${prefix}_TEXT "${text_1}" PARENT_SCOPE)
  set(${prefix}_READING "${reading_1}" PARENT_SCOPE)
  set(${prefix}_ORIGIN "${origin_1}" PARENT_SCOPE)
  set(${prefix}_REMEMBER "${remember_1}" PARENT_SCOPE)
endfunction()

# One more candidate in the caller's scope, where `count` of them stand; an empty text is none.
function(_cuda_arch_guard_candidate reading text origin remember)
  if(NOT text STREQUAL "")
    math(EXPR count "${count} + 1")
    set(count "${count}" PARENT_SCOPE)
    set(reading_${count} "${reading}" PARENT_SCOPE)
    set(text_${count} "${text}" PARENT_SCOPE)
    set(origin_${count} "${origin}" PARENT_SCOPE)
    set(remember_${count} "${remember}" PARENT_SCOPE)
  endif()
endfunction()

# The project's own CMAKE_CUDA_ARCHITECTURES: a normal variable that we did not write.
function(_cuda_arch_guard_project_value out)
  _cuda_arch_guard_normal_variable(value CMAKE_CUDA_ARCHITECTURES)
  _cuda_arch_guard_was_written(ours "${value}")
  if(ours)
    set(value "")
  endif()
  set(${out} "${value}" PARENT_SCOPE)
endfunction()

# Two of one rank that differ. The last candidate is always auto, which conflicts with nothing.
function(_cuda_arch_guard_say_conflict)
  math(EXPR last "${count} - 1")
  if(last LESS 2)
    return()
  endif()
  _cuda_arch_guard_compare_text(first "${text_1}")
  set(found "${text_1}  (${origin_1})")
  set(differ FALSE)
  foreach(index RANGE 2 ${last})
    _cuda_arch_guard_compare_text(other "${text_${index}}")
    if(NOT other STREQUAL first)
      set(differ TRUE)
    endif()
    string(APPEND found "\n${text_${index}}  (${origin_${index}})")
  endforeach()
  if(differ)
    _cuda_arch_guard_report(
      warning
      conflicting-wishes
      WRONG "The architectures are given twice, and differ; the first counts."
      FOUND "${found}"
      NEEDS "one of them"
      DO "take the other away: -U<variable> for what is in the cache, unset for the environment"
    )
  endif()
endfunction()

# 8.6, sm_86 and 86 are one wish; so are lists in another order of separators.
function(_cuda_arch_guard_compare_text out text)
  string(TOLOWER "${text}" text)
  string(REGEX REPLACE "[ ,;]+" ";" text "${text}")
  string(REGEX REPLACE "sm_|\\." "" text "${text}")
  string(REGEX REPLACE "^native$" "auto" text "${text}")
  list(SORT text COMPARE NATURAL)
  set(${out} "${text}" PARENT_SCOPE)
endfunction()
