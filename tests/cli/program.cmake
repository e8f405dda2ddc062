cuda_arch_guard_cli_test(program help-fits-a-screen ARGS --help OUT_IS help.txt)
cuda_arch_guard_cli_test(
  program
  no-command-is-a-usage-error
  EXIT 2
  ERR "^usage: cuda-arch-guard <command>"
)
cuda_arch_guard_cli_test(
  program
  suggests-the-near-command
  ARGS selct
  EXIT 2
  ERR "\\[usage\\]: There is no such command" "did you mean 'select'"
)
cuda_arch_guard_cli_test(
  program
  prints-its-version
  ARGS --version
  OUT "^cuda-arch-guard ${PROJECT_VERSION}\n$"
)
cuda_arch_guard_cli_test(
  program
  knows-its-cmake-modules
  ARGS --cmake-dir
  OUT "^${PROJECT_SOURCE_DIR}/cmake\n$"
)
cuda_arch_guard_cli_test(
  program
  suggests-the-near-option
  ARGS select --toolkits 13.0
  EXIT 2
  ERR "unknown option" "did you mean '--toolkit'"
)
