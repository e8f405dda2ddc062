# `check` and `inspect` on the files of tests/support/fatbin_samples.cc.
set(_samples "${CMAKE_CURRENT_BINARY_DIR}/samples")
add_test(NAME cli.samples COMMAND fatbin_samples "${_samples}")
set_tests_properties(cli.samples PROPERTIES LABELS cli FIXTURES_SETUP fatbin_samples)

cuda_arch_guard_cli_test(
  check
  covered-is-fine
  ARGS check "${_samples}/covered.so" --gpu 8.0,8.6
  OUT "8\\.0  runs: 2 units covered by sm_80" "8\\.6  runs: 2 units"
)
cuda_arch_guard_cli_test(
  check
  gap-is-an-error
  ARGS check "${_samples}/gap.so" --gpu 8.0
  EXIT 1
  OUT "8\\.0  partly: 1 of 2 units not served on 8\\.0: second\\.cu"
  ERR "CudaArchGuard \\[units-lack-device\\]"
)
cuda_arch_guard_cli_test(
  check
  nothing-for-the-device-is-an-error
  ARGS check "${_samples}/gap.so" --gpu 7.5 --json
  EXIT 1
  JSON
    schema=cuda-arch-guard/check/1
    verdict=fails
    results.0.verdict=fails
    results.0.certainty=sure
    results.0.compute_capability=7.5
    results.0.units.gap=2
    findings.0.id=no-code-for-device
    findings.0.severity=error
)
cuda_arch_guard_cli_test(
  check
  jit-is-a-note
  ARGS check "${_samples}/jit.so" --gpu 9.0 --json
  JSON
    verdict=runs-by-jit
    results.0.certainty=likely
    results.0.units.by_jit=1
    findings.0.id=runs-by-jit
    findings.0.severity=note
)
cuda_arch_guard_cli_test(
  check
  a-driver-makes-jit-sure
  ARGS check "${_samples}/jit.so" --gpu 9.0 --driver 580.65.06 --json
  JSON driver=580.65.06 results.0.verdict=runs-by-jit results.0.certainty=sure
)
cuda_arch_guard_cli_test(
  check
  an-old-driver-cannot-compile-new-ptx
  ARGS check "${_samples}/jit.so" --gpu 9.0 --driver 550.54.14
  EXIT 1
  OUT "the driver takes[ \n]+PTX up to 8\\.4"
  ERR "no-code-for-device"
)
cuda_arch_guard_cli_test(
  check
  an-old-driver-cannot-run-new-code
  ARGS check "${_samples}/newer.so" --gpu 8.0 --driver 550.54.14 --json
  EXIT 1
  JSON verdict=fails findings.0.id=driver-too-old-for-binary
)
cuda_arch_guard_cli_test(
  check
  forbidden-jit-is-an-error
  ARGS check "${_samples}/jit.so" --gpu 9.0 --forbid-jit
  EXIT 1
  OUT "fails: no unit runs on 9\\.0: .*only by JIT from compute_80"
  ERR "no-code-for-device"
)
cuda_arch_guard_cli_test(
  check
  jit-may-be-allowed-for-some
  ARGS check "${_samples}/jit.so" --gpu 9.0 --forbid-jit --jit-for 9.0 --json
  JSON verdict=runs-by-jit
)
cuda_arch_guard_cli_test(
  check
  gaps-may-be-allowed
  ARGS check "${_samples}/gap.so" --gpu 8.0 --allow-gap ^second --json
  JSON verdict=runs results.0.units.gap=1 results.0.shortfalls.0.allowed=ON
)
cuda_arch_guard_cli_test(
  check
  specialised-lowers-the-certainty
  ARGS check "${_samples}/specialised.so" --gpu 8.0 --json
  JSON verdict=runs results.0.certainty=likely results.0.units.specialised=1
)
cuda_arch_guard_cli_test(
  check
  specialised-may-be-forbidden
  ARGS check "${_samples}/specialised.so" --gpu 8.0 --forbid-specialised --json
  EXIT 1
  JSON verdict=partly
)
cuda_arch_guard_cli_test(
  check
  closed-images-are-neither-yes-nor-no
  ARGS check "${_samples}/closed.so" --gpu 8.0 --json
  EXIT 3
  JSON
    results.0.certainty=likely
    results.0.units.unknown=1
    findings.0.id=insufficient-evidence
    findings.0.severity=warning
)
cuda_arch_guard_cli_test(
  check
  stripped-device-code-is-an-error
  ARGS check "${_samples}/stripped.so" --gpu 8.0
  EXIT 1
  OUT "no-device-code: its device code was removed"
  ERR "device-code-stripped"
)
cuda_arch_guard_cli_test(
  check
  damage-is-said
  ARGS check "${_samples}/damaged.so" --gpu 8.0 --json
  EXIT 3
  JSON results.0.certainty=likely findings.0.id=device-code-damaged
)
cuda_arch_guard_cli_test(
  check
  no-device-code-is-fine-unless-required
  ARGS check "${_samples}/host.so" --gpu 8.0 --json
  JSON verdict=no-device-code
)
cuda_arch_guard_cli_test(
  check
  required-device-code-is-missing
  ARGS check "${_samples}/host.so" --gpu 8.0 --require-device-code --json
  EXIT 1
  JSON findings.0.id=no-device-code
)
cuda_arch_guard_cli_test(
  check
  what-cannot-be-read-is-said
  ARGS check "${_samples}/absent.so" "${_samples}" --gpu 8.0 --json
  EXIT 3
  JSON findings.0.id=file-unreadable findings.1.id=file-unreadable
)
cuda_arch_guard_cli_test(
  check
  the-worst-of-several-counts
  ARGS
    check
    --gpu
    8.0
    --json
    --
    "${_samples}/covered.so"
    "${_samples}/absent.so"
    "${_samples}/gap.so"
  EXIT 1
  JSON verdict=partly results.1.verdict=partly
)
cuda_arch_guard_cli_test(
  check
  the-environment-counts
  ENV CUDA_DISABLE_PTX_JIT=1
  ARGS check "${_samples}/jit.so" --gpu 9.0 --json
  EXIT 1
  JSON verdict=fails findings.0.id=jit-environment
)
cuda_arch_guard_cli_test(
  check
  wrong-calls-are-told
  ARGS check --gpu 8.0
  EXIT 2
  ERR "no file was given"
)
cuda_arch_guard_cli_test(
  check
  wrong-patterns-are-told
  ARGS check "${_samples}/gap.so" --gpu 8.0 --allow-gap "("
  EXIT 2
  ERR "regular expression"
)
cuda_arch_guard_cli_test(
  check
  names-cannot-steer-the-terminal
  ARGS check "${_samples}/hostile_name.so" --gpu 9.0
  EXIT 1
  OUT "\\?.31mred"
  ERR "no-code-for-device"
)
cuda_arch_guard_cli_test(
  inspect
  images-are-listed
  ARGS inspect "${_samples}/covered.so" "${_samples}/kernel.ptx" --json
  JSON
    schema=cuda-arch-guard/inspect/1
    files.0.format=elf
    files.0.unit_count=2
    files.0.images.0.kind=cubin
    files.0.images.0.arch=sm_80
    files.0.images.0.where=registered
    files.0.images.0.count=2
    files.1.images.0.arch=compute_90a
)
cuda_arch_guard_cli_test(
  inspect
  units-and-kernels-are-named
  ARGS inspect "${_samples}/gap.so" --units --kernels
  OUT "unit 1  registered  second\\.cu: sm_90" "_Z4workPf"
)
cuda_arch_guard_cli_test(
  inspect
  headers-only-says-so
  ARGS inspect "${_samples}/host.so" --no-scan
  OUT "no device code" "embedded code was not looked for"
)

cuda_arch_guard_cli_test(
  check
  without-devices-the-attached-count
  MACHINE rtx-3090-and-4090
  ARGS check "${_samples}/covered.so" --json
  JSON results.0.compute_capability=8.6 results.1.compute_capability=8.9 verdict=runs
)
cuda_arch_guard_cli_test(
  check
  without-devices-and-gpus-nothing-is-said
  MACHINE nothing
  ARGS check "${_samples}/covered.so"
  EXIT 3
  ERR "no-device-to-check-for"
)

get_property(_tests DIRECTORY PROPERTY TESTS)
list(FILTER _tests INCLUDE REGEX "^cli\\.(check|inspect)\\.")
set_tests_properties(${_tests} PROPERTIES FIXTURES_REQUIRED fatbin_samples)
