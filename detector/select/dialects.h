// One selection in the words of every build system. Dialects are rows over a few spellings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "select/selection.h"

namespace cuda_arch_guard::select {

struct Dialect {
  const char* name;      // "cmake", "torch", "nvcc"
  const char* variable;  // "CMAKE_CUDA_ARCHITECTURES"; nullptr: command-line flags
  const char* example;   // for documentation
  std::string (*print)(const Selection& selection);
};

const std::vector<Dialect>& Dialects();
const Dialect* FindDialect(std::string_view name);  // nullptr: unknown

}  // namespace cuda_arch_guard::select
