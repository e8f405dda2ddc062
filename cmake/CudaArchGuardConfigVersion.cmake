# Read by find_package(CudaArchGuard <version>) and by the top CMakeLists.txt: the version of this
# project stands here only. Before 1.0 another minor version may be another interface.
set(PACKAGE_VERSION "0.1.0")

set(PACKAGE_VERSION_COMPATIBLE FALSE)
set(PACKAGE_VERSION_EXACT FALSE)
if(PACKAGE_FIND_VERSION_RANGE)
  if(
    PACKAGE_VERSION VERSION_GREATER_EQUAL PACKAGE_FIND_VERSION_MIN
    AND
      (
        PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION_MAX
        OR
          (
            PACKAGE_FIND_VERSION_RANGE_MAX STREQUAL "INCLUDE"
            AND PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION_MAX
          )
      )
  )
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
  endif()
elseif(PACKAGE_FIND_VERSION)
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" _cuda_arch_guard_series "${PACKAGE_VERSION}")
  set(_cuda_arch_guard_wanted "${PACKAGE_FIND_VERSION_MAJOR}.${PACKAGE_FIND_VERSION_MINOR}")
  if(
    PACKAGE_VERSION VERSION_GREATER_EQUAL PACKAGE_FIND_VERSION
    AND _cuda_arch_guard_series VERSION_EQUAL _cuda_arch_guard_wanted
  )
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
  endif()
  if(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
  unset(_cuda_arch_guard_series)
  unset(_cuda_arch_guard_wanted)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
