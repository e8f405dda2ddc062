cuda_arch_guard_cli_test(
  select
  prints-a-page
  ARGS select --gpu "RTX 3090\;RTX 4090" --toolkit 13.0
  OUT_IS select-two-gpus.txt
)
cuda_arch_guard_cli_test(
  select
  prints-one-dialect-alone
  ARGS select --gpu "8.6,8.9" --toolkit 13.0 --dialect torch
  OUT "^8.6 8.9\n$"
)
cuda_arch_guard_cli_test(
  select
  prints-json-as-documented
  ARGS select --gpu 8.6 --toolkit 13.0 --json
  JSON
    schema=cuda-arch-guard/selection/1
    architectures.0.arch=86
    architectures.0.code=real
    architectures.0.for.0=8.6
    dialects.cmake=86-real
    dialects.torch=8.6
    "dialects.nvcc=-gencode=arch=compute_86,code=sm_86"
    toolkit.version=13.0
    toolkit.source=table
    devices.0=8.6
    "reason=86-real for 8.6\; from the GPUs that were given\; CUDA 13.0"
)
cuda_arch_guard_cli_test(
  select
  takes-the-attached-gpus
  MACHINE rtx-3090-and-4090
  ARGS select --toolkit 12.8 --json
  JSON
    "dialects.cmake=86-real\;89-real"
    "reason=86-real\;89-real for NVIDIA GeForce RTX 4090 (8.9), NVIDIA GeForce RTX 3090 (8.6)\; from the attached GPUs\; CUDA 12.8"
)
cuda_arch_guard_cli_test(
  select
  without-a-gpu-names-the-choices
  MACHINE nothing
  ARGS select --toolkit 13.0 --host x86_64 --dialect cmake
  OUT "^75-real.80-real.90-real.100-real.120\n$"
  ERR "\\[no-gpu-at-build\\]" "CudaArchGuard_WITHOUT_GPU" "CudaArchGuard_GPUS"
)
cuda_arch_guard_cli_test(
  select
  without-a-gpu-is-an-error-where-that-is-asked-for
  MACHINE nothing
  ARGS select --toolkit 13.0 --without-gpu error --json
  EXIT 1
  JSON findings.0.id=no-gpu-at-build findings.0.severity=error
)
cuda_arch_guard_cli_test(
  select
  a-hidden-gpu-counts
  MACHINE rtx-5090
  ENV CUDA_VISIBLE_DEVICES=
  ARGS select --toolkit 13.0 --json
  JSON dialects.cmake=120-real findings.0.id=gpus-hidden
)
cuda_arch_guard_cli_test(
  select
  a-hang-is-never-taken-for-no-gpu
  MACHINE everything-hangs
  ARGS select --toolkit 13.0 --timeout 2 --json
  JSON dialects.cmake=86-real devices.0=8.6
  OUT "\"id\":\"detection-timed-out\""
  NOT "no-gpu-at-build"
)
cuda_arch_guard_cli_test(
  select
  a-gpu-without-a-driver-counts
  MACHINE gpu-without-driver
  ARGS select --toolkit 13.0 --json
  OUT "\"id\":\"driver-missing\""
  NOT "no-gpu-at-build"
)
cuda_arch_guard_cli_test(
  select
  warns-of-a-driver-that-is-too-old
  MACHINE rtx-3090-driver-470
  ARGS select --toolkit 13.0 --dialect cmake
  OUT "^86-real\n$"
  ERR "\\[driver-too-old-for-runtime\\]" "580.65.06 or newer"
)
cuda_arch_guard_cli_test(
  select
  json-is-there-with-an-error
  ARGS select --gpu 7.0 --toolkit 13.0 --json
  EXIT 1
  JSON findings.0.id=toolkit-dropped-gpu findings.0.severity=error dialects.cmake=
)
cuda_arch_guard_cli_test(
  select
  an-unreadable-wish-is-in-the-json
  ARGS select --gpu 8.6 --toolkit 13.0 --architectures "RTX 3091" --json
  EXIT 1
  JSON findings.0.id=unknown-gpu
)
cuda_arch_guard_cli_test(
  select
  without-a-compiler-says-what-to-type
  ENV PATH=/nonexistent
  ARGS select --gpu 8.6
  EXIT 1
  ERR "\\[no-cuda-compiler\\]" "--toolkit newest"
)
cuda_arch_guard_cli_test(
  select
  asks-the-compiler-that-is-named
  ARGS select --gpu 8.6 --compiler "${CudaArchGuard_TEST_NVCC}" --json
  JSON toolkit.source=nvcc dialects.cmake=86-real
)
cuda_arch_guard_cli_test(
  select
  refuses-an-unknown-policy
  ARGS select --gpu 8.6 --toolkit 13.0 --ptx sometimes
  EXIT 2
  ERR "\\[usage\\]" "one of auto, on, off"
)
cuda_arch_guard_cli_test(
  select
  has-help
  ARGS select --help
  OUT "example: " "exit: 0 fine" "--gpu LIST"
)
