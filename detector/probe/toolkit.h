// What a CUDA compiler can build, asked from the compiler itself.
#pragma once

#include <string>

#include "base/result.h"
#include "probe/inventory.h"

namespace cuda_arch_guard::probe {

struct ToolkitOptions {
  std::string compiler;  // path of nvcc or of a clang used as CUDA compiler
  std::string
      cache_file;  // answers are kept here by path, size and time of the compiler; may be empty
  double timeout_seconds = 30;
};

// Runs `nvcc --version` and `nvcc --help` (the only list that names a and f variants), or reads the
// cached answer. Errors: [toolkit-unusable] with what the compiler said.
base::Result<Toolkit> AskToolkit(const ToolkitOptions& options);

// The table's answer for a version that is not at hand: "12.8". Errors: [unknown-toolkit].
base::Result<Toolkit> ToolkitFromTable(const std::string& version);

// nvcc as CMake finds it: $CUDACXX, PATH, $CUDA_PATH/bin. Empty if there is none.
std::string FindNvcc();

}  // namespace cuda_arch_guard::probe
