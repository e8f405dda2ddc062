// What a CUDA compiler can build, asked from the compiler itself.
#pragma once

#include <string>
#include <string_view>
#include "base/list.h"

#include "base/result.h"
#include "probe/inventory.h"

namespace cuda_arch_guard::probe {

struct ToolkitOptions {
  std::string compiler;  // nvcc, or a clang used as CUDA compiler; a name is searched on PATH
  // Of a clang: the CUDA installation it is told to use (--cuda-path). Empty: the one it finds.
  std::string cuda_path;
  // The answer of an nvcc is kept here, and taken while path, inode, size and time are the same.
  // May be empty.
  std::string cache_file;
  double timeout_seconds = 30;
};

// nvcc is asked with --version and --help (the only list that names a and f variants). A clang
// builds what both its front end and its back end name and what its CUDA installation's ptxas
// takes, as far as the table knows that version. Errors: [toolkit-unusable] with what the compiler
// said.
base::Result<Toolkit> AskToolkit(const ToolkitOptions& options);

// The table's answer for a version that is not at hand: "12.8". Errors: [unknown-toolkit].
base::Result<Toolkit> ToolkitFromTable(const std::string& version);

// nvcc as CMake finds it: $CUDACXX, PATH, $CUDA_PATH/bin. Empty if there is none. What CUDACXX
// names is returned even if it is not there, since CMake will insist on it.
std::string FindNvcc();

// The real architectures that `nvcc --help` allows for --gpu-code, ascending.
base::List<arch::Architecture> ReadNvccHelp(std::string_view help);
// Every sm_ name in a text, ascending: clang's lists.
base::List<arch::Architecture> ReadSmNames(std::string_view text);

}  // namespace cuda_arch_guard::probe
