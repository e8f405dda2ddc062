#!/bin/sh
# The main job on this machine: builds examples/minimal guarded and runs its tests, then says what
# was seen, selected, built, proved, and what was not proved.
#
#   sh examples/try.sh [-D<name>=<value>...]        for instance -DCudaArchGuard_GPUS="RTX 4090"
#
# Needs a C++ compiler and Python with pip. CMake, Ninja and nvcc are the machine's where it has
# them, else they come from PyPI into .local. Nothing outside this folder is written. Exit code: 0
# when everything was built and no test failed.
set -eu
checkout=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
# shellcheck source=examples/bring.sh
. "$checkout/examples/bring.sh"

mkdir -p "$bring_local/log" "$bring_local/tmp"
build=$bring_local/try
log=$bring_local/log/try.txt
# Compilers and the driver's JIT keep files in a folder for all: here they get one of their own.
TMPDIR=$bring_local/tmp
CUDA_CACHE_PATH=$bring_local/tmp/cuda-cache
export TMPDIR CUDA_CACHE_PATH

if ! command -v c++ >/dev/null 2>&1 && ! command -v "${CXX:-g++}" >/dev/null 2>&1; then
  bring_error "no C++ compiler" "neither c++ nor g++ on PATH" "a C++17 compiler: GCC 8, Clang 7 or newer" \
    "apt-get install g++      (Debian, Ubuntu)" "dnf install gcc-c++      (Fedora, Red Hat)"
  exit 1
fi
bring_some_cmake
generator=Ninja
if ! command -v ninja >/dev/null 2>&1 && command -v make >/dev/null 2>&1; then
  generator='Unix Makefiles'
else
  bring_some_ninja
fi

# The nvcc that CMake would take, then the usual place, then one from PyPI.
nvcc=$(command -v "${CUDACXX:-nvcc}" || command -v "${CUDA_PATH:-/usr/local/cuda}/bin/nvcc" ||
  command -v /usr/local/cuda/bin/nvcc || command -v /opt/cuda/bin/nvcc || :)
if [ -z "$nvcc" ]; then
  bring_nvcc "$bring_nvcc_newest"
  nvcc=$bring_local/cuda-$bring_nvcc_newest/bin/nvcc
fi

# What was selected in an earlier try must not decide this one.
rm -rf "$build"
steps='nothing: the configure step failed'
tests=
result=0
bring_say "configuring examples/minimal with $nvcc"
if "$bring_cmake_program" -S "$checkout/examples/minimal" -B "$build" -G "$generator" \
  -DCudaArchGuard_DIR="$checkout/cmake" -DCMAKE_CUDA_COMPILER="$nvcc" "$@" > "$log" 2>&1; then
  bring_say "building"
  steps='nothing: the build failed'
  if "$bring_cmake_program" --build "$build" -j 2 >> "$log" 2>&1; then
    steps='app and the validation kernels'
    bring_say "testing"
    tests=$bring_local/log/try-tests.txt
    (cd "$build" && "$(dirname "$(command -v "$bring_cmake_program")")/ctest" \
      --output-on-failure) > "$tests" 2>&1 || result=1
    cat "$tests" >> "$log"
  else
    result=1
  fi
else
  result=1
fi
[ "$result" = 0 ] || tail -n 40 "$log" >&2

"$bring_cmake_program" -DBUILD="$build" -DBUILT="$steps" -DTESTS="$tests" -DNVCC="$nvcc" -DLOG="$log" \
  -P "$checkout/examples/try_summary.cmake" 2>&1
exit "$result"
