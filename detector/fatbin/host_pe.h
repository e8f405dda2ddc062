// The CUDA sections of a Windows program or library.
#pragma once

#include "fatbin/device_code.h"
#include "objfile/pe_file.h"

namespace cuda_arch_guard::fatbin {

// Adds the units of `pe`, and a problem where they are broken or not as many as the wrappers that
// register them.
void AddHostPe(const objfile::PeFile& pe, const ReadOptions& options, DeviceCode& code);

}  // namespace cuda_arch_guard::fatbin
