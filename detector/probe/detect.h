// Asks every source, each in a child process with its own deadline, and merges the answers.
#pragma once

#include <string>

#include "probe/inventory.h"

namespace cuda_arch_guard::probe {

struct DetectOptions {
  std::string self;             // the running program, started again as the child of each source
  double timeout_seconds = 30;  // for all of detection
};

// Never fails: what could not be learnt is in sources and findings. Toolkits are not looked at.
Inventory Detect(const DetectOptions& options);

// The child's side: asks one source ("libcuda", "nvml", "pci") in this very process and writes what
// it learnt to stdout in a private line format. Returns the exit code. `self probe-source <name>`.
int RunSource(const std::string& name);

}  // namespace cuda_arch_guard::probe
