# An #include under detector/ goes only along these edges, or within its layer, and is written from
# detector/; the link edges in detector/CMakeLists.txt are among them. What a layer uses, its users
# may include too. detector/detector.cc is the part that is compiled at configure time.
set(
  diagram
  "base:"
  "arch: base"
  "knowledge: arch"
  "objfile: base"
  "container: base"
  "fatbin: objfile arch"
  "probe: arch knowledge"
  "select: knowledge probe"
  "verdict: fatbin select"
  "doctor: verdict probe container"
  "fleet: select"
  "runner: probe"
  "cli: doctor fleet runner"
  "detector.cc: select"
)
foreach(row IN LISTS diagram)
  string(REGEX REPLACE ":? +" ";" row "${row}:")
  string(REPLACE ":" "" row "${row}")
  list(POP_FRONT row layer)
  set(below_${layer} ${layer})
  foreach(other IN LISTS row)
    list(APPEND below_${layer} ${below_${other}})
  endforeach()
  list(REMOVE_DUPLICATES below_${layer})
endforeach()

source_files(files detector PATTERNS *.h *.cc *.inc)
foreach(file IN LISTS files)
  string(REGEX REPLACE "^detector/([^/]*).*" "\\1" layer "${file}")
  if(NOT DEFINED below_${layer})
    fault("${file}: ${layer} is no layer of the diagram")
    continue()
  endif()
  file(STRINGS "${ROOT}/${file}" includes REGEX "^ *# *include *\"")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "^[^\"]*\"([^\"/]*/?).*" "\\1" other "${include}")
    string(REGEX REPLACE "/$" "" other "${other}")
    if(NOT other IN_LIST below_${layer})
      fault("${file}: no edge for ${include}, only to: ${below_${layer}}")
    endif()
  endforeach()
endforeach()

file(READ "${ROOT}/detector/CMakeLists.txt" text)
string(REGEX MATCHALL "\ncuda_arch_guard_layer\\([^)]*\\)" calls "${text}")
foreach(call IN LISTS calls)
  string(REGEX REPLACE "^[^(]*\\(|\\)$" "" call "${call}")
  string(REGEX REPLACE "[ \n]+" ";" call "${call}")
  list(REMOVE_ITEM call "")
  list(POP_FRONT call layer)
  cmake_parse_arguments(arg "" "" "DEPENDS;SOURCES" ${call})
  foreach(other IN LISTS arg_DEPENDS)
    if(NOT other IN_LIST below_${layer})
      fault(
        "detector/CMakeLists.txt: no edge from ${layer} to ${other}, only to: ${below_${layer}}"
      )
    endif()
  endforeach()
endforeach()
