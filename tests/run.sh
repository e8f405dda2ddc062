#!/bin/sh
# Sets up what the tests need, builds with the preset `ci` into build/ and runs ctest.
#
#   sh tests/run.sh [<option of ctest>...]        sh tests/run.sh -L unit
#
# On Debian and Ubuntu root gets the missing system packages installed; for any other user they are
# unpacked under .local. Elsewhere a C++17 compiler, make, GoogleTest, zstd and lz4 with their
# headers have to be there. All else comes from PyPI into .local, in the versions named in
# examples/bring.sh, and is used whatever the machine has.
set -eu
checkout=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
# shellcheck source=tests/bring.sh
. "$checkout/tests/bring.sh"

if [ "$(id -u)" = 0 ]; then
  bring_debian g++ make python3-pip libgtest-dev libzstd-dev liblz4-dev
else
  bring_debian libgtest-dev libzstd-dev libzstd1 liblz4-dev liblz4-1
fi
if ! command -v c++ >/dev/null 2>&1; then
  bring_error "no C++ compiler" "no c++ on PATH" "GCC 8, Clang 7 or newer" \
    "apt-get install g++      (Debian, Ubuntu)" "dnf install gcc-c++      (Fedora, Red Hat)"
  exit 1
fi
bring_some_cmake
bring_some_ninja
bring_cmake "$bring_cmake_oldest"
bring_cmake "$bring_cmake_newest"
bring_nvcc "$bring_nvcc_tests"
bring_gersemi
bring_clang_format
bring_codespell
bring_shellcheck
bring_cuobjdump
bring_sdist llama-cpp-python "$bring_llama_version"

CUDACXX=$bring_local/cuda-$bring_nvcc_tests/bin/nvcc
export CUDACXX
# A build can be verbose: it goes to a file, shown where it fails.
log=$bring_local/log/build.txt
bring_say "building (the output goes to $log)"
cd "$checkout"
if ! { "$bring_cmake_program" --preset ci && "$bring_cmake_program" --build --preset ci; } \
  > "$log" 2>&1; then
  tail -n 60 "$log" >&2
  exit 1
fi
cd build
exec "$(dirname "$(command -v "$bring_cmake_program")")/ctest" --output-on-failure -j 2 "$@"
