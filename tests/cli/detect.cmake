cuda_arch_guard_cli_test(
  detect
  shows-every-gpu-and-the-driver
  MACHINE rtx-3090-and-4090
  ARGS detect
  OUT
    "NVIDIA GeForce RTX 3090, compute capability 8.6, 24576 MiB"
    "NVIDIA GeForce RTX 4090, compute capability 8.9"
    "driver    570.86.15, supports CUDA 12.8"
)
cuda_arch_guard_cli_test(
  detect
  prints-json-alone-on-standard-output
  MACHINE rtx-3090-and-4090
  ARGS detect --json
  JSON
    schema=cuda-arch-guard/inventory/1
    devices.1.compute_capability=8.6
    devices.1.source=libcuda
    driver.version=570.86.15
    driver.cuda=12.8
)
cuda_arch_guard_cli_test(
  detect
  without-a-gpu-is-no-error
  MACHINE nothing
  ARGS detect
  OUT "^no GPU\n" "driver    none found"
)
cuda_arch_guard_cli_test(
  detect
  says-that-a-hang-is-a-hang
  MACHINE libcuda-hangs
  ARGS detect --timeout 2
  OUT "timed-out"
  ERR "\\[detection-timed-out\\]"
)
cuda_arch_guard_cli_test(
  detect
  saves-the-inventory
  MACHINE rtx-5090
  ARGS detect --save "{WORK}/inventory.json"
  OUT "compute capability 12.0"
)
cuda_arch_guard_cli_test(
  detect
  says-where-it-cannot-write
  MACHINE nothing
  ARGS detect --save "{WORK}/no/such/folder/inventory.json"
  EXIT 3
  OUT "no GPU"
  ERR "\\[cannot-write\\]"
)
cuda_arch_guard_cli_test(
  detect
  refuses-a-senseless-deadline
  ARGS detect --timeout nan
  EXIT 2
  ERR "\\[usage\\].*--timeout 'nan'"
)
cuda_arch_guard_cli_test(
  detect
  has-help
  ARGS detect --help
  OUT "example: " "exit: 0 fine" "--save FILE"
)
