# Another list of a target is the project's decision: a warning if a GPU is left out, a note if not.
# Only ENFORCE changes it.
gpus "NVIDIA GeForce RTX 3090=8.6"
project <<'END'
cmake_minimum_required(VERSION 3.20)
find_package(CudaArchGuard REQUIRED)
project(app LANGUAGES CXX CUDA)
foreach(name older covers cxx)
  file(WRITE ${CMAKE_BINARY_DIR}/${name}.cu "int main() { return 0; }\n")
  add_executable(${name} ${CMAKE_BINARY_DIR}/${name}.cu)
endforeach()
set_target_properties(older PROPERTIES CUDA_ARCHITECTURES "75-real;89-real")
set_target_properties(covers PROPERTIES CUDA_ARCHITECTURES "80;90a-real")
set_source_files_properties(${CMAKE_BINARY_DIR}/cxx.cu PROPERTIES LANGUAGE CXX)
set_target_properties(cxx PROPERTIES CUDA_ARCHITECTURES 75)
END
configure_warns
grep -q 'target-differs' stderr || fail "no warning"
says "found: 75-real;89-real (older) needs: 86-real, as selected"
says "found: 80;90a-real (covers) needs: 86-real, as selected; these cover the same devices"
says_not "(cxx)"
code older.cu "sm_75 sm_89"
configure -DCudaArchGuard_ENFORCE=ON
code older.cu "sm_86"
code covers.cu "sm_86"
# A list that was typed, and no GPU: nobody knows which devices are meant, so none are said to be covered.
gpus
rm -rf build
configure_warns "-DCudaArchGuard_ARCHITECTURES=86-real;90-virtual"
says "found: 80;90a-real (covers)"
says_not "these cover the same devices"
