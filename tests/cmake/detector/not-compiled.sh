# A compiler that fails is told with what it said; nothing is taken for "no GPU". A list that was given
# stands, unchecked.
gpus "NVIDIA GeForce RTX 3090=8.6"
unset DETECTOR
mkdir bin
printf '#!/bin/sh\necho "error: no such dialect" >&2\nexit 1\n' > bin/old-c++
chmod +x bin/old-c++
export CXX=$PWD/bin/old-c++
project_without_languages < /dev/null
configure_fails
says "[detector-not-compiled]"
says "error: no such dialect"
says "$PWD/bin/old-c++"
says_not "no-gpu"
configure_warns -DCMAKE_CUDA_ARCHITECTURES=80
says "[detector-not-compiled]"
value 80
[ ! -e build/cuda-arch-guard/selection.json ] || fail "a selection without a detector"
CXX=/nonexistent/c++ configure_fails -UCMAKE_CUDA_ARCHITECTURES
says "[detector-not-compiled]"
says "CXX=/nonexistent/c++"
