# For cases that build and test what they configured. TOOL is our program: it is not built again.
CUDA_ARCH_GUARD_TOOL=${TOOL-}
export CUDA_ARCH_GUARD_TOOL

# source <name> [<kernel>]: a CUDA source with one kernel
source_file() {
  echo "__global__ void kernel_$2(int* p) { *p = $2; }" > "src/$1"
  echo "void launch_$2(int* p) { kernel_$2<<<1, 1>>>(p); }" >> "src/$1"
}
# build: all of it, which must go well
build() { "$CMAKE" --build build > stdout 2> stderr || fail "the build went wrong"; }

# run_tests <regex> [<name>=<value>...]: ctest, with its output in stdout; on this machine as it is
run_tests() {
  pattern=$1
  shift
  : > stderr
  (cd build && env "$@" "$(dirname "$CMAKE")/ctest" -V -R "$pattern") > stdout 2>&1
}
# run_tests_on_machine <regex>: in the described machine
run_tests_on_machine() {
  pattern=$1
  set --
  while read -r line; do set -- "$@" "$line"; done < environment
  run_tests "$pattern" "$@"
}
# passes <test>...: each is there and passes; fails: each is there and fails, which is no crash
passes() {
  for test; do
    run_tests "^$test\$" || fail "$test fails"
    grep -qE '^ *1/1 Test +#[0-9]+: .* Passed ' stdout || fail "$test did not run"
  done
}
fails() {
  for test; do
    if run_tests "^$test\$"; then fail "$test passes"; fi
    grep -qE '^ *1/1 Test +#[0-9]+: .*\*\*\*Failed ' stdout || fail "$test did not run to its end"
  done
}
