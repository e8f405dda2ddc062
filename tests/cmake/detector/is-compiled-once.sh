# The real one, by the host compiler; a second configure finds it ready. Other cases use this program.
gpus "NVIDIA GeForce RTX 3090=8.6"
unset DETECTOR
project_without_languages < /dev/null
configure
value 86-real
lines 1
ls -l build/cuda-arch-guard/detector > first
configure
ls -l build/cuda-arch-guard/detector > second
cmp first second || fail "compiled again"
