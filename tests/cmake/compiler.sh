# A stand-in for a compiler, for the cases here: logs its arguments and links what is ready.
compiler() {
  mkdir -p bin
  cat > "bin/$1" <<END
#!/bin/sh
echo "$1 \$*" >> $PWD/compiled
while [ "\$1" != -o ]; do shift; done
cp '$DETECTOR' "\$2"
END
  chmod +x "bin/$1"
  touch compiled
}
compiled() { [ "$(wc -l < compiled)" = "$1" ] || fail "compiled $(wc -l < compiled) times, not $1"; }
