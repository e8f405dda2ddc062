#include <unistd.h>

#include <climits>
#include <cstdio>
#include <string>

#include "base/finding.h"
#include "cli/cmake_dir.h"
#include "select/commands.h"

namespace cuda_arch_guard::cli {
namespace {

std::string ThisProgram() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : "";
}

bool HoldsModules(const std::string& folder) {
  return access((folder + "/CudaArchGuardConfig.cmake").c_str(), R_OK) == 0;
}

}  // namespace

int PrintCMakeDir() {
  // Installed: <prefix>/bin and <prefix>/share. In a build tree the sources are where they were.
  std::string prefix = ThisProgram();
  prefix.erase(prefix.rfind('/') == std::string::npos ? 0 : prefix.rfind('/'));
  prefix.erase(prefix.rfind('/') == std::string::npos ? 0 : prefix.rfind('/'));
  for (const std::string& folder :
       {prefix + "/share/cmake/CudaArchGuard", std::string(CUDA_ARCH_GUARD_CMAKE_DIR)}) {
    if (!HoldsModules(folder)) continue;
    std::puts(folder.c_str());
    return select::kFine;
  }
  base::Finding finding;
  finding.id = "file-unreadable";
  finding.wrong = "The CMake modules that belong to this program are not there.";
  finding.found = "no CudaArchGuardConfig.cmake in " + prefix + "/share/cmake/CudaArchGuard";
  finding.because = "an installed tree that was moved as a whole, or the checkout it was built in";
  finding.todo = {"cmake --install <build folder> --prefix <prefix>"};
  std::fputs(base::Render(finding).c_str(), stderr);
  return select::kCouldNotLook;
}

}  // namespace cuda_arch_guard::cli
