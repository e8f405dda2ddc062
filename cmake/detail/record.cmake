# Whose is the value of CMAKE_CUDA_ARCHITECTURES in the cache? One internal cache entry records what
# was written here, and from which origin; an equal value is ours and may be written again.
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

# _cuda_arch_guard_cache_owner(<out>): absent, ours, default (CMake's own) or user
function(_cuda_arch_guard_cache_owner out)
  set(value "$CACHE{CMAKE_CUDA_ARCHITECTURES}")
  _cuda_arch_guard_record(recorded ignored ignored)
  get_property(help CACHE CMAKE_CUDA_ARCHITECTURES PROPERTY HELPSTRING)
  if(value STREQUAL "")
    set(owner absent)
  elseif(recorded STREQUAL value)
    set(owner ours)
  elseif(help STREQUAL "CUDA architectures")
    # What CMake writes when it enables the language: the compiler's default, or CUDAARCHS.
    set(owner default)
  else()
    set(owner user)
  endif()
  set(${out} "${owner}" PARENT_SCOPE)
endfunction()

# _cuda_arch_guard_record(<out-value> <out-origin> <out-wish>): what the last configure wrote. The wish
# is kept where the value that was typed had to be replaced (native), and for the environment, which a
# build tree remembers as CMake remembers CXX or CUDAARCHS.
function(_cuda_arch_guard_record out_value out_origin out_wish)
  set(value "")
  set(origin "")
  set(wish "")
  if("$CACHE{CudaArchGuard_RECORD}" MATCHES "^([^|]*)\\|([^|]*)\\|?(.*)$")
    set(value "${CMAKE_MATCH_1}")
    set(origin "${CMAKE_MATCH_2}")
    set(wish "${CMAKE_MATCH_3}")
  endif()
  set(${out_value} "${value}" PARENT_SCOPE)
  set(${out_origin} "${origin}" PARENT_SCOPE)
  set(${out_wish} "${wish}" PARENT_SCOPE)
endfunction()

# Writes the cache entry and the record. The caller has looked whose the entry is.
#
# set(CACHE) would take away a normal variable of the same name under the old CMP0126.
function(_cuda_arch_guard_write_cache value remember)
  set(help "CUDA architectures, chosen by CudaArchGuard")
  get_property(exists CACHE CMAKE_CUDA_ARCHITECTURES PROPERTY TYPE SET)
  if(exists)
    set_property(CACHE CMAKE_CUDA_ARCHITECTURES PROPERTY VALUE "${value}")
    set_property(CACHE CMAKE_CUDA_ARCHITECTURES PROPERTY HELPSTRING "${help}")
    set_property(CACHE CMAKE_CUDA_ARCHITECTURES PROPERTY TYPE STRING)
  else()
    set(CMAKE_CUDA_ARCHITECTURES "${value}" CACHE STRING "${help}")
  endif()
  set(
    CudaArchGuard_RECORD
    "${value}|${remember}"
    CACHE INTERNAL
    "What CudaArchGuard wrote to CMAKE_CUDA_ARCHITECTURES, from where, and what was asked for"
  )
endfunction()

# Is there a normal variable of this name, besides the cache entry? Only a value that is not the
# entry's can tell, so the entry is another one for a moment.
function(_cuda_arch_guard_normal_variable out name)
  get_property(exists CACHE ${name} PROPERTY TYPE SET)
  set(normal "${${name}}")
  if(exists AND "${${name}}" STREQUAL "$CACHE{${name}}")
    set(entry "$CACHE{${name}}")
    set_property(CACHE ${name} PROPERTY VALUE "${entry} other")
    if("${${name}}" STREQUAL "${entry} other")
      set(normal "")
    endif()
    set_property(CACHE ${name} PROPERTY VALUE "${entry}")
  endif()
  set(${out} "${normal}" PARENT_SCOPE)
endfunction()

# The values that this configure has set so far; lists within the list are joined by commas.
function(_cuda_arch_guard_note_written value)
  string(REPLACE ";" "," value "${value}")
  set_property(GLOBAL APPEND PROPERTY _CUDA_ARCH_GUARD_WRITTEN "${value}")
endfunction()

function(_cuda_arch_guard_was_written out value)
  set(${out} FALSE PARENT_SCOPE)
  get_property(written GLOBAL PROPERTY _CUDA_ARCH_GUARD_WRITTEN)
  string(REPLACE ";" "," value "${value}")
  if(value IN_LIST written)
    set(${out} TRUE PARENT_SCOPE)
  endif()
endfunction()
