# zstd and LZ4 from the system, each if it is there: images that are compressed with one that is not
# stay closed, and the tool says so where that matters.

# cuda_arch_guard_decompressors(<target> PUBLIC|PRIVATE)
function(cuda_arch_guard_decompressors target scope)
  foreach(library IN ITEMS ZSTD LZ4)
    string(TOLOWER "${library}" name)
    find_path(CudaArchGuard_${library}_INCLUDE_DIR NAMES ${name}.h)
    find_library(CudaArchGuard_${library}_LIBRARY NAMES ${name})
    mark_as_advanced(CudaArchGuard_${library}_INCLUDE_DIR CudaArchGuard_${library}_LIBRARY)
    if(CudaArchGuard_${library}_INCLUDE_DIR AND CudaArchGuard_${library}_LIBRARY)
      target_compile_definitions(${target} ${scope} CUDA_ARCH_GUARD_HAVE_${library})
      target_include_directories(
        ${target}
        SYSTEM ${scope} "${CudaArchGuard_${library}_INCLUDE_DIR}"
      )
      target_link_libraries(${target} ${scope} "${CudaArchGuard_${library}_LIBRARY}")
    endif()
  endforeach()
endfunction()
