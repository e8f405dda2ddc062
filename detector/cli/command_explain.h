#pragma once

#include <string>
#include <vector>

namespace cuda_arch_guard::cli {

int ExplainCommand(const std::string& self, const std::vector<std::string>& arguments);

}  // namespace cuda_arch_guard::cli
