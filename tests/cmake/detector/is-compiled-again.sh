# When the compiler or the sources change, and not when neither does.
. "$here/compiler.sh"
compiler some-c++
unset DETECTOR
mkdir copy
cp -R "$CHECKOUT/cmake" "$CHECKOUT/detector" copy
CHECKOUT=$PWD/copy
gpus "NVIDIA GeForce RTX 3090=8.6"
project_without_languages < /dev/null
export CXX=$PWD/bin/some-c++
configure
configure
compiled 1
echo '# another' >> bin/some-c++
configure
compiled 2
echo '// another' >> copy/detector/arch/architecture.h
configure
configure
compiled 3
CXX="$CXX -m64" configure
compiled 4
value 86-real
