# Configures ${CONSUMER} with ${OPTIONS} and demands that what it prints matches each of ${SAYS}, and
# that standard error is empty. With PREFIX, the build in ${INSTALL} is installed there first; with
# MOVED, what was installed is then moved there, where nothing may still name the old place.
cmake_minimum_required(VERSION 3.20)
file(REMOVE_RECURSE "${WORK}")
if(PREFIX)
  execute_process(
    COMMAND "${CMAKE_COMMAND}" --install "${INSTALL}" --prefix "${PREFIX}"
    OUTPUT_QUIET
    COMMAND_ERROR_IS_FATAL ANY
  )
endif()
if(MOVED)
  file(RENAME "${PREFIX}" "${MOVED}")
  file(GLOB_RECURSE files "${MOVED}/*")
  if(NOT files)
    message(FATAL_ERROR "nothing was installed in ${PREFIX}")
  endif()
  foreach(file IN LISTS files)
    file(STRINGS "${file}" lines REGEX "${PREFIX}")
    if(lines)
      message(FATAL_ERROR "${file} names the place where it was first:\n  ${lines}")
    endif()
  endforeach()
endif()

# What the caller's environment says must not decide.
foreach(name CUDAARCHS TORCH_CUDA_ARCH_LIST CudaArchGuard_DIR CudaArchGuard_ROOT)
  unset(ENV{${name}})
endforeach()
execute_process(
  COMMAND "${CMAKE_COMMAND}" -S "${CONSUMER}" -B "${WORK}/build" ${OPTIONS}
  OUTPUT_VARIABLE output
  ERROR_VARIABLE error
  RESULT_VARIABLE result
)
if(NOT result STREQUAL "${RESULT}")
  message(FATAL_ERROR "exit code ${result}, not ${RESULT}\n${output}\n${error}")
endif()
if(RESULT EQUAL 0 AND NOT error STREQUAL "")
  message(FATAL_ERROR "unexpected output on standard error:\n${error}")
endif()
foreach(pattern IN LISTS SAYS)
  if(NOT "${output}${error}" MATCHES "${pattern}")
    message(FATAL_ERROR "no match for ${pattern} in\n${output}\n${error}")
  endif()
endforeach()
