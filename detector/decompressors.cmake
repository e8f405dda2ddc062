# zstd and LZ4 from the system, each if it is there: images that are compressed with one that is not
# stay closed, and the tool says so where that matters.
foreach(_library IN ITEMS ZSTD LZ4)
  string(TOLOWER "${_library}" _name)
  find_path(CudaArchGuard_${_library}_INCLUDE_DIR NAMES ${_name}.h)
  find_library(CudaArchGuard_${_library}_LIBRARY NAMES ${_name})
  mark_as_advanced(CudaArchGuard_${_library}_INCLUDE_DIR CudaArchGuard_${_library}_LIBRARY)
  if(CudaArchGuard_${_library}_INCLUDE_DIR AND CudaArchGuard_${_library}_LIBRARY)
    target_compile_definitions(cuda_arch_guard_fatbin PRIVATE CUDA_ARCH_GUARD_HAVE_${_library})
    target_include_directories(
      cuda_arch_guard_fatbin
      SYSTEM
      PRIVATE "${CudaArchGuard_${_library}_INCLUDE_DIR}"
    )
    target_link_libraries(cuda_arch_guard_fatbin PRIVATE "${CudaArchGuard_${_library}_LIBRARY}")
  else()
    message(STATUS "CudaArchGuard: no ${_name}: images compressed with it cannot be looked into")
  endif()
endforeach()
