// The chips behind PCI device ids. FindPciDevice is declared in gpus.h, for the other layers.
#pragma once

#include <string_view>

#include "knowledge/gpus.h"

namespace cuda_arch_guard::knowledge {

// By the chip's name as lspci prints it, in lower case: "ga102", "gk208bm".
GpuMatch FindChip(std::string_view chip);

}  // namespace cuda_arch_guard::knowledge
