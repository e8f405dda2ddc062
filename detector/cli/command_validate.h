#pragma once

#include <string>
#include <vector>

namespace cuda_arch_guard::cli {

// `self` is the program's path: it is started again as the child that runs kernels.
int ValidateCommand(const std::string& self, const std::vector<std::string>& arguments);

}  // namespace cuda_arch_guard::cli
