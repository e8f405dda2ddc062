#!/bin/sh
# run_case.sh <case.sh>: runs one case in a folder of its own. A case describes a machine, writes a
# project, configures it and states what must come out; whatever else is written to stderr fails it.
# Settings: CHECKOUT, WORK (scratch folder), FAKES (folder of fake_machine), CMAKE, NVCC, DETECTOR.
set -eu
case_file=$1
if [ ! -x "$(command -v "$CMAKE")" ]; then
  echo "FAILED: there is no $CMAKE: sh tests/run.sh brings it"
  exit 1
fi
here=$(cd "$(dirname "$0")" && pwd)
unset CXX CC CXXFLAGS CUDACXX CUDAARCHS CUDA_PATH CUDA_VISIBLE_DEVICES TORCH_CUDA_ARCH_LIST \
  CMAKE_GENERATOR CMAKE_TOOLCHAIN_FILE VERBOSE
export CMAKE_GENERATOR=Ninja CMAKE_EXPORT_COMPILE_COMMANDS=ON
unset LIBRARY_PATH
PATH=$(dirname "$NVCC"):$PATH
rm -rf "$WORK"
mkdir -p "$WORK/src"
cd "$WORK"
echo 'int main() { return 0; }' > src/main.cu

fail() {
  echo "FAILED: $1"
  for file in stdout stderr; do
    [ -s $file ] && sed "s/^/ $file > /" $file
  done
  exit 1
}

# gpus [<name>=<capability>]...: the machine that configure sees, with a driver for CUDA 13.5
gpus() {
  number=0
  echo 'driver 605.10 cuda=13.5' > machine.txt
  for gpu; do
    number=$((number + 1))
    echo "gpu name=\"${gpu%=*}\" cc=${gpu#*=} bus=0000:0$number:00.0 memory=24576" \
      "uuid=GPU-0000000$number-0000-4000-8000-000000000000" >> machine.txt
  done
  machine machine.txt
}
# machine <description>: likewise, from a file
machine() {
  rm -rf machine
  "$FAKES/fake_machine" "$1" machine > environment
}
# without_nvcc: no folder of PATH has one
without_nvcc() {
  kept=
  IFS=:
  for folder in $PATH; do
    [ -x "$folder/nvcc" ] || kept=${kept:+$kept:}$folder
  done
  unset IFS
  PATH=$kept
  unset CUDA_HOME CUDA_ROOT
}

# project: CMakeLists.txt from stdin
project() { cat > src/CMakeLists.txt; }
# project_without_languages: what is set is enough to know; lines from stdin come before find_package()
project_without_languages() {
  {
    echo 'cmake_minimum_required(VERSION 3.20)'
    cat
    echo 'find_package(CudaArchGuard REQUIRED)'
    echo 'project(app LANGUAGES NONE)'
    echo 'message(STATUS "value: <${CMAKE_CUDA_ARCHITECTURES}>")'
  } > src/CMakeLists.txt
}
# value <list>: of CMAKE_CUDA_ARCHITECTURES in such a project
value() { says "value: <$1>"; }
# newer_than <major.minor>: is this CMake?
newer_than() {
  version=$("$CMAKE" --version | sed -n 's/^cmake version \([0-9]*\.[0-9]*\).*/\1/p')
  [ "$version" != "$1" ] && [ "$(printf '%s\n' "$version" "$1" | sort -V | tail -n 1)" = "$version" ]
}

# configure [<argument>...]: into build/, which must go well
configure() {
  run_cmake "$@" || fail "configure went wrong"
  [ -n "${expect_stderr-}" ] || [ ! -s stderr ] || fail "something was written to stderr"
}
# configure_warns: likewise, and there must be a warning; configure_fails: must not go well
configure_warns() {
  expect_stderr=yes
  configure "$@"
  unset expect_stderr
  [ -s stderr ] || fail "no warning"
}
configure_fails() {
  if run_cmake "$@"; then fail "configure went well"; fi
}
run_cmake() {
  [ -f environment ] || gpus
  (
    while read -r line; do
      case $line in PATH=*) line=PATH=$PWD/machine/bin:$PATH ;; esac
      export "${line?}"
    done < environment
    if grep -q 'find_package(CudaArchGuard' src/CMakeLists.txt; then
      set -- "-DCudaArchGuard_DIR=$CHECKOUT/cmake" "$@"
    fi
    if [ -n "${DETECTOR-}" ]; then export CUDA_ARCH_GUARD_DETECTOR="$DETECTOR"; fi
    "$CMAKE" -S src -B build "$@" > stdout 2> stderr
  )
}

# says <text> / says_not <text>: in the last output, with runs of blanks as one
says() { flat | grep -qF -- "$1" || fail "does not say: $1"; }
says_not() { if flat | grep -qF -- "$1"; then fail "says: $1"; fi; }
flat() { cat stdout stderr | tr -s ' \n' '  '; }
# lines <number>: so many status lines of ours
lines() { [ "$(grep -c '^-- CudaArchGuard' stdout)" = "$1" ] || fail "not $1 status lines"; }

# code [<source>] <images>: what nvcc is told to make of it, as in "compute_120 sm_120 sm_86"
code() {
  [ $# = 2 ] || set -- main.cu "$1"
  found=$(images "$1")
  [ "$found" = "$2" ] || fail "$1 becomes '$found', not '$2'"
}
images() {
  tr -d '\\"' < build/compile_commands.json | grep "command: .*/$1 " |
    grep -oE ',code=\[?[a-z0-9_,]+| -arch=[a-z-]+' | sed 's/,code=\[*//' | tr -s ', ' '\n\n' |
    LC_ALL=C sort -u | sed '/^$/d' | paste -s -d ' ' -
}
# cached <name> <value>
cached() {
  grep -qE "^$1:[A-Z]+=$2\$" build/CMakeCache.txt ||
    fail "cache: $(grep "^$1:" build/CMakeCache.txt) and not $2"
}

# shellcheck source=/dev/null
. "$here/$case_file"
echo "passed"
