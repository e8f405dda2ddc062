# The formatters have nothing to change. Another version formats otherwise, so it has to be the one
# that tests/run.sh brings.
foreach(program CLANG_FORMAT GERSEMI)
  set(found)
  if(${program})
    execute_process(COMMAND "${${program}}" --version OUTPUT_VARIABLE found)
  endif()
  if(NOT found MATCHES "${${program}_VERSION}")
    fault("${program} ${${program}_VERSION} is not here: `sh tests/run.sh -L style` brings it")
    return()
  endif()
endforeach()

source_files(
  files
  detector
  templates
  examples
  tests
  PATTERNS *.h *.cc *.cu *.cuh *.cu.in
)
execute_process(
  COMMAND "${CLANG_FORMAT}" --dry-run -Werror --style=file ${files}
  WORKING_DIRECTORY "${ROOT}"
  ERROR_VARIABLE text
  RESULT_VARIABLE result
)
string(REGEX MATCHALL "[^\n]+: error: code should be" lines "\n${text}")
if(result AND NOT lines)
  fault("clang-format: ${text}")
endif()
list(TRANSFORM lines REPLACE ":.*" "")
list(REMOVE_DUPLICATES lines)
foreach(line IN LISTS lines)
  fault("${line}: clang-format -i ${line}")
endforeach()

execute_process(
  COMMAND "${GERSEMI}" --no-cache --check CMakeLists.txt cmake detector templates examples tests
  WORKING_DIRECTORY "${ROOT}"
  ERROR_VARIABLE text
  RESULT_VARIABLE result
)
string(REGEX MATCHALL "[^\n]+ would be reformatted" lines "${text}")
if(result AND NOT lines)
  fault("gersemi: ${text}")
endif()
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^${ROOT}/| would be.*" "" line "${line}")
  fault("${line}: gersemi -i ${line}")
endforeach()
