# The only file that words warnings and errors. A finding has an id, a severity and four parts: what is
# wrong, what was found, what is needed and why, what to type. The detector's findings arrive as JSON,
# those of CMake's own side as keywords; both look the same.
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

# _cuda_arch_guard_report(<error|warning|note> <id> WRONG <text> [FOUND <text>] [NEEDS <text>] [DO <line>...])
#
# An error ends the configure step. The same finding is told once in a configure.
function(_cuda_arch_guard_report severity id)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "WRONG;FOUND;NEEDS" "DO")
  _cuda_arch_guard_word(text "${id}" "${arg_WRONG}" "${arg_FOUND}" "${arg_NEEDS}")
  set(label "\n  do:     ")
  foreach(line IN LISTS arg_DO)
    string(APPEND text "${label}${line}")
    set(label "\n          ")
  endforeach()
  _cuda_arch_guard_tell(${severity} "${text}")
endfunction()

# _cuda_arch_guard_report_all(<findings as a JSON array> [AT_MOST_WARN])
#
# Warnings and notes first, then the errors, all at once. With AT_MOST_WARN an error is told as a
# warning.
function(_cuda_arch_guard_report_all findings)
  string(JSON count ERROR_VARIABLE ignored LENGTH "${findings}")
  if(NOT count GREATER 0)
    return()
  endif()
  set(errors "")
  math(EXPR last "${count} - 1")
  foreach(index RANGE ${last})
    string(JSON finding GET "${findings}" ${index})
    _cuda_arch_guard_word_json(severity text "${finding}")
    if(severity STREQUAL "error" AND NOT ARGV1 STREQUAL "AT_MOST_WARN")
      string(APPEND errors "${text}\n")
    elseif(severity STREQUAL "note")
      # How the list reads for PyTorch concerns few projects: for those who look.
      if(text MATCHES "^CudaArchGuard \\[torch-replaced\\]")
        set(severity detail)
      endif()
      _cuda_arch_guard_tell(${severity} "${text}")
    else()
      _cuda_arch_guard_tell(warning "${text}")
    endif()
  endforeach()
  if(errors)
    _cuda_arch_guard_tell(error "${errors}")
  endif()
endfunction()

# Is there a finding of that severity? _cuda_arch_guard_has(<out> <findings> <severity>...)
function(_cuda_arch_guard_has out findings)
  set(${out} FALSE PARENT_SCOPE)
  string(JSON count ERROR_VARIABLE ignored LENGTH "${findings}")
  if(count GREATER 0)
    math(EXPR last "${count} - 1")
    foreach(index RANGE ${last})
      string(JSON severity ERROR_VARIABLE ignored GET "${findings}" ${index} severity)
      if(severity IN_LIST ARGN)
        set(${out} TRUE PARENT_SCOPE)
      endif()
    endforeach()
  endif()
endfunction()

function(
  _cuda_arch_guard_word
  out
  id
  wrong
  found
  needs
)
  set(text "CudaArchGuard [${id}]: ${wrong}")
  if(NOT found STREQUAL "")
    string(REPLACE "\n" "\n          " found "${found}")
    string(APPEND text "\n  found:  ${found}")
  endif()
  if(NOT needs STREQUAL "")
    string(REPLACE "\n" "\n          " needs "${needs}")
    string(APPEND text "\n  needs:  ${needs}")
  endif()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(_cuda_arch_guard_word_json out_severity out_text finding)
  foreach(
    part
    IN
    ITEMS severity id wrong found because
  )
    string(JSON ${part} ERROR_VARIABLE problem GET "${finding}" ${part})
    if(problem)
      set(${part} "")
    endif()
  endforeach()
  _cuda_arch_guard_word(text "${id}" "${wrong}" "${found}" "${because}")
  string(JSON count ERROR_VARIABLE problem LENGTH "${finding}" do)
  if(NOT problem AND count GREATER 0)
    set(label "\n  do:     ")
    math(EXPR last "${count} - 1")
    foreach(index RANGE ${last})
      string(JSON line GET "${finding}" do ${index})
      string(APPEND text "${label}${line}")
      set(label "\n          ")
    endforeach()
  endif()
  set(${out_severity} "${severity}" PARENT_SCOPE)
  set(${out_text} "${text}" PARENT_SCOPE)
endfunction()

function(_cuda_arch_guard_tell severity text)
  string(SHA1 key "${severity} ${text}")
  get_property(told GLOBAL PROPERTY _CUDA_ARCH_GUARD_TOLD)
  if(key IN_LIST told)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY _CUDA_ARCH_GUARD_TOLD "${key}")
  # CMake prints indented lines as they are and fills the others; a blank line ends a paragraph.
  if(severity STREQUAL "error")
    message(FATAL_ERROR "${text}")
  elseif(severity STREQUAL "warning")
    message(WARNING "${text}")
  elseif(severity STREQUAL "note")
    message(STATUS "${text}")
  else()
    message(VERBOSE "${text}")
  endif()
endfunction()

# What cmake_parse_arguments() did not understand, in the scope of its caller, is an error.
function(_cuda_arch_guard_check_call command keywords)
  if(DEFINED arg_UNPARSED_ARGUMENTS OR DEFINED arg_KEYWORDS_MISSING_VALUES)
    string(REPLACE ";" ", " keywords "${keywords}")
    set(found "")
    if(DEFINED arg_UNPARSED_ARGUMENTS)
      set(found "not understood: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(DEFINED arg_KEYWORDS_MISSING_VALUES)
      string(APPEND found "\nwithout a value: ${arg_KEYWORDS_MISSING_VALUES}")
    endif()
    string(STRIP "${found}" found)
    _cuda_arch_guard_report(
      error
      wrong-call
      WRONG "${command}() does not take these arguments."
      FOUND "${found}"
      NEEDS "its keywords: ${keywords}"
      DO "see the head of the file that defines it"
    )
  endif()
endfunction()
