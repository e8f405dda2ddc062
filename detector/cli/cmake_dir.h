// Where the CMake modules of this very tool are.
#pragma once

namespace cuda_arch_guard::cli {

// Writes the folder to stdout; where it cannot be found it says so. Returns the exit code.
int PrintCMakeDir();

}  // namespace cuda_arch_guard::cli
