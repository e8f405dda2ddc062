// What is inside images: the questions for which they must be opened.
#pragma once

#include <string>
#include <vector>

#include "base/version.h"
#include "fatbin/device_code.h"
#include "fatbin/open_image.h"

namespace cuda_arch_guard::fatbin {

enum class Presence { kNo, kYes, kUnknown };

// Has any image of the unit a kernel or a device function? nvcc makes a region also for sources
// and device links without any. The smallest image is opened first; one with code is enough.
// kUnknown: no image that could be opened has any, and one could not; `why` says why.
Presence HasCode(const Unit& unit, OpenBudget& budget, std::string* why);

// Names of the kernels of an image, mangled. Nothing if it could not be opened.
std::optional<std::vector<std::string>> KernelNames(const Image& image, OpenBudget& budget);

// Kernels of a unit, from its first image that can be opened; nothing if none can.
std::optional<std::vector<std::string>> UnitKernels(const Unit& unit, OpenBudget& budget);

// The CUDA version that made a cubin, as far as it tells; else count 0.
base::Version CudaOfImage(const Image& image, OpenBudget& budget);

}  // namespace cuda_arch_guard::fatbin
