# shellcheck shell=sh disable=SC2034  # what is set here is used by those who source it
# Functions for try.sh and tests/run.sh: they bring what a build needs into <checkout>/.local and
# change nothing outside it. To be sourced with `checkout` set to the folder of this project.
#
# Each thing lies in a folder of its own, made apart and then renamed into place with a file
# .complete in it: a run that was stopped leaves no half of it, of two runs at once one wins, and a
# second run finds it and does nothing. The functions return 1 after telling what went wrong.
# tests/bring.sh has those for what only the tests need.

# The versions, all in one place.
bring_cmake_newest=4.4.5
bring_cmake_oldest=3.20.5
bring_ninja_version=1.13.0
bring_gersemi_version=0.29.2
bring_clang_format_version=14.0.6
bring_codespell_version=2.4.3
bring_shellcheck_version=0.11.0.1
bring_cuobjdump_version=13.5.37
bring_nvcc_newest=13.5
bring_nvcc_tests=13.0
bring_llama_version=0.3.36

# The wheels of one toolkit. They share a folder, so one pip call has to install them all.
_bring_toolkit_wheels() {
  case $1 in
    13.0) _bring_toolkit_row 13.0.88 13.0.88 13.0.88 13.0.96 13.0.85 ;;
    13.1) _bring_toolkit_row 13.1.115 13.1.115 13.1.115 13.1.80 13.1.115 ;;
    13.2) _bring_toolkit_row 13.2.86 13.2.86 13.2.86 13.2.86 13.2.86 ;;
    13.3) _bring_toolkit_row 13.3.73 13.3.73 13.3.73 13.3.29 13.3.3.3.1 ;;
    13.4) _bring_toolkit_row 13.4.92 13.4.92 13.4.92 13.4.92 13.3.4.3.1 ;;
    13.5) _bring_toolkit_row 13.5.37 13.5.37 13.5.37 13.5.37 13.3.5.0.6 ;;
    *) return 1 ;;
  esac
}

_bring_toolkit_row() {
  echo "nvidia-cuda-nvcc==$1 nvidia-cuda-crt==$2 nvidia-nvvm==$3" \
    "nvidia-cuda-runtime==$4 nvidia-cuda-cccl==$5"
}

bring_local=${checkout:?set checkout before sourcing bring.sh}/.local

# bring_error <wrong> <found> <needs> <do>...: the four parts that every message here has.
bring_error() {
  printf 'CudaArchGuard: %s\n  found:  %s\n  needs:  %s\n' "$1" "$2" "$3" >&2
  shift 3
  _bring_label='  do:     '
  for _bring_line; do
    printf '%s%s\n' "$_bring_label" "$_bring_line" >&2
    _bring_label='          '
  done
}

bring_say() { printf -- '-- %s\n' "$*" >&2; }

bring_has() { [ -e "$bring_local/$1/.complete" ]; }

# Makes a private folder to work in: $bring_stage. What a stopped run left is removed after hours.
_bring_begin() {
  mkdir -p "$bring_local/log" "$bring_local/tmp" || return 1
  find "$bring_local" -maxdepth 1 -name 'stage.*' -mmin +180 -exec rm -rf {} + 2>/dev/null || :
  bring_stage=$(mktemp -d "$bring_local/stage.XXXXXX") || return 1
}

# _bring_commit <name>: $bring_stage/<name> is ready. rename(2) refuses a folder that is not empty,
# so a run that comes second cannot mix its files into the first one's.
_bring_commit() {
  : > "$bring_stage/$1/.complete"
  if [ -e "$bring_local/$1" ] && ! bring_has "$1"; then rm -rf "${bring_local:?}/$1"; fi
  mv "$bring_stage/$1" "$bring_local/" 2>/dev/null || :
  rm -rf "$bring_stage"
  bring_has "$1" && return
  bring_error "a download could not be put in its place" "$bring_local/$1 cannot be written" \
    "write permission there, and free disk space" "df -h '$checkout'; ls -ld '$bring_local'"
  return 1
}

# A Python with pip: $bring_python. Debian's Python has none of its own, so a virtual environment
# inside .local is the second choice.
bring_python() {
  [ -z "${bring_python:-}" ] || return 0
  _bring_seen=
  for _bring_candidate in ${bring_candidates:-python3 /usr/bin/python3 python}; do
    "$_bring_candidate" -c 'import sys; sys.exit(sys.version_info < (3, 7))' 2>/dev/null || continue
    _bring_seen="${_bring_seen:-$_bring_candidate}"
    "$_bring_candidate" -m pip --version >/dev/null 2>&1 || continue
    bring_python=$_bring_candidate
    return 0
  done
  if ! bring_has python && [ -n "$_bring_seen" ] && _bring_begin; then
    if "$_bring_seen" -m venv "$bring_stage/python" > "$bring_local/log/python.txt" 2>&1; then
      _bring_commit python || return 1
    fi
    rm -rf "$bring_stage"
  fi
  if bring_has python; then
    bring_python=$bring_local/python/bin/python
    return 0
  fi
  bring_error "no pip to bring CMake, Ninja or nvcc with" \
    "${_bring_seen:-no python3} without pip, and without venv" "Python 3.7 or newer with pip" \
    "apt-get install python3-pip      (Debian, Ubuntu)" \
    "dnf install python3-pip          (Fedora, Red Hat)" \
    "or put cmake, ninja or make, and nvcc on PATH yourself"
  return 1
}

