// One selection in the words of every build system. Dialects are rows over a few spellings.
#pragma once

#include <string>
#include <string_view>
#include "base/list.h"

#include "base/finding.h"
#include "knowledge/rows.h"
#include "probe/inventory.h"
#include "select/selection.h"

namespace cuda_arch_guard::select {

// A value, and what had to be said about it: an entry that the reader of this dialect would refuse
// is replaced by one that it takes and that still covers the devices.
struct Spelled {
  std::string value;
  base::List<base::Finding> findings;
};

struct Dialect {
  const char* name;      // "cmake", "torch", "nvcc"
  const char* variable;  // "CMAKE_CUDA_ARCHITECTURES"; nullptr: command-line flags
  const char* example;   // for documentation
  Spelled (*print)(const Selection& selection, const probe::Toolkit& toolkit);
};

knowledge::Rows<Dialect> Dialects();
const Dialect* FindDialect(std::string_view name);  // nullptr: unknown

}  // namespace cuda_arch_guard::select
