#include "probe/toolkit.h"

#include <cstdlib>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "base/version.h"
#include "knowledge/toolkits.h"
#include "probe/toolkit_cache.h"

namespace cuda_arch_guard::probe {
namespace {

using Architectures = base::List<arch::Architecture>;

constexpr const char* kGiveCompiler = "-DCMAKE_CUDA_COMPILER=<path of nvcc>";

void InsertSorted(Architectures& all, arch::Architecture added) {
  std::size_t at = 0;
  while (at < all.size() && all[at] < added) ++at;
  if (at < all.size() && all[at] == added) return;
  all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), added);
}

Architectures Intersection(const Architectures& a, const Architectures& b) {
  Architectures both;
  for (const arch::Architecture one : a) {
    for (const arch::Architecture other : b) {
      if (one == other) both.push_back(one);
    }
  }
  return both;
}

// npos made the end of the text.
std::size_t Within(std::string_view text, std::size_t at) {
  return at < text.size() ? at : text.size();
}

// The first line that says something, for people.
std::string FirstLineOf(const base::ProcessOutcome& outcome) {
  for (const std::string* text : {&outcome.err, &outcome.out}) {
    const base::List<std::string> lines = base::Lines(*text);
    if (!lines.empty()) return "\"" + base::Printable(lines[0].substr(0, 200)) + "\"";
  }
  return "nothing";
}

std::string EndText(const base::ProcessOutcome& outcome, double timeout_seconds) {
  using End = base::ProcessOutcome::End;
  switch (outcome.end) {
    case End::kTimedOut:
      return "did not end within " + std::to_string(static_cast<int>(timeout_seconds + 0.5)) + " s";
    case End::kSignalled:
      return "was killed by signal " + std::to_string(outcome.code);
    case End::kNotStarted:
      return "could not be started (errno " + std::to_string(outcome.code) + ")";
    case End::kExited:
      break;
  }
  return "ended with exit code " + std::to_string(outcome.code) + " and said " +
         FirstLineOf(outcome);
}

base::Finding Unusable(const std::string& compiler, const std::string& found) {
  base::Finding finding;
  finding.id = "toolkit-unusable";
  finding.wrong = "The CUDA compiler could not be asked what it builds.";
  finding.found = compiler + " " + found;
  finding.because =
      "nvcc answers --version with its release and --help with the architectures it allows; a "
      "clang "
      "answers --version and -print-supported-cpus";
  finding.todo = {compiler + " --version", kGiveCompiler};
  return finding;
}

base::Command Question(const ToolkitOptions& options, base::List<std::string> arguments) {
  base::Command command;
  command.argv = {options.compiler};
  for (std::string& argument : arguments) command.argv.push_back(std::move(argument));
  // Flags for builds are not meant for questions; messages are read, so they must be English.
  command.environment = {"NVCC_PREPEND_FLAGS=", "NVCC_APPEND_FLAGS=", "LC_ALL=C"};
  command.timeout_seconds = options.timeout_seconds;
  return command;
}

// The dotted number after `before`, up to what is no digit or dot; empty if there is none.
std::string NumberAfter(std::string_view text, std::string_view before) {
  const std::size_t at = text.find(before);
  if (at == std::string_view::npos) return "";
  text.remove_prefix(at + before.size());
  const std::size_t end = text.find_first_not_of("0123456789.");
  const std::string number(text.substr(0, end));
  return base::Version::Parse(number) ? number : "";
}

base::Result<Toolkit> ReadNvcc(const ToolkitOptions& options, const base::ProcessOutcome& version,
                               const base::ProcessOutcome& help) {
  Toolkit toolkit;
  toolkit.compiler = options.compiler;
  toolkit.source = "nvcc";
  toolkit.version = NumberAfter(version.out, "release ");
  toolkit.compiler_version = NumberAfter(version.out, ", V");
  if (toolkit.version.empty()) {
    return Unusable(options.compiler, "says no release: " + FirstLineOf(version));
  }
  if (!help.succeeded()) {
    return Unusable(options.compiler + " --help", EndText(help, options.timeout_seconds));
  }
  toolkit.architectures = ReadNvccHelp(help.out);
  if (toolkit.architectures.empty()) {
    return Unusable(options.compiler, "--help names no values for --gpu-code");
  }
  return toolkit;
}

// "12.8" from cuda.h's `#define CUDA_VERSION 12080`; clang reads it there too.
std::string CudaHeaderVersion(const std::string& cuda_path) {
  if (cuda_path.empty()) return "";
  const auto header = base::ReadFile(cuda_path + "/include/cuda.h", 1 << 20);
  const std::string digits = header ? NumberAfter(*header, "#define CUDA_VERSION ") : "";
  const base::Maybe<int> number = base::ParseNumber(digits);
  if (!number || *number < 1000) return "";
  return std::to_string(*number / 1000) + "." + std::to_string(*number % 1000 / 10);
}

std::string CudaPathOfClang(const std::string& verbose) {
  const std::string_view mark = "Found CUDA installation: ";
  const std::size_t at = verbose.find(mark);
  if (at == std::string::npos) return "";
  const std::string_view rest = std::string_view(verbose).substr(at + mark.size());
  return std::string(rest.substr(0, rest.find_first_of(",\n")));
}

