#include "select/select_options.h"

#include <cstdlib>

#include "base/file.h"
#include "base/text.h"
#include "base/version.h"
#include "knowledge/toolkits.h"
#include "probe/toolkit.h"

namespace cuda_arch_guard::select {
namespace {

#if defined(__x86_64__) || defined(_M_X64)
constexpr Host kThisHost = Host::kX86_64;
#elif defined(__aarch64__) || defined(_M_ARM64)
constexpr Host kThisHost = Host::kAarch64;
#else
constexpr Host kThisHost = Host::kOther;
#endif

base::Finding WrongValue(const char* option, const std::string& value,
                         const std::string& accepted) {
  base::Finding finding;
  finding.id = "usage";
  finding.wrong = "An option has a value that it does not take.";
  finding.found = std::string(option) + " '" + base::Printable(value) + "'";
  finding.because = accepted;
  finding.todo = {"cuda-arch-guard select --help"};
  return finding;
}

template <typename T>
struct Choice {
  const char* word;
  T value;
};

constexpr Choice<Reading> kReadings[] = {
    {"own", Reading::kOwn}, {"cmake", Reading::kCMake}, {"torch", Reading::kTorch}};
constexpr Choice<PtxPolicy> kPolicies[] = {
    {"auto", PtxPolicy::kAuto}, {"on", PtxPolicy::kOn}, {"off", PtxPolicy::kOff}};
constexpr Choice<Host> kHosts[] = {
    {"x86_64", Host::kX86_64}, {"aarch64", Host::kAarch64}, {"other", Host::kOther}};
constexpr Choice<arch::Variant> kVariants[] = {{"plain", arch::Variant::kPlain},
                                               {"family", arch::Variant::kFamily},
                                               {"specific", arch::Variant::kSpecific}};

// Reads one word of a fixed few; case does not count. Nothing: `value` is left as it is.
template <typename T, std::size_t kCount>
base::Maybe<base::Finding> ReadChoice(const char* option, const std::string& word,
                                      const Choice<T> (&choices)[kCount], T& value) {
  base::List<std::string> words;
  for (const Choice<T>& choice : choices) {
    if (base::ToLower(word) == choice.word) {
      value = choice.value;
      return base::kNothing;
    }
    words.emplace_back(choice.word);
  }
  return WrongValue(option, word, "one of " + base::Join(words, ", "));
}

base::Maybe<base::Finding> ReadVariants(const std::string& text, Request& request) {
  for (const std::string& word : base::SplitAny(text, "; ,")) {
    arch::Variant variant = arch::Variant::kPlain;
    if (auto wrong = ReadChoice("--variants", word, kVariants, variant)) return wrong;
    if (variant != arch::Variant::kPlain) request.variants.push_back(variant);
  }
  return base::kNothing;
}

base::Maybe<base::Finding> ReadWithoutGpu(const std::string& text, Request& request) {
  request.without_gpu_error = base::ToLower(base::Trim(text)) == "error";
  if (request.without_gpu_error) return base::kNothing;
  base::Result<Wish> wish = ParseWish(text, Reading::kOwn);
  if (!wish) return wish.finding();
  if (wish->kind == WishKind::kAuto || wish->kind == WishKind::kNone) {
    return WrongValue("--without-gpu", text, "error, covering, all-major, all, or a list");
  }
  request.without_gpu = *wish;
  return base::kNothing;
}

base::Maybe<base::Finding> ReadSupported(const std::string& text, Request& request) {
  base::Result<Wish> wish = ParseWish(text, Reading::kOwn);
  if (!wish) return wish.finding();
  if (wish->kind != WishKind::kList && wish->kind != WishKind::kAuto &&
      wish->kind != WishKind::kAll) {
    return WrongValue("--supported", text, "a list of architectures");
  }
  request.supported = wish->items;
  return base::kNothing;
}

// "8.6,NVIDIA GeForce RTX 3090"; without a capability (",NAME") it is one that nobody could tell.
base::Maybe<base::Finding> ReadDevice(const std::string& text, base::List<probe::Device>& devices) {
  const std::size_t comma = text.find(',');
  const std::string_view capability = base::Trim(std::string_view(text).substr(0, comma));
  probe::Device device;
  device.index = static_cast<int>(devices.size());
  device.source = "given";
  if (comma != std::string::npos) device.name = base::Trim(text.substr(comma + 1));
  device.capability = arch::ParseComputeCapability(capability);
  if (!device.capability && !capability.empty())
    return WrongValue("--device", text, "a compute capability, a comma and a name: 8.6,RTX 3090");
  devices.push_back(device);
  return base::kNothing;
}

base::Maybe<base::Finding> ReadGpus(const std::string& text, Host host,
                                    base::List<probe::Device>& devices) {
  base::Result<base::List<WishItem>> items = ParseDeviceItems(text);
  if (!items) return items.finding();
  for (const WishItem& item : *items) {
    if (IsLeftOut(item, host)) continue;
    probe::Device device;
    device.index = static_cast<int>(devices.size());
    device.capability = item.device;
    device.source = "given";
    if (!arch::ParseArchitecture(item.text)) device.name = item.text;
    devices.push_back(device);
  }
  return base::kNothing;
}

base::Maybe<base::Finding> ReadRequest(const base::ParsedOptions& options, Request& request) {
  Reading reading = Reading::kOwn;
  if (auto wrong = ReadChoice("--reading", options.Get("--reading", "own"), kReadings, reading))
    return wrong;
  base::Result<Wish> wish = ParseWish(options.Get("--architectures"), reading);
  if (!wish) return wish.finding();
  request.wish = *wish;
  request.origin = options.Get("--origin");
  request.minimal = options.Has("--minimal");
  request.host = kThisHost;
  if (options.Has("--host")) {
    if (auto wrong = ReadChoice("--host", options.Get("--host"), kHosts, request.host))
      return wrong;
  }
  if (auto wrong = ReadChoice("--ptx", options.Get("--ptx", "auto"), kPolicies, request.ptx))
    return wrong;
  if (auto wrong = ReadVariants(options.Get("--variants"), request)) return wrong;
  if (auto wrong = ReadSupported(options.Get("--supported"), request)) return wrong;
  return ReadWithoutGpu(options.Get("--without-gpu", "covering"), request);
}

base::Maybe<base::Finding> ReadDriver(const base::ParsedOptions& options,
                                      SelectArguments& arguments) {
  arguments.driver = options.Get("--driver");
  arguments.driver_cuda = options.Get("--driver-cuda");
  if (!arguments.driver.empty() && !base::Version::Parse(arguments.driver))
    return WrongValue("--driver", arguments.driver, "a driver version, such as 570.86.15");
  if (!arguments.driver_cuda.empty() && !base::Version::Parse(arguments.driver_cuda))
    return WrongValue("--driver-cuda", arguments.driver_cuda, "a CUDA version, such as 12.8");
  return base::kNothing;
}

base::Finding NoCompiler() {
  base::Finding finding;
  finding.id = "no-cuda-compiler";
  finding.wrong = "There is no CUDA compiler to ask what it can build.";
  finding.found = "no nvcc by way of CUDACXX, PATH or CUDA_PATH";
  finding.because = "nvcc, or a CUDA version for which the table is to answer";
  finding.todo = {"--toolkit /usr/local/cuda",
                  "--toolkit " + knowledge::NewestToolkit().version.ToString(),
                  "--toolkit newest   (the newest that the table knows)"};
  return finding;
}

}  // namespace

const base::List<base::Option>& SelectOptions() {
  // Those without a help text serve the CMake modules.
  static const base::List<base::Option> options = {
      {"--gpu", "LIST", "GPUs in place of this machine's: 8.6,8.9 or RTX 3090"},
      {"--device", "CC,NAME", nullptr},
      {"--no-detect", nullptr, nullptr},
      {"--architectures", "LIST", "what to build for: auto, covering, all, 86;90a …"},
      {"--reading", "own|cmake|torch", nullptr},
      {"--origin", "TEXT", nullptr},
      {"--toolkit", "DIR|VERSION", "the toolkit: a folder, 12.8, or newest"},
      {"--compiler", "PATH", "nvcc, or a clang used as CUDA compiler"},
      {"--cuda-path", "DIR", nullptr},
      {"--toolkit-cache", "FILE", nullptr},
      {"--dialect", "NAME", "print only this one: cmake, torch, nvcc"},
      {"--ptx", "auto|on|off", "PTX where needed, also of the highest, or never"},
      {"--variants", "LIST", "family, specific: 100f, 90a in place of 100, 90"},
      {"--minimal", nullptr, "drop what another entry covers"},
      {"--supported", "LIST", "all that the sources can be built for"},
      {"--without-gpu", "POLICY", "covering, all-major, all, error or a list"},
      {"--host", "ARCH", "x86_64, aarch64 or other"},
      {"--driver", "VERSION", "the driver that will run it: 570.86.15"},
      {"--driver-cuda", "VERSION", "or the CUDA that it supports: 12.8"},
      {"--timeout", "SECONDS", "for all of detection [default=30]"},
      {"--save-inventory", "FILE", nullptr},
      {"--json", nullptr, "the whole answer, for programs"},
      {"--help", nullptr, nullptr},
  };
  return options;
}

base::Result<double> ReadTimeout(const char* command, const base::ParsedOptions& options) {
  constexpr double kLongest = 3600;
  const std::string text = options.Get("--timeout", "30");
  char* end = nullptr;
  const double seconds = std::strtod(text.c_str(), &end);
  // The comparison is false for not-a-number too.
  if (*end == '\0' && !text.empty() && seconds > 0 && seconds <= kLongest) return seconds;
  base::Finding finding = WrongValue("--timeout", text, "seconds, above 0 and up to 3600");
  finding.todo = {std::string("cuda-arch-guard ") + command + " --help"};
  return finding;
}

base::Result<SelectArguments> ReadSelectArguments(const base::ParsedOptions& options) {
  SelectArguments arguments;
  if (!options.positionals().empty())
    return WrongValue("select", options.positionals()[0], "options only; GPUs follow --gpu");
  if (auto wrong = ReadRequest(options, arguments.request)) return *wrong;
  for (const std::string& text : options.All("--gpu")) {
    if (auto wrong = ReadGpus(text, arguments.request.host, arguments.devices)) return *wrong;
  }
  for (const std::string& text : options.All("--device")) {
    if (auto wrong = ReadDevice(text, arguments.devices)) return *wrong;
  }
  arguments.detect = arguments.devices.empty() && !options.Has("--no-detect");
  if (auto wrong = ReadDriver(options, arguments)) return *wrong;
  const base::Result<double> timeout = ReadTimeout("select", options);
  if (!timeout) return timeout.finding();
  arguments.timeout_seconds = *timeout;
  if (options.Has("--dialect")) {
    const std::string name = options.Get("--dialect");
    arguments.dialect = FindDialect(name);
    base::List<std::string> names;
    for (const Dialect& dialect : Dialects()) names.emplace_back(dialect.name);
    if (arguments.dialect == nullptr)
      return WrongValue("--dialect", name, "one of " + base::Join(names, ", "));
  }
  return arguments;
}

base::Result<probe::Toolkit> ReadToolkit(const base::ParsedOptions& options,
                                         double timeout_seconds) {
  probe::ToolkitOptions ask;
  ask.compiler = options.Get("--compiler");
  ask.cuda_path = options.Get("--cuda-path");
  ask.cache_file = options.Get("--toolkit-cache");
  ask.timeout_seconds = timeout_seconds;
  const std::string toolkit = options.Get("--toolkit");
  if (ask.compiler.empty() && !toolkit.empty()) {
    if (base::ToLower(toolkit) == "newest")
      return probe::ToolkitFromTable(knowledge::NewestToolkit().version.ToString());
    if (base::Version::Parse(toolkit)) return probe::ToolkitFromTable(toolkit);
    const std::string nvcc = toolkit + "/bin/nvcc";
    // The compiler itself may be named too.
    ask.compiler = base::IsExecutable(nvcc) || !base::IsExecutable(toolkit) ? nvcc : toolkit;
  }
  if (ask.compiler.empty()) ask.compiler = probe::FindNvcc();
  if (ask.compiler.empty()) return NoCompiler();
  return probe::AskToolkit(ask);
}

}  // namespace cuda_arch_guard::select
