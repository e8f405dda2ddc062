// What PyTorch's own reader of TORCH_CUDA_ARCH_LIST takes (torch/utils/cpp_extension.py). The rows
// are in torch_parser.inc.
#pragma once

#include <string_view>

#include "arch/architecture.h"

namespace cuda_arch_guard::select {

// Does it take this architecture as an entry ("8.6", "9.0a")?
bool TorchAccepts(arch::Architecture architecture);

// What one of its names stands for, in its own spelling: "Ampere" is "8.0;8.6+PTX". nullptr: no
// such name. Case counts, as it does there.
const char* TorchName(std::string_view name);

}  // namespace cuda_arch_guard::select
