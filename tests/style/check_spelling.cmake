# codespell and shellcheck find nothing.
foreach(program CODESPELL SHELLCHECK)
  if(NOT ${program})
    fault("${program} is not here: `sh tests/run.sh -L style` brings it")
    return()
  endif()
endforeach()
execute_process(
  COMMAND
    "${CODESPELL}" --skip "LICENSE,*.json" --ignore-words-list selct,coverin --ignore-regex
    "\\b\\w*[a-z][A-Z]\\w*" README.md .github cmake detector templates examples tests
  WORKING_DIRECTORY "${ROOT}"
  OUTPUT_VARIABLE text
  ERROR_VARIABLE text
  RESULT_VARIABLE result
)
if(result)
  fault("${text}")
endif()
# Whole scripts; the cases of tests/cmake are parts of one.
source_files(candidates examples tests .ci PATTERNS *.sh run)
set(files)
foreach(file IN LISTS candidates)
  file(STRINGS "${ROOT}/${file}" first LIMIT_COUNT 1)
  if(first MATCHES "^#!|shellcheck shell=")
    list(APPEND files "${file}")
  endif()
endforeach()
execute_process(
  COMMAND "${SHELLCHECK}" --exclude SC2016,SC2020 --external-sources ${files}
  WORKING_DIRECTORY "${ROOT}"
  OUTPUT_VARIABLE text
  ERROR_VARIABLE text
  RESULT_VARIABLE result
)
if(result)
  fault("${text}")
endif()
