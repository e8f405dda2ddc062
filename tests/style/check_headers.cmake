# The layers that other people's configure step compiles, all as one file, stay quick to compile and
# free of other code: few standard headers, the system's only where a file is for one system.
set(remedy "Allowed in these layers: see the list in tests/style/check_headers.cmake.")
set(
  allowed
  cerrno
  cstddef
  cstdint
  cstdio
  cstdlib
  cstring
  initializer_list
  new
  optional
  string
  string_view
  utility
  vector
)
source_files(
  files
  detector/base
  detector/arch
  detector/knowledge
  detector/probe
  detector/select
  PATTERNS *.h *.cc *.inc
)
foreach(file IN LISTS files)
  file(STRINGS "${ROOT}/${file}" includes REGEX "^ *# *include *<")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "^[^<]*<([^>]*)>.*" "\\1" include "${include}")
    if(include IN_LIST allowed)
      continue()
    endif()
    if(NOT (file MATCHES "_(posix|win32)\\.cc$" AND include MATCHES "\\.h$|^csignal$"))
      fault("${file}: includes <${include}>")
    endif()
  endforeach()
  file(STRINGS "${ROOT}/${file}" using REGEX "^ *using +namespace ")
  if(using)
    fault("${file}: using namespace reaches into the other files of the same unit")
  endif()
endforeach()
