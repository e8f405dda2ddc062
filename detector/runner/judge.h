// From what a child told about one image on one device to an outcome.
#pragma once

#include <string>
#include <vector>

#include "base/process.h"
#include "runner/validate.h"

namespace cuda_arch_guard::runner {

struct Evidence {
  Trace trace;
  base::ProcessOutcome::End end = base::ProcessOutcome::End::kExited;
  int code = 0;  // exit code or signal
  double timeout_seconds = 0;
};

// An image that the rules let run: `siblings` are all images of its feature, for a fat binary.
void JudgeRun(const Evidence& evidence, const Image& image, const std::vector<Image>& siblings,
              arch::ComputeCapability device, Row& row);

// An image that the rules do not let run, and that was only loaded.
void JudgeRefusal(const Evidence& evidence, Row& row);

// The finding about a row whose outcome is an error.
base::Finding FindingOf(const Row& row, const Image& image, const probe::Device& device);

// "NVIDIA H200 (9.0)"
std::string Describe(const probe::Device& device);

}  // namespace cuda_arch_guard::runner
