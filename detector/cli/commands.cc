#include "cli/commands.h"

#include "cli/command_check.h"
#include "cli/command_explain.h"
#include "cli/command_inspect.h"
#include "cli/command_validate.h"
#include "probe/detect.h"
#include "select/commands.h"

namespace cuda_arch_guard::cli {
namespace {

// The child that asks one source (probe/detect.h).
int ProbeSourceCommand(const std::string&, const std::vector<std::string>& arguments) {
  return arguments.size() == 1 ? probe::RunSource(arguments[0]) : select::kUsage;
}

int InspectRow(const std::string&, const std::vector<std::string>& arguments) {
  return InspectCommand(arguments);
}

}  // namespace

const std::vector<Command>& Commands() {
  static const std::vector<Command> commands = {
      {"detect", "the GPUs, the driver and the toolkit of this machine", select::DetectCommand},
      {"select", "what to build for, with a reason each", select::SelectCommand},
      {"inspect", "what device code is in a file", InspectRow},
      {"check", "whether files run on a GPU, and why not", CheckCommand},
      {"explain", "what is 8.6, sm_90a, \"RTX 3090\", cu128, error 209, a finding's id",
       ExplainCommand},
      {"validate", nullptr, ValidateCommand},
      {"probe-source", nullptr, ProbeSourceCommand},
  };
  return commands;
}

}  // namespace cuda_arch_guard::cli
