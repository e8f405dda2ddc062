// What a unit is called.
#pragma once

#include <cstddef>
#include <string>

#include "base/pattern.h"
#include "verdict/judge.h"

namespace cuda_arch_guard::verdict {

// "kernels.cu"; where the file does not tell its sources, the first kernel and how many more; else
// "unit 3 at offset 0x8efd8". In an archive the member stands before it: what people can find
// again.
std::string UnitName(Examined& file, std::size_t unit);

// The pattern is found in the name, or, of a unit that is named by its kernels, in the name of any
// of them, mangled or not.
bool UnitMatches(Examined& file, std::size_t unit, const base::Pattern& pattern);

}  // namespace cuda_arch_guard::verdict
