# Configures, builds and tests ${EXAMPLE} in ${WORK} with ${OPTIONS}; configure and ctest must print
# what matches each of ${SAYS}.
cmake_minimum_required(VERSION 3.20)
foreach(name CUDAARCHS TORCH_CUDA_ARCH_LIST CudaArchGuard_DIR CudaArchGuard_ROOT)
  unset(ENV{${name}})
endforeach()
file(REMOVE_RECURSE "${WORK}")
get_filename_component(bin "${CMAKE_COMMAND}" DIRECTORY)
set(all "")
foreach(
  step
  "${CMAKE_COMMAND}|-S|${EXAMPLE}|-B|${WORK}|${OPTIONS}"
  "${CMAKE_COMMAND}|--build|${WORK}"
  "${CMAKE_COMMAND}|-E|chdir|${WORK}|${bin}/ctest|--output-on-failure"
)
  string(REPLACE "|" ";" step "${step}")
  execute_process(
    COMMAND ${step}
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output
    RESULT_VARIABLE result
  )
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "exit code ${result} of: ${step}\n${output}")
  endif()
  string(APPEND all "${output}")
endforeach()
foreach(pattern IN LISTS SAYS)
  if(NOT all MATCHES "${pattern}")
    message(FATAL_ERROR "no match for ${pattern} in\n${all}")
  endif()
endforeach()