# _bring_pip <log> <argument>...: pip that asks nothing, keeps its files under .local and is not led
# elsewhere by a user's `user = true` or `require-virtualenv`.
_bring_pip() {
  _bring_log=$bring_local/log/$1.txt
  shift
  if PIP_USER=0 PIP_REQUIRE_VIRTUALENV=0 PIP_NO_INPUT=1 PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PYTHONDONTWRITEBYTECODE=1 TMPDIR="$bring_local/tmp" \
    "$bring_python" -m pip "$@" --no-cache-dir --retries 2 > "$_bring_log" 2>&1; then
    return 0
  fi
  bring_error "pip could not bring ${bring_what:-a package}" \
    "$({ grep -o 'connection broken by .*' "$_bring_log" || grep '^ *ERROR' "$_bring_log" ||
      tail -n 1 "$_bring_log"; } | head -n 1 | cut -c 1-300)" \
    "a package index that pip can reach, and free disk space" \
    "$bring_python -m pip download --no-deps -d '$bring_local/tmp' ${bring_what:-pip}" \
    "a proxy or a mirror: pip config set global.proxy URL, pip config set global.index-url URL" \
    "the whole log: $_bring_log"
  rm -rf "$bring_stage"
  return 1
}

# _bring_site <name> <requirement>...: wheels unpacked into $bring_stage/site, nothing compiled.
# --target is allowed with an externally managed Python.
_bring_site() {
  bring_python && _bring_begin || return 1
  _bring_name=$1
  shift
  bring_what="$*"
  bring_what=${bring_what#--no-deps }
  bring_say "bringing $bring_what"
  _bring_pip "$_bring_name" install --quiet --no-compile --only-binary :all: \
    --target "$bring_stage/site" "$@"
}

# bring_wheel <package> <version>: .local/<package>-<version>/ holds what the wheel holds.
bring_wheel() {
  bring_has "$1-$2" && return
  _bring_site "$1-$2" --no-deps "$1==$2" || return 1
  mv "$bring_stage/site" "$bring_stage/$1-$2" && _bring_commit "$1-$2"
}

# bring_cmake <version>: .local/cmake-<version>/bin/cmake
bring_cmake() {
  bring_has "cmake-$1" && return
  _bring_site "cmake-$1" --no-deps "cmake==$1" || return 1
  mv "$bring_stage/site/cmake/data" "$bring_stage/cmake-$1" && _bring_commit "cmake-$1"
}

# bring_ninja: .local/ninja-<version>/bin/ninja
bring_ninja() {
  bring_has "ninja-$bring_ninja_version" && return
  _bring_programs ninja "$bring_ninja_version"
}

# _bring_programs <package> <version> [<name>]: a wheel whose bin/ holds plain programs.
_bring_programs() {
  _bring_site "$1" --no-deps "$1==$2" || return 1
  mv "$bring_stage/site" "$bring_stage/${3:-$1}-$2" && _bring_commit "${3:-$1}-$2"
}

# bring_nvcc <13.0 to 13.5>: .local/cuda-<version>/bin/nvcc with headers and the CUDA runtime.
bring_nvcc() {
  bring_has "cuda-$1" && return
  if ! _bring_wheels=$(_bring_toolkit_wheels "$1"); then
    bring_error "no nvcc $1 to bring" "asked for nvcc $1" \
      "one of 13.0 to 13.5: older releases have no nvcc among the Python packages" \
      "install that toolkit and set CUDACXX to its nvcc"
    return 1
  fi
  # shellcheck disable=SC2086  # a list of words
  _bring_site "cuda-$1" --no-deps $_bring_wheels || return 1
  _bring_root=$bring_stage/cuda-$1
  mv "$bring_stage"/site/nvidia/cu13 "$_bring_root" || return 1
  # nvcc 13.0 and 13.1 look for the runtime in lib64, and the linker for a name without a number.
  [ -e "$_bring_root/lib64" ] || ln -s lib "$_bring_root/lib64"
  [ -e "$_bring_root/lib/libcudart.so" ] || ln -s libcudart.so.13 "$_bring_root/lib/libcudart.so"
  if ! "$_bring_root/bin/nvcc" --version > "$bring_local/log/nvcc.txt" 2>&1; then
    bring_error "the nvcc that pip brought does not start here" \
      "$(tail -n 1 "$bring_local/log/nvcc.txt"), on $(uname -m)" "Linux on x86-64 or arm64, with glibc" \
      "install the CUDA toolkit of this system and put its nvcc on PATH"
    rm -rf "$bring_stage"
    return 1
  fi
  _bring_commit "cuda-$1"
}

# bring_older <a> <b>: is version a older than version b?
bring_older() {
  awk -v a="$1" -v b="$2" 'BEGIN {
    split(a, x, "."); split(b, y, ".")
    for (i = 1; i <= 3; ++i) if (x[i] + 0 != y[i] + 0) exit !(x[i] + 0 < y[i] + 0)
    exit 1
  }'
}

# Sets $bring_cmake_program: the machine's CMake where it is new enough, else the newest.
bring_some_cmake() {
  bring_cmake_program=cmake
  _bring_version=$(cmake --version 2>/dev/null | sed -n '1s/.* \([0-9][0-9.]*\).*/\1/p')
  [ -n "$_bring_version" ] && ! bring_older "$_bring_version" 3.20 && return
  bring_cmake "$bring_cmake_newest" || return 1
  bring_cmake_program=$bring_local/cmake-$bring_cmake_newest/bin/cmake
  PATH=$bring_local/cmake-$bring_cmake_newest/bin:$PATH
  export PATH
}

# Ninja on PATH, the machine's or ours.
bring_some_ninja() {
  command -v ninja >/dev/null 2>&1 && return
  bring_ninja || return 1
  PATH=$bring_local/ninja-$bring_ninja_version/bin:$PATH
  export PATH
}
