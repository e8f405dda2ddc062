#!/bin/sh
# examples/bring.sh against a Python that only pretends to have pip, in a folder of its own.
#
#   sh bring_test.sh <case> <work folder> <checkout>
set -eu
case=$1
work=$2
source=$3
rm -rf "$work"
mkdir -p "$work/bin" "$work/home" "$work/checkout"

# FAKE_PIP=none: no pip; FAKE_VENV=none: no venv either. FAKE_PIP=fails: no network.
cat > "$work/bin/python3" << 'END'
#!/bin/sh
case "$*" in
  -c*) exit 0 ;;
  "-m venv "*) [ "${FAKE_VENV:-}" != none ] || exit 1
    mkdir -p "$3/bin"
    sed 's/FAKE_PIP:-/FAKE_VENV_PIP:-/' "$0" > "$3/bin/python"
    chmod +x "$3/bin/python"
    exit 0 ;;
esac
[ "${FAKE_PIP:-}" != none ] || exit 1
case "$*" in
  *--version*) exit 0 ;;
esac
echo "$*" >> "$WORK/calls"
if [ "${FAKE_PIP:-}" = fails ]; then
  echo "ERROR: No matching distribution found"
  exit 1
fi
while [ "$1" != --target ]; do shift; done
mkdir -p "$2/cmake/data/bin"
: > "$2/cmake/data/half"
sleep "${FAKE_SECONDS:-0}"
: > "$2/cmake/data/bin/cmake"
END
chmod +x "$work/bin/python3"

WORK=$work
HOME=$work/home
PATH=$work/bin:$PATH
export WORK HOME PATH
program=$work/checkout/.local/cmake-1.2.3/bin/cmake

bring() {
  # shellcheck disable=SC2016  # for the inner shell
  sh -c 'set -eu; checkout=$1; bring_candidates=python3; . "$2/examples/bring.sh"; bring_cmake 1.2.3' \
    sh "$work/checkout" "$source"
}
fail() {
  echo "$case: $1" >&2
  exit 1
}
has_four_parts() {
  for part in '^CudaArchGuard: ' '^  found:  .' '^  needs:  .' '^  do:     .'; do
    grep -q "$part" "$work/error" || { cat "$work/error" >&2; fail "no line $part"; }
  done
}

case $case in
  brings-once)
    bring
    bring
    [ -e "$program" ] || fail "nothing was brought"
    [ "$(wc -l < "$work/calls")" = 1 ] || fail "pip was called again"
    ;;
  failure-leaves-nothing)
    ! FAKE_PIP=fails bring 2> "$work/error" || fail "no failure"
    has_four_parts
    grep -q 'No matching distribution' "$work/error" || fail "pip's reason is not told"
    [ -z "$(find "$work/checkout/.local" -name 'stage.*' -o -name 'cmake-*' -type d)" ] || fail "left-overs"
    ;;
  stopped-run-is-no-half)
    # The group is stopped, so that none of it goes on.
    FAKE_SECONDS=30 setsid sh "$0" in-background "$work/inner" "$source" &
    leader=$!
    until [ -e "$work/inner/calls" ]; do sleep 0.1; done
    kill -s KILL -- "-$leader"
    wait "$leader" 2>/dev/null || :
    mv "$work/inner/checkout/.local" "$work/checkout/.local"
    [ ! -e "$work/checkout/.local/cmake-1.2.3" ] || fail "a half is in place"
    bring
    [ -e "$program" ] || fail "nothing was brought after it"
    ;;
  in-background) bring ;;
  two-at-once-are-one)
    FAKE_SECONDS=1 bring &
    FAKE_SECONDS=1 bring || fail "the second failed"
    wait "$!" || fail "the first failed"
    [ -e "$program" ] || fail "nothing was brought"
    [ ! -e "$work/checkout/.local/cmake-1.2.3/cmake-1.2.3" ] || fail "one lies in the other"
    [ -z "$(find "$work/checkout/.local" -name 'stage.*')" ] || fail "left-overs"
    ;;
  venv-where-there-is-no-pip)
    FAKE_PIP=none bring
    [ -e "$program" ] || fail "nothing was brought"
    ;;
  tells-that-there-is-no-pip)
    ! FAKE_PIP=none FAKE_VENV=none bring 2> "$work/error" || fail "no failure"
    has_four_parts
    ;;
  *) fail "no such case" ;;
esac
[ -z "$(ls -A "$HOME")" ] || fail "something was written into the home folder"
