# The top level holds these and files that begin with a dot; no file names a place on somebody's
# machine or the host of a package registry; code over 450 lines is more than one idea.
set(
  top
  cmake
  detector
  templates
  examples
  tests
  CMakeLists.txt
  CMakePresets.json
  LICENSE
  README.md
  pyproject.toml
)
# In a clone git knows what belongs to the project, build folders and notes do not.
if(GIT AND EXISTS "${ROOT}/.git")
  execute_process(
    COMMAND "${GIT}" -c "safe.directory=*" ls-files
    WORKING_DIRECTORY "${ROOT}"
    OUTPUT_VARIABLE files
    COMMAND_ERROR_IS_FATAL ANY
  )
  string(REGEX REPLACE "\n$" "" files "${files}")
  string(REPLACE "\n" ";" files "${files}")
else()
  file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/*")
  list(FILTER files EXCLUDE REGEX "^(build[^/]*|\\.git|\\.local)/")
endif()
set(places "(^|[^A-Za-z0-9_}.-])/((work|root)/|home/[a-z]|opt/(cm|tk|wheels))")
string(APPEND places "|pypi\\.org|pythonhosted\\.org|debian\\.org")
foreach(file IN LISTS files)
  string(REGEX REPLACE "/.*" "" first "${file}")
  if(NOT first IN_LIST top AND NOT first MATCHES "^\\.")
    fault("${file}: ${first} does not belong to the top level")
  endif()
  if(EXISTS "${ROOT}/${file}")
    file(STRINGS "${ROOT}/${file}" lines REGEX "${places}")
    foreach(line IN LISTS lines)
      fault("${file}: names a machine or a registry: ${line}")
    endforeach()
    if(file MATCHES "\\.(cc|h|cu|cuh|cmake|sh|py)$|CMakeLists.txt$")
      file(STRINGS "${ROOT}/${file}" lines)
      list(LENGTH lines count)
      if(count GREATER 450)
        fault("${file}: ${count} lines")
      endif()
    endif()
  endif()
endforeach()
