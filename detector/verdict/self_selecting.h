// Libraries that hold kernels for each GPU apart and pick among them while they run. That some of
// their units lack a device says nothing: such a file is one item.
#pragma once

#include <string_view>

namespace cuda_arch_guard::verdict {

// By the soname that the library itself carries, "libcublasLt.so.13", or on Windows the name of the
// file, "cublasLt64_13.dll".
bool IsSelfSelecting(std::string_view name);

}  // namespace cuda_arch_guard::verdict
