# An image that needs no compiler: PTX with the names that the runner looks for and no plan.
set(_images "${CMAKE_CURRENT_BINARY_DIR}/images")
file(
  WRITE "${_images}/launch.compute_75.ptx"
  ".version 6.3\n.target sm_75\n.visible .entry cuda_arch_guard_kernel()\n{\n}\n"
)

cuda_arch_guard_cli_test(
  validate
  wants-images
  ARGS validate
  EXIT 2
  ERR "\\[usage\\]: --images is missing"
)
cuda_arch_guard_cli_test(
  validate
  wants-seconds
  ARGS validate --images "${_images}" --timeout soon
  EXIT 2
  ERR "--timeout takes a number of seconds" "soon"
)
cuda_arch_guard_cli_test(
  validate
  wants-images-that-are-there
  ARGS validate --images "{WORK}/none"
  EXIT 3
  ERR "\\[validation-images-unreadable\\]" "none"
)
cuda_arch_guard_cli_test(validate has-help ARGS validate --help OUT "^usage: .* validate --images")

# Each reason to skip is another, and none is success.
foreach(
  _case
  "nothing|no NVIDIA driver: libcuda.so.1 was not found\n"
  "gpu-without-driver|no NVIDIA driver: libcuda.so.1 was not found, though the machine has "
  "stub|stub library for linking .error 34."
  "driver-without-gpu|no GPU: the driver is there and shows none"
  "unknown-error|the driver failed with error 999"
)
  string(REGEX REPLACE "[|].*" "" _machine "${_case}")
  string(REGEX REPLACE "^[^|]*[|]" "" _reason "${_case}")
  cuda_arch_guard_cli_test(
    validate
    is-skipped-on-${_machine}
    ARGS validate --images "${_images}"
    MACHINE ${_machine}
    EXIT 77
    OUT "^skipped: .*${_reason}"
  )
endforeach()
cuda_arch_guard_cli_test(
  validate
  is-skipped-where-gpus-are-hidden
  ARGS validate --images "${_images}"
  MACHINE rtx-3090-and-4090
  ENV CUDA_VISIBLE_DEVICES=
  EXIT 77
  OUT "^skipped: every GPU is hidden: CUDA_VISIBLE_DEVICES is ''\n$"
)
cuda_arch_guard_cli_test(
  validate
  does-not-skip-a-driver-that-dies
  ARGS validate --images "${_images}"
  MACHINE libcuda-crashes
  EXIT 3
  OUT "\\[validation-driver-unusable\\]"
)
cuda_arch_guard_cli_test(
  validate
  tells-the-reason-in-json
  ARGS validate --images "${_images}" --json
  MACHINE driver-without-gpu
  EXIT 77
  JSON "schema=cuda-arch-guard/validate/1" "skipped=no GPU: the driver is there and shows none"
)
cuda_arch_guard_cli_test(
  validate
  tells-results-in-json
  ARGS validate --images "${_images}" --json
  MACHINE rtx-3090-and-4090
  EXIT 1
  JSON
    "devices.0.compute_capability=8.9"
    "results.1.device=1"
    "results.1.feature=launch"
    "results.1.image=compute_75"
    "results.1.outcome=wrong-image"
    "results.1.error=500"
    "findings.0.id=validation-wrong-image"
)

cuda_arch_guard_cli_test(
  validate
  static-names-an-unserved-gpu
  ARGS validate --static --images "${_images}" --gpu 7.0
  EXIT 1
  OUT "launch  compute_75  compute_75\n" "\\[validation-device-not-served\\]" "7.0"
)
cuda_arch_guard_cli_test(
  validate
  static-passes-what-is-right
  ARGS validate --static --images "${_images}" --gpu 7.5,12.0 --json
  OUT "\"findings\":\\[\\]"
  JSON "schema=cuda-arch-guard/validate-static/1" "images=1"
)
