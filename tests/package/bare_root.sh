#!/bin/sh
# For a maintainer who is root on Debian: does a fresh clone set itself up where nothing is installed?
#
#   sh tests/package/bare_root.sh root [<command>...]    nothing but the base system; default: .ci/run
#   sh tests/package/bare_root.sh user [<command>...]    a user without root; g++, make, pip are there
#
# Makes a root with debootstrap under $TMPDIR or /var/tmp from the mirror that this machine's apt is
# set to, puts the committed state of this checkout in it, runs the command there and removes it all.
# With KEEP=1 the root stays and is used again.
set -eu
checkout=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
kind=${1:?root or user}
shift
[ $# -gt 0 ] || set -- bash .ci/run
case $kind in
  root) include=git who=root ;;
  user) include=git,g++,make,python3,python3-pip who=builder ;;
  *) echo "usage: bare_root.sh root|user [<command>...]" >&2; exit 2 ;;
esac
root=${TMPDIR:-/var/tmp}/cuda-arch-guard-bare-$kind

# shellcheck disable=SC2016  # apt's placeholders
apt-get indextargets --format '$(REPO_URI) $(CODENAME)' 'Created-By: Packages' > "$root.apt"
read -r mirror suite < "$root.apt"
rm -f "$root.apt"

# shellcheck disable=SC2317,SC2329  # called by the trap
finish() {
  umount "$root/proc" 2>/dev/null || :
  [ -n "${KEEP:-}" ] || rm -rf --one-file-system "$root"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM

if [ ! -e "$root/bare" ]; then
  rm -rf --one-file-system "$root"
  debootstrap --variant=minbase --include="$include" "$suite" "$root" "$mirror" > "$root.log" 2>&1 || {
    tail "$root.log" >&2
    exit 1
  }
  rm -f "$root.log"
  # How to reach mirrors from here is this machine's matter, so it is copied.
  rm -f "$root/etc/apt/sources.list"
  cp -a /etc/apt/. "$root/etc/apt/"
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  certificates=/etc/ssl/certs/ca-certificates.crt
  [ ! -e "$certificates" ] || cp -L "$certificates" "$root/etc/certificates-of-the-machine.crt"
  [ "$who" = root ] || chroot "$root" useradd --create-home "$who"
  : > "$root/bare"
fi
rm -rf "$root/srv/clone"
git -c safe.directory='*' clone --quiet --no-hardlinks "$checkout" "$root/srv/clone"
chroot "$root" chown -R "$who" /srv/clone
mount -t proc proc "$root/proc"

home=/root
[ "$who" = root ] || home=/home/$who
begin=$(date +%s)
result=0
# shellcheck disable=SC2046  # a list of settings
chroot --userspec="$who" "$root" /usr/bin/env -i HOME=$home LANG=C.UTF-8 CI=true \
  PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  PIP_CERT=/etc/certificates-of-the-machine.crt \
  $(env | grep -iE '^(https?_proxy|no_proxy|pip_(index_url|proxy|default_timeout))=' || :) \
  sh -c 'cd /srv/clone && "$@"' sh "$@" < /dev/null || result=$?
# What a user may write besides the clone: nothing may have been.
[ "$who" = root ] || find "$root$home" "$root/tmp" -newer "$root/bare" -type f -print
echo "bare_root.sh: $kind, result $result, $(($(date +%s) - begin)) s for: $*"
exit "$result"
