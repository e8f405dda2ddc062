// Device code outside the CUDA sections: libraries keep fatbins and cubins as plain data and load
// them with cuModuleLoadData. cuFFT 12 has 23,983 regions that way, cuobjdump shows none of them.
#pragma once

#include "base/bytes.h"
#include "fatbin/device_code.h"

namespace cuda_arch_guard::fatbin {

// Looks through all of `bytes`, at any alignment, but for the units that `code` has already, and
// adds what it finds as embedded. The four bytes that a region begins with also occur by chance,
// so only what is whole and valid to its end counts.
void ScanForEmbedded(const base::Bytes& bytes, const ReadOptions& options, DeviceCode& code);

}  // namespace cuda_arch_guard::fatbin
