# Includes ${CHECK}, which looks at the tree under ${ROOT} and calls fault(<text>) for all that is
# wrong there. With PLANTED, ${ROOT} is a copy in ${COPY} with those files added: the check must then
# name a fault that matches ${SAYS}.
cmake_minimum_required(VERSION 3.20)

function(fault text)
  string(REPLACE ";" "," text "${text}")
  set_property(GLOBAL APPEND PROPERTY faults "${text}")
endfunction()

# source_files(<out> <folder>... PATTERNS <glob>...): relative to ${ROOT}, sorted.
function(source_files out)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PATTERNS")
  set(globs)
  foreach(folder IN LISTS arg_UNPARSED_ARGUMENTS)
    foreach(pattern IN LISTS arg_PATTERNS)
      list(APPEND globs "${ROOT}/${folder}/${pattern}")
    endforeach()
  endforeach()
  file(GLOB_RECURSE files RELATIVE "${ROOT}" ${globs})
  list(REMOVE_DUPLICATES files)
  set(${out} "${files}" PARENT_SCOPE)
endfunction()

# documentation(<out-doc> <out-code> <file>): its bracket comments, and what is left without comments.
function(documentation out_doc out_code file)
  file(READ "${ROOT}/${file}" code)
  set(doc "")
  while(code MATCHES "#\\[(=*)\\[")
    string(FIND "${code}" "${CMAKE_MATCH_0}" begin)
    string(FIND "${code}" "]${CMAKE_MATCH_1}]" end)
    string(LENGTH "]${CMAKE_MATCH_1}]" length)
    if(end LESS begin)
      break()
    endif()
    math(EXPR length "${end} + ${length} - ${begin}")
    string(SUBSTRING "${code}" ${begin} ${length} comment)
    string(APPEND doc "${comment}\n")
    string(REPLACE "${comment}" "" code "${code}")
  endwhile()
  string(REGEX REPLACE "(^|\n| )#[^\n]*" "\\1" code "${code}")
  set(${out_doc} "${doc}" PARENT_SCOPE)
  set(${out_code} "${code}" PARENT_SCOPE)
endfunction()

if(PLANTED)
  file(REMOVE_RECURSE "${COPY}")
  file(
    COPY "${ROOT}/cmake" "${ROOT}/detector" "${ROOT}/examples" "${ROOT}/templates" "${ROOT}/tests"
    DESTINATION "${COPY}"
    PATTERN "__pycache__"
    EXCLUDE
  )
  file(GLOB plain LIST_DIRECTORIES FALSE "${ROOT}/*" "${ROOT}/.[a-z]*")
  file(COPY ${plain} "${ROOT}/.github" "${ROOT}/.ci" "${PLANTED}/" DESTINATION "${COPY}")
  set(ROOT "${COPY}")
endif()

include("${CHECK}")

get_property(faults GLOBAL PROPERTY faults)
if(PLANTED AND "${faults}" MATCHES "${SAYS}")
  message(STATUS "the planted fault was seen")
elseif(PLANTED)
  message(FATAL_ERROR "The planted fault was not seen.\n  wanted: ${SAYS}\n  faults: ${faults}")
elseif(faults)
  list(LENGTH faults count)
  list(JOIN faults "\n  " faults)
  message(FATAL_ERROR "${count} found:\n  ${faults}\n${remedy}")
endif()
if(PLANTED)
  file(REMOVE_RECURSE "${COPY}")
endif()
