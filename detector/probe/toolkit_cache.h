// The last answer of one nvcc, in a small text file.
#pragma once

#include <string>
#include "base/maybe.h"

#include "probe/inventory.h"

namespace cuda_arch_guard::probe {

// What tells one compiler from another: path, inode, size, time of change. Empty if its answer must
// not be kept: a small file is a script around some compiler that may change behind it.
std::string ToolkitStamp(const std::string& compiler);

base::Maybe<Toolkit> ReadToolkitCache(const std::string& file, const std::string& stamp);
// A cache that cannot be written is no cache; that is all.
void WriteToolkitCache(const std::string& file, const std::string& stamp, const Toolkit& toolkit);

}  // namespace cuda_arch_guard::probe
