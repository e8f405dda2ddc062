// The configure-time detector: one translation unit, so that any host compiler makes it in one go
// inside somebody's configure step:
//
//   c++ -std=c++17 -O0 -I detector detector/detector.cc -o cuda-arch-guard-detector -ldl
//
// It has the commands of the tool that a configure step needs, with the same options, JSON and exit
// codes; pages for people (render.cc, --help) are the tool's alone. Nothing else is linked: no CUDA
// headers, no third party.
#define CUDA_ARCH_GUARD_DETECTOR  // see base/list.h

#include "base/dynamic_library_posix.cc"
#include "base/file_posix.cc"
#include "base/finding.cc"
#include "base/json_writer.cc"
#include "base/options.cc"
#include "base/process_posix.cc"
#include "base/text.cc"
#include "base/version.cc"

#include "arch/architecture.cc"
#include "arch/compatibility.cc"

#include "knowledge/architectures.cc"
#include "knowledge/gpu_name.cc"
#include "knowledge/gpus.cc"
#include "knowledge/pci_devices.cc"
#include "knowledge/toolkits.cc"

#include "probe/detect.cc"
#include "probe/inventory.cc"
#include "probe/judge.cc"
#include "probe/merge.cc"
#include "probe/run_source_posix.cc"
#include "probe/source_libcuda.cc"
#include "probe/source_lines.cc"
#include "probe/source_nvidia_smi.cc"
#include "probe/source_nvml.cc"
#include "probe/source_pci_posix.cc"
#include "probe/toolkit.cc"
#include "probe/toolkit_cache_posix.cc"

#include "select/commands.cc"
#include "select/dialects.cc"
#include "select/reports.cc"
#include "select/select_options.cc"
#include "select/selection.cc"
#include "select/selection_json.cc"
#include "select/service.cc"
#include "select/settling.cc"
#include "select/torch_parser.cc"
#include "select/wish.cc"

int main(int argc, char** argv) {
  const cuda_arch_guard::select::Pages none;
  const std::string self = argc > 0 ? argv[0] : "";
  const std::string command = argc > 1 ? argv[1] : "";
  cuda_arch_guard::base::List<std::string> arguments;
  for (int i = 2; i < argc; ++i) arguments.push_back(argv[i]);
  if (command == "detect") return cuda_arch_guard::select::RunDetect(self, arguments, none);
  if (command == "select") return cuda_arch_guard::select::RunSelect(self, arguments, none);
  if (command == "probe-source" && arguments.size() == 1)
    return cuda_arch_guard::probe::RunSource(arguments[0]);
  if (command == "--version") {
    std::puts("cuda-arch-guard-detector");
    return cuda_arch_guard::select::kFine;
  }
  std::fputs("usage: cuda-arch-guard-detector detect|select [options], --version\n", stderr);
  return cuda_arch_guard::select::kUsage;
}
