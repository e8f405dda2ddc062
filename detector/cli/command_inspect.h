#pragma once

#include <string>
#include <vector>

namespace cuda_arch_guard::cli {

int InspectCommand(const std::vector<std::string>& arguments);

}  // namespace cuda_arch_guard::cli
