# cmake -P: the configure-time detector and the tool must say the same, to the letter, wherever
# CMake asks: in JSON and in what is wrong with the options.
cmake_minimum_required(VERSION 3.20)

# same(<exit code> <argument>...)
function(same expected)
  foreach(which IN ITEMS PROGRAM DETECTOR)
    execute_process(
      COMMAND "${${which}}" ${ARGN}
      RESULT_VARIABLE ${which}_code
      OUTPUT_VARIABLE ${which}_out
      ERROR_VARIABLE ${which}_err
    )
  endforeach()
  foreach(part IN ITEMS code out err)
    if(NOT PROGRAM_${part} STREQUAL DETECTOR_${part})
      message(
        SEND_ERROR
        "${ARGN}\n${part} of the tool:\n${PROGRAM_${part}}\nof the detector:\n${DETECTOR_${part}}"
      )
    endif()
  endforeach()
  if(NOT PROGRAM_code STREQUAL expected OR "${PROGRAM_out}${PROGRAM_err}" STREQUAL "")
    message(SEND_ERROR "${ARGN}\nexit code ${PROGRAM_code}, expected ${expected}\n${PROGRAM_err}")
  endif()
endfunction()

same(0 detect --json)
same(2 detect --jsn)
same(
  0
  select
  --gpu
  8.6,8.9
  --toolkit
  13.0
  --json
)
same(
  0
  select
  --gpu
  12.0
  --toolkit
  12.4
  --json
)
same(
  1
  select
  --gpu
  7.0
  --toolkit
  13.0
  --json
)
same(2 select --gpus 8.6)
