#!/bin/sh
# More than ctest runs: the matrix with a fresh build tree for each machine, and the cases where CMakes
# differ, on one CMake of every series. They come from PyPI into .local.
#
#   sh tests/cmake/every_cmake.sh <build folder of this project> [<version>...]
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
checkout=$(dirname "$(dirname "$here")")
# shellcheck source=tests/bring.sh
. "$checkout/tests/bring.sh"
build=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- "$bring_cmake_oldest" 3.22.6 3.24.3 3.25.2 3.28.4 3.31.10 4.0.3 "$bring_cmake_newest"

export CHECKOUT="$checkout" FAKES="$build/tests/support/fake_driver" FRESH=yes
NVCC=$(sed -n 's/^CudaArchGuard_TEST_NVCC:[A-Z]*=//p' "$build/CMakeCache.txt")
DETECTOR=$build/tests/cmake/detector/is-compiled-once/build/cuda-arch-guard/detector
export NVCC DETECTOR
failed=
for version; do
  bring_cmake "$version"
  for case in matrix/every-placement-and-machine placement/after-cuda placement/after-cuda-wishes \
    placement/injected late/compiler-found-by-the-project late/suffix-that-cmake-refuses \
    late/toolchain-file precedence/either-cmp0126 precedence/native-means-auto; do
    if CMAKE=$bring_local/cmake-$version/bin/cmake \
      WORK=$build/tests/cmake/every/$version/$(basename "$case") \
      sh "$here/run_case.sh" "$case.sh" > "$build/every_cmake.txt" 2>&1; then
      echo "CMake $version: $case passed"
    else
      echo "CMake $version: $case FAILED"
      cat "$build/every_cmake.txt"
      failed=yes
    fi
  done
done
[ -z "$failed" ]