base::Result<Toolkit> AskClang(const ToolkitOptions& options, const std::string& version_text) {
  const base::List<base::ProcessOutcome> outcomes = base::RunAll({
      Question(options, {"-cc1", "-triple", "nvptx64-nvidia-cuda", "-target-cpu", "sm_0",
                         "-fsyntax-only", "-x", "c++", "/dev/null"}),
      Question(options, {"--target=nvptx64-nvidia-cuda", "-print-supported-cpus"}),
      Question(options, {"-v"}),
  });
  // The front end lists its values when it refuses one; a wrapper script may keep -cc1 from it.
  const Architectures front = ReadSmNames(
      outcomes[0].err.substr(Within(outcomes[0].err, outcomes[0].err.find("valid target CPU"))));
  const Architectures back = ReadSmNames(outcomes[1].out + outcomes[1].err);
  Toolkit toolkit;
  toolkit.compiler = options.compiler;
  toolkit.source = "clang";
  toolkit.compiler_version = NumberAfter(version_text, "clang version ");
  toolkit.architectures = front.empty() ? back : back.empty() ? front : Intersection(front, back);
  if (toolkit.architectures.empty()) {
    return Unusable(options.compiler, "is a clang that names no NVIDIA architectures: it " +
                                          EndText(outcomes[1], options.timeout_seconds));
  }
  const std::string cuda_path =
      options.cuda_path.empty() ? CudaPathOfClang(outcomes[2].err) : options.cuda_path;
  toolkit.version = CudaHeaderVersion(cuda_path);
  const auto cuda = base::Version::Parse(toolkit.version);
  const knowledge::ToolkitRow* row = cuda ? knowledge::FindToolkit(*cuda) : nullptr;
  if (row == nullptr) return toolkit;
  toolkit.architectures = Intersection(toolkit.architectures, knowledge::BuiltBy(*row));
  if (toolkit.architectures.empty()) {
    return Unusable(options.compiler, "and the CUDA " + toolkit.version + " in " + cuda_path +
                                          " have no architecture in common");
  }
  return toolkit;
}

}  // namespace

Architectures ReadSmNames(std::string_view text) {
  Architectures all;
  for (std::size_t at = text.find("sm_"); at != std::string_view::npos; at = text.find("sm_", at)) {
    at += 3;
    const std::size_t end = Within(text, text.find_first_not_of("0123456789af", at));
    const auto architecture = arch::ParseArchitecture(text.substr(at, end - at));
    if (architecture) InsertSorted(all, *architecture);
  }
  return all;
}

Architectures ReadNvccHelp(std::string_view help) {
  // "--gpu-code <code>,..." at the start of a line, its paragraphs, then
  // "Allowed values for this option:  'compute_75',…,'sm_90a'." before the next option.
  std::size_t at = base::StartsWith(help, "--gpu-code ") ? 0 : help.find("\n--gpu-code ");
  if (at == std::string_view::npos) return {};
  help.remove_prefix(at + 1);
  help = help.substr(0, help.find("\n--"));
  at = help.find("Allowed values for this option:");
  if (at == std::string_view::npos) return {};
  help.remove_prefix(at);
  return ReadSmNames(help.substr(0, help.find('.')));
}

base::Result<Toolkit> AskToolkit(const ToolkitOptions& given) {
  ToolkitOptions options = given;
  options.compiler = base::FindProgram(given.compiler);
  if (options.compiler.empty()) return Unusable("\"" + given.compiler + "\"", "is not on PATH");
  if (!base::IsExecutable(options.compiler)) {
    return Unusable(options.compiler, "is not a program that can be run");
  }
  const std::string stamp = ToolkitStamp(options.compiler);
  if (const auto kept = ReadToolkitCache(options.cache_file, stamp)) return *kept;
  const base::List<base::ProcessOutcome> outcomes =
      base::RunAll({Question(options, {"--version"}), Question(options, {"--help"})});
  if (!outcomes[0].succeeded()) {
    return Unusable(options.compiler, EndText(outcomes[0], options.timeout_seconds));
  }
  if (base::Contains(outcomes[0].out, "clang version ")) return AskClang(options, outcomes[0].out);
  if (!base::Contains(outcomes[0].out, "Cuda compiler driver")) {
    return Unusable(options.compiler,
                    "is neither an nvcc nor a clang: it says " + FirstLineOf(outcomes[0]));
  }
  base::Result<Toolkit> toolkit = ReadNvcc(options, outcomes[0], outcomes[1]);
  if (toolkit) WriteToolkitCache(options.cache_file, stamp, *toolkit);
  return toolkit;
}

base::Result<Toolkit> ToolkitFromTable(const std::string& version) {
  const auto parsed = base::Version::Parse(version);
  const knowledge::ToolkitRow* row =
      parsed && parsed->count >= 2 ? knowledge::FindToolkit(*parsed) : nullptr;
  if (row == nullptr) {
    base::Finding finding;
    finding.id = "unknown-toolkit";
    finding.wrong = "No CUDA toolkit of that version is known.";
    finding.found = "\"" + base::Printable(version) + "\"";
    finding.because = "the table has the minor releases from 9.0 to " +
                      knowledge::NewestToolkit().version.ToString() + ", as 12.8";
    finding.todo = {"give one of them, or the path of an nvcc, which is asked itself"};
    return finding;
  }
  Toolkit toolkit;
  toolkit.version = row->version.ToString();
  toolkit.source = "table";
  toolkit.architectures = knowledge::BuiltBy(*row);
  return toolkit;
}

std::string FindNvcc() {
  if (const char* given = std::getenv("CUDACXX")) {
    // CMake takes the program from it and leaves arguments aside.
    const base::List<std::string> words = base::SplitAny(given, " ");
    if (!words.empty()) {
      const std::string found = base::FindProgram(words[0]);
      return found.empty() ? words[0] : found;
    }
  }
  const std::string on_path = base::FindProgram("nvcc");
  if (!on_path.empty()) return on_path;
  const char* cuda_path = std::getenv("CUDA_PATH");
  if (cuda_path == nullptr || *cuda_path == '\0') return "";
  const std::string program = std::string(cuda_path) + "/bin/nvcc";
  return base::IsExecutable(program) ? program : "";
}

}  // namespace cuda_arch_guard::probe
