// Names of kernels for people.
#pragma once

#include <string>
#include <string_view>

namespace cuda_arch_guard::fatbin {

// "_ZN2at6native5addOpIfEEvPT_" becomes "at::native::addOp": the name without arguments and without
// what templates were given. What is not mangled that way stays as it is. A full demangler is not
// used: names come from strangers' files, and short ones can unfold into gigabytes.
std::string ReadableKernelName(std::string_view mangled);

}  // namespace cuda_arch_guard::fatbin
