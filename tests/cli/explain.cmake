cuda_arch_guard_cli_test(explain a-capability ARGS explain 8.6 OUT_IS explain-8.6.txt)
cuda_arch_guard_cli_test(
  explain
  an-architecture
  ARGS explain sm_90a
  OUT
    "^sm_90a: cubin for 9.0 \\(Hopper\\), for this chip alone\n"
    "cubin on  9.0\n"
    "CUDA 12.0 or newer"
)
cuda_arch_guard_cli_test(
  explain
  a-family
  ARGS explain 100f
  OUT "cubin on  10.0 10.3 10.7\n" "CUDA 12.9 or newer"
  NOT "PyTorch"
)
cuda_arch_guard_cli_test(
  explain
  a-gpu-of-several-words
  ARGS explain RTX 3090
  OUT "^GeForce RTX 3090: compute capability 8.6\n"
)
cuda_arch_guard_cli_test(
  explain
  a-wheel-tag
  ARGS explain cu128
  OUT "^CUDA 12.8: toolkit" "525.60.13 or newer runs its cubins"
)
cuda_arch_guard_cli_test(
  explain
  every-meaning-of-a-number
  ARGS explain 12.0
  OUT "12.0: compute capability, Blackwell" "CUDA 12.0: toolkit"
)
cuda_arch_guard_cli_test(
  explain
  an-error
  ARGS explain error 209
  OUT "^209: cudaErrorNoKernelImageForDevice"
)
cuda_arch_guard_cli_test(
  explain
  an-error-by-its-driver-name
  ARGS explain CUDA_ERROR_NO_BINARY_FOR_GPU
  OUT "^209: cudaErrorNoKernelImageForDevice"
)
cuda_arch_guard_cli_test(explain a-finding ARGS explain "[not-covered]" OUT "^\\[not-covered\\]: ")
cuda_arch_guard_cli_test(
  explain
  as-json
  ARGS explain 8.6 --json
  JSON
    schema=cuda-arch-guard/explain/1
    answers.0.kind=compute-capability
    "answers.0.facts.cubins=sm_80 sm_86"
)
cuda_arch_guard_cli_test(
  explain
  an-unknown-word-has-near-misses
  ARGS explain RTX 3091
  EXIT 2
  ERR "This word is not known" "GeForce RTX 3090"
)
