// LLVM's offload binary: what clang -fgpu-rdc puts into section .llvm.offloading of an object file,
// and clang-offload-packager writes to files. cuobjdump does not see it. It is LLVM's own format,
// described in llvm/Object/OffloadBinary.h; seen here from clang 22.
//
// Several binaries stand one behind the other, each with one image and a table of strings:
// "arch" = "sm_90a", "triple" = "nvptx64-nvidia-cuda". One source file gives one image for each
// architecture, so an architecture that comes again begins the next unit.
#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"
#include "fatbin/device_code.h"

namespace cuda_arch_guard::fatbin {

inline constexpr std::string_view kOffloadSection = ".llvm.offloading";
inline constexpr std::string_view kOffloadMagic = "\x10\xFF\x10\xAD";

// Adds the CUDA images in `bytes` as relocatable units, and a problem where they are broken. Images
// for other vendors are passed over.
void AddOffloadBinaries(const base::Bytes& bytes, const std::string& member,
                        const ReadOptions& options, DeviceCode& code);

}  // namespace cuda_arch_guard::fatbin
