# Every id of a finding that the sources use has a row in detector/knowledge/findings.inc, and every
# row is used. A test of the table itself is in tests/unit/knowledge.
set(remedy "The rows of detector/knowledge/findings.inc: {id, one sentence, what it means}.")

set(literal "\"[a-z0-9]+(-[a-z0-9]+)*\"")

# used(<id> <file>)
function(used id file)
  get_property(files GLOBAL PROPERTY "uses ${id}")
  if(NOT files)
    set_property(GLOBAL APPEND PROPERTY ids "${id}")
  endif()
  set_property(GLOBAL PROPERTY "uses ${id}" "${file}")
endfunction()

# look_for(<file> <text> <expression> <part>): each match of <part> within a match of <expression>.
function(look_for file text expression part)
  string(REGEX MATCHALL "${expression}" matches "${text}")
  foreach(match IN LISTS matches)
    string(REGEX MATCHALL "${part}" ids "${match}")
    foreach(id IN LISTS ids)
      string(REGEX REPLACE "[^a-z0-9-]" "" id "${id}")
      used("${id}" "${file}")
    endforeach()
  endforeach()
endfunction()

# In C++ an id is assigned or compared, or the second argument of Warn(); comments of headers name it
# in brackets. Tables hold ids too: there any string counts as a use, but is not known to be an id.
set(strings "")
source_files(files detector PATTERNS *.h *.cc)
list(FILTER files EXCLUDE REGEX "^detector/knowledge/")
foreach(file IN LISTS files)
  file(READ "${ROOT}/${file}" text)
  # Brackets would keep the matches together as one element of the list.
  string(REGEX REPLACE "\\[([a-z][a-z]+(-[a-z]+)+)\\]" "@\\1@" text "${text}")
  string(REGEX REPLACE "[][]" " " text "${text}")
  look_for("${file}" "${text}" "[.>]id [!=]?= [^;{]*" "${literal}")
  look_for("${file}" "${text}" "[ \n]Warn\\([ \n]*[a-z_]+,[^;,\"]*(${literal}[ :]*)+," "${literal}")
  look_for("${file}" "${text}" "@[a-z-]+@" "@[a-z-]+@")
  string(REGEX MATCHALL "${literal}" literals "${text}")
  list(APPEND strings ${literals})
endforeach()

# In CMake it is the second argument of the one function that words findings, or kept until then.
source_files(files cmake PATTERNS *.cmake)
foreach(file IN LISTS files)
  documentation(doc text "${file}")
  string(REGEX REPLACE "[][;]" " " text "${text}")
  look_for(
    "${file}"
    "${text}"
    "_cuda_arch_guard_report\\([ \n]*[^ \n]+[ \n]+[a-z-]+[ \n]"
    "[a-z-]+[ \n]+$"
  )
  look_for("${file}" "${text}" "set\\(id [a-z-]+\\)" " [a-z-]+")
endforeach()

file(STRINGS "${ROOT}/detector/knowledge/findings.inc" rows REGEX "^{\"")
list(TRANSFORM rows REPLACE "^{\"([^\"]*)\".*" "\\1")
get_property(ids GLOBAL PROPERTY ids)
foreach(id IN LISTS ids)
  if(NOT id IN_LIST rows)
    get_property(file GLOBAL PROPERTY "uses ${id}")
    fault("${file}: no row for ${id}")
  endif()
endforeach()
foreach(row IN LISTS rows)
  if(NOT row IN_LIST ids AND NOT "\"${row}\"" IN_LIST strings)
    fault("detector/knowledge/findings.inc: ${row} is used nowhere")
  endif()
endforeach()
