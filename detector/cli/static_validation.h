// Are validation images what their names say, and does every device that was meant have one? Files
// are read, nothing is run: this needs no GPU.
#pragma once

#include <string>
#include <vector>

#include "arch/architecture.h"
#include "base/finding.h"
#include "runner/image.h"

namespace cuda_arch_guard::cli {

struct StaticValidation {
  std::vector<std::string> lines;  // one an image, for people
  std::vector<base::Finding> findings;
};

// `meant`: devices that every kernel must have an image for, besides those that a list names.
StaticValidation ValidateStatically(const std::vector<runner::Image>& images,
                                    const std::vector<arch::ComputeCapability>& meant);

}  // namespace cuda_arch_guard::cli
