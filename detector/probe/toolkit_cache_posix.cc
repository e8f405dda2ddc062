#include <sys/stat.h>

#include "base/file.h"
#include "base/text.h"
#include "base/version.h"
#include "probe/toolkit_cache.h"

namespace cuda_arch_guard::probe {
namespace {

constexpr const char* kCacheHead = "cuda-arch-guard-toolkit/1";

}  // namespace

std::string ToolkitStamp(const std::string& compiler) {
  constexpr long long kSmallestCompiler = 1 << 20;
  struct stat status {};
  if (stat(compiler.c_str(), &status) != 0 || status.st_size < kSmallestCompiler) return "";
  if (base::Contains(compiler, "\n")) return "";
  return compiler + " " + std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino) +
         " " + std::to_string(status.st_size) + " " + std::to_string(status.st_mtim.tv_sec) + "." +
         std::to_string(status.st_mtim.tv_nsec);
}

base::Maybe<Toolkit> ReadToolkitCache(const std::string& file, const std::string& stamp) {
  if (file.empty() || stamp.empty()) return base::kNothing;
  const base::Maybe<std::string> text = base::ReadFile(file);
  if (!text) return base::kNothing;
  // Head, stamp, compiler, version, version of the compiler, architectures, end.
  const base::List<std::string> lines = base::Lines(*text);
  if (lines.size() != 7 || lines[0] != kCacheHead || lines[1] != stamp || lines[6] != "end") {
    return base::kNothing;
  }
  Toolkit toolkit;
  toolkit.compiler = lines[2];
  toolkit.version = lines[3];
  toolkit.compiler_version = lines[4];
  toolkit.source = "nvcc";
  for (const std::string& word : base::SplitAny(lines[5], " ")) {
    const auto architecture = arch::ParseArchitecture(word);
    if (!architecture) return base::kNothing;
    toolkit.architectures.push_back(*architecture);
  }
  const bool good = base::Version::Parse(toolkit.version) && !toolkit.architectures.empty();
  return good ? base::Maybe<Toolkit>(toolkit) : base::kNothing;
}

void WriteToolkitCache(const std::string& file, const std::string& stamp, const Toolkit& toolkit) {
  if (file.empty() || stamp.empty() || toolkit.compiler_version.empty()) return;
  base::List<std::string> names;
  for (const arch::Architecture architecture : toolkit.architectures) {
    names.push_back(architecture.ToString());
  }
  base::WriteFileAtomically(file, std::string(kCacheHead) + "\n" + stamp + "\n" + toolkit.compiler +
                                      "\n" + toolkit.version + "\n" + toolkit.compiler_version +
                                      "\n" + base::Join(names, " ") + "\nend\n");
}

}  // namespace cuda_arch_guard::probe
