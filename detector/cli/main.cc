// cuda-arch-guard: one screen that finds the command and runs it.
#include <cstdio>
#include <exception>

#include "base/finding.h"
#include "base/text.h"
#include "cli/cmake_dir.h"
#include "cli/commands.h"
#include "select/commands.h"

namespace cuda_arch_guard::cli {
namespace {

std::string Help() {
  std::string text =
      "usage: cuda-arch-guard <command> [options]\n\n"
      "Tells which CUDA architectures to build for, and whether what was built runs.\n\n";
  for (const Command& command : Commands()) {
    if (command.summary == nullptr) continue;
    std::string name = std::string("  ") + command.name;
    name.resize(12, ' ');
    text += name + command.summary + "\n";
  }
  return text +
         "\n  <command> --help   the options of a command\n"
         "  --cmake-dir        the folder of the CMake modules\n"
         "  --version\n\n"
         "exit: 0 fine, 1 some finding is an error, 2 usage, 3 could not look, 4 internal\n";
}

int Unknown(const std::string& word) {
  std::vector<std::string> names;
  for (const Command& command : Commands()) {
    if (command.summary != nullptr) names.emplace_back(command.name);
  }
  base::Finding finding;
  finding.id = "usage";
  finding.wrong = "There is no such command.";
  finding.found = "'" + base::Printable(word) + "'";
  const std::string nearest = base::NearestSpelling(word, names);
  finding.because =
      nearest.empty() ? "one of " + base::Join(names, ", ") : "did you mean '" + nearest + "'?";
  finding.todo = {"cuda-arch-guard --help"};
  std::fputs(base::Render(finding).c_str(), stderr);
  return select::kUsage;
}

int Main(const std::string& self, std::vector<std::string> arguments) {
  if (arguments.empty()) {
    std::fputs(Help().c_str(), stderr);
    return select::kUsage;
  }
  const std::string word = arguments[0];
  arguments.erase(arguments.begin());
  if (word == "--help" || word == "-h" || word == "help") {
    std::fputs(Help().c_str(), stdout);
    return select::kFine;
  }
  if (word == "--version") {
    std::puts("cuda-arch-guard " CUDA_ARCH_GUARD_VERSION);
    return select::kFine;
  }
  if (word == "--cmake-dir") return PrintCMakeDir();
  for (const Command& command : Commands()) {
    if (word == command.name) return command.run(self, arguments);
  }
  return Unknown(word);
}

}  // namespace
}  // namespace cuda_arch_guard::cli

int main(int argc, char** argv) {
  using cuda_arch_guard::cli::Main;
  using cuda_arch_guard::select::kInternal;
  try {
    return Main(argc > 0 ? argv[0] : "",
                std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "cuda-arch-guard: internal error: %s\n", exception.what());
    return kInternal;
  }
}
