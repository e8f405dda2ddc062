#pragma once

#include <string>
#include <vector>

namespace cuda_arch_guard::cli {

// `self` is the program's path: without --gpu it is started again to ask for the attached GPUs.
int CheckCommand(const std::string& self, const std::vector<std::string>& arguments);

}  // namespace cuda_arch_guard::cli
