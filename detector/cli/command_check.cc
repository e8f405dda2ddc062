// `check`: does the device code of files cover the devices that it is meant for?
#include "cli/command_check.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "base/options.h"
#include "base/text.h"
#include "cli/wrap.h"
#include "fatbin/device_code.h"
#include "probe/detect.h"
#include "select/commands.h"
#include "select/wish.h"
#include "verdict/findings.h"
#include "verdict/judge.h"

namespace cuda_arch_guard::cli {
namespace {

using base::Finding;
using base::Severity;
using verdict::Verdict;

const std::vector<base::Option> kOptions = {
    {"--gpu", "LIST", "capabilities or names [default: the attached GPUs]"},
    {"--driver", "VERSION", "the driver that it will run with: 580.65.06"},
    {"--allow-jit", nullptr, "a device may be served by JIT from PTX alone [default]"},
    {"--forbid-jit", nullptr, "JIT counts as not served …"},
    {"--jit-for", "LIST", "… but for these devices"},
    {"--forbid-specialised", nullptr, "a unit made for other devices (90a, 100f) is a gap …"},
    {"--allow-specialised", "REGEX", "… but for units of such a name"},
    {"--allow-gap", "REGEX", "units of such a name need not cover the devices"},
    {"--require-device-code", nullptr, "none in any of the files is an error"},
    {"--target", "NAME", "what the files are in CMake, for the messages"},
    {"--no-scan", nullptr, "look at the CUDA sections only, not for embedded code"},
    {"--json", nullptr, "the results as JSON"},
    {"--help", nullptr, "this text"},
};

// Everything the command line says, typed.
struct Request {
  std::vector<std::string> paths;
  std::vector<arch::ComputeCapability> devices;
  verdict::Policy policy;
  bool forbid_jit = false;
  std::vector<arch::ComputeCapability> jit_for;
  bool require_device_code = false;
  std::string target;
  bool scan = true;
  std::vector<Finding> findings;
};

struct Outcome {
  std::vector<Finding> findings;
  bool could_not_look = false;
  bool any_device_code = false;
  std::vector<std::string> without;  // files without, each with what was seen
  std::optional<Verdict> worst;
  base::JsonWriter results;  // the array's members
  std::string text;
};

int Help() {
  const std::string text =
      "usage: cuda-arch-guard check FILE… [options]\n\n"
      "Tells for each file and device whether the file's device code runs there.\n\n" +
      base::DescribeOptions(kOptions) +
      "\nREGEX is written as in CMake: . [] ^ $ * + ? | ( ) and \\. It is looked for in\n"
      "the name of a unit: its source (kernels.cu), in an archive \"a.o: kernels.cu\". Of\n"
      "a stripped file the names of the kernels in the unit serve. The names are\n"
      "listed by: cuda-arch-guard inspect FILE --units\n"
      "\nexit: 0 fine, 1 some file fails or lacks code, 2 usage, 3 could not look\n"
      "\nexample: cuda-arch-guard check build/app --gpu 8.6,9.0 --driver 580.65.06\n";
  std::fputs(text.c_str(), stdout);
  return select::kFine;
}

int Refuse(const Finding& finding, int code) {
  std::fputs(base::Render(finding).c_str(), stderr);
  return code;
}

Finding Usage(const std::string& wrong, const std::string& found) {
  Finding finding;
  finding.id = "usage";
  finding.wrong = wrong;
  finding.found = base::Printable(found);
  finding.todo = {"cuda-arch-guard check --help"};
  return finding;
}

bool IsOne(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && std::string_view(value) == "1";
}

// The attached GPUs and their driver; a finding if there is none to check for.
std::optional<Finding> AskMachine(const std::string& self, bool driver_given, Request& request) {
  probe::DetectOptions options;
  options.self = self;
  const probe::Inventory inventory = probe::Detect(options);
  for (const probe::Device& device : inventory.devices) {
    const auto capability = device.capability;
    if (capability && std::find(request.devices.begin(), request.devices.end(), *capability) ==
                          request.devices.end()) {
      request.devices.push_back(*capability);
    }
  }
  std::sort(request.devices.begin(), request.devices.end());
  if (!driver_given) {
    verdict::DriverFacts& driver = request.policy.driver;
    if (const auto cuda = base::Version::Parse(inventory.driver.cuda)) driver.cuda = *cuda;
    const auto number = base::Version::Parse(inventory.driver.version);
    if (number && !inventory.tegra) driver.number = *number;
    driver.text = inventory.driver.version;
  }
  if (!request.devices.empty()) return std::nullopt;
  Finding finding;
  finding.id = "no-device-to-check-for";
  finding.wrong = "No GPU is attached, and none was named.";
  finding.found = inventory.findings.empty() ? "no device" : inventory.findings[0].found;
  finding.because = "at least one device to check the files for";
  finding.todo = {"--gpu 8.6,9.0"};
  return finding;
}

std::optional<Finding> ReadPattern(const base::ParsedOptions& options, const char* name,
                                   std::optional<base::Pattern>& pattern) {
  if (!options.Has(name)) return std::nullopt;
  const base::Result<base::Pattern> parsed = base::Pattern::Parse(options.Get(name));
  if (!parsed) return parsed.finding();
  pattern = *parsed;
  return std::nullopt;
}

std::optional<Finding> ReadDevices(const base::ParsedOptions& options, const char* name,
                                   std::vector<arch::ComputeCapability>& devices) {
  if (options.Get(name).empty()) return std::nullopt;
  const base::Result<std::vector<arch::ComputeCapability>> parsed =
      select::ParseDevices(options.Get(name));
  if (!parsed) return parsed.finding();
  for (const arch::ComputeCapability device : *parsed) {
    if (std::find(devices.begin(), devices.end(), device) == devices.end()) {
      devices.push_back(device);
    }
  }
  return std::nullopt;
}

std::optional<Finding> ReadRequest(const base::ParsedOptions& options, Request& request) {
  request.paths = options.positionals();
  if (request.paths.empty()) return Usage("no file was given.", "");
  if (auto finding = ReadDevices(options, "--gpu", request.devices)) return finding;
  if (auto finding = ReadDevices(options, "--jit-for", request.jit_for)) return finding;
  verdict::Policy& policy = request.policy;
  if (options.Has("--driver")) {
    const auto number = base::Version::Parse(options.Get("--driver"));
    if (!number || number->count < 2) {
      return Usage("--driver takes a driver's version, such as 580.65.06.",
                   options.Get("--driver"));
    }
    policy.driver.number = *number;
    policy.driver.text = options.Get("--driver");
  }
  request.forbid_jit = options.Has("--forbid-jit");
  if (request.forbid_jit && options.Has("--allow-jit")) {
    return Usage("--forbid-jit and --allow-jit exclude each other.", "both");
  }
  policy.forbid_specialised = options.Has("--forbid-specialised");
  if (auto finding = ReadPattern(options, "--allow-specialised", policy.allow_specialised)) {
    return finding;
  }
  if (auto finding = ReadPattern(options, "--allow-gap", policy.allow_gap)) return finding;
  policy.force_ptx_jit = IsOne("CUDA_FORCE_PTX_JIT");
  policy.disable_ptx_jit = IsOne("CUDA_DISABLE_PTX_JIT");
  request.require_device_code = options.Has("--require-device-code");
  request.target = options.Get("--target");
  request.scan = !options.Has("--no-scan");
  return std::nullopt;
}

// The environment changes what a program would run, so it changes what we say, and we say that.
void AddEnvironmentNote(const verdict::Policy& policy, std::vector<Finding>& findings) {
  if (!policy.force_ptx_jit && !policy.disable_ptx_jit) return;
  Finding finding;
  finding.id = "jit-environment";
  finding.severity = Severity::kNote;
  finding.wrong = "The environment changes which device code the driver takes.";
  finding.found = policy.force_ptx_jit ? "CUDA_FORCE_PTX_JIT=1: cubins are ignored"
                                       : "CUDA_DISABLE_PTX_JIT=1: PTX is ignored";
  finding.because = "the verdicts count with it";
  finding.todo = {policy.force_ptx_jit ? "unset CUDA_FORCE_PTX_JIT" : "unset CUDA_DISABLE_PTX_JIT"};
  findings.push_back(finding);
}

// In CMake a target may have another list than the one that was selected.
void NameTarget(const std::string& target, Finding& finding) {
  finding.found = "target " + base::Printable(target) + ", " + finding.found;
  if (finding.id == "no-code-for-device" || finding.id == "units-lack-device") {
    finding.todo.push_back(
        "if the list has it already, look at the property CUDA_ARCHITECTURES of " +
        base::Printable(target) + "; -DCudaArchGuard_ENFORCE=ON changes it");
  }
}

Finding NoDeviceCode(const std::vector<std::string>& files) {
  Finding finding;
  finding.id = "no-device-code";
  finding.wrong = "What should hold device code holds no kernel.";
  finding.found = base::Join(files, "; ");
  finding.because = "at least one kernel";
  finding.todo = {"check that its CUDA sources were compiled and linked into it"};
  return finding;
}

void CheckFile(const std::string& path, const Request& request, Outcome& outcome) {
  fatbin::ReadOptions options;
  options.scan = request.scan;
  options.name_sources = true;
  verdict::Examined file = verdict::Examine(fatbin::ReadDeviceCode(path, options));
  std::vector<Finding> findings = verdict::FindingsOf(file);
  const bool unreadable = file.code.unreadable();
  if (!file.code.problems.empty()) outcome.could_not_look = true;
  bool first = true;
  outcome.text += base::Printable(path) + "\n";
  for (const arch::ComputeCapability device : request.devices) {
    if (unreadable) break;
    verdict::Policy policy = request.policy;
    policy.forbid_jit =
        request.forbid_jit &&
        std::find(request.jit_for.begin(), request.jit_for.end(), device) == request.jit_for.end();
    const verdict::FileVerdict judged = verdict::Judge(file, device, policy);
    verdict::Write(outcome.results, file, judged);
    if (!outcome.worst || *outcome.worst < judged.verdict) outcome.worst = judged.verdict;
    if (judged.undecided) outcome.could_not_look = true;
    std::string head = "  " + device.ToString();
    head.resize(std::max<std::size_t>(head.size() + 1, 7), ' ');
    head += ToString(judged.verdict);
    if (!judged.sure) head += " (likely)";
    outcome.text += WrapText(head + ": " + base::Printable(judged.reason), 9);
    for (Finding& finding : verdict::FindingsOf(file, judged, policy)) {
      // Those about the driver alone are the same for every device.
      const bool said = std::any_of(findings.begin(), findings.end(), [&](const Finding& other) {
        return other.id == finding.id && other.wrong == finding.wrong &&
               other.found == finding.found;
      });
      if (!said) findings.push_back(std::move(finding));
    }
    // What was stripped out is another finding.
    if (judged.verdict != Verdict::kNoDeviceCode || file.code.stripped_regions > 0) {
      outcome.any_device_code = true;
    } else if (first) {
      outcome.without.push_back(path + ": " + judged.reason);
    }
    first = false;
  }
  if (unreadable) outcome.text += "  could not be read\n";
  for (Finding& finding : findings) outcome.findings.push_back(std::move(finding));
}

// What could not be read is an error as well, but of its own exit code; a verdict comes first.
int ExitCodeOf(const Outcome& outcome) {
  for (const Finding& finding : outcome.findings) {
    if (finding.severity == Severity::kError && finding.id != "file-unreadable" &&
        finding.id != "device-code-damaged" && finding.id != "device-code-incomplete") {
      return select::kFindings;
    }
  }
  return outcome.could_not_look ? select::kCouldNotLook : select::kFine;
}

void PrintJson(const Request& request, const Outcome& outcome) {
  base::JsonWriter json;
  json.BeginObject().Key("schema").String("cuda-arch-guard/check/1");
  json.Key("driver").StringOrNull(request.policy.driver.text);
  json.Key("results").BeginArray();
  if (!outcome.results.text().empty()) json.Raw(outcome.results.text());
  json.EndArray();
  json.Key("verdict").StringOrNull(outcome.worst ? ToString(*outcome.worst) : "");
  json.Key("findings").BeginArray();
  for (const Finding& finding : outcome.findings) base::Write(json, finding);
  json.EndArray().EndObject();
  std::printf("%s\n", json.text().c_str());
}

}  // namespace

int CheckCommand(const std::string& self, const std::vector<std::string>& arguments) {
  const auto options = base::ParseOptions("check", kOptions, arguments);
  if (!options) return Refuse(options.finding(), select::kUsage);
  if (options->Has("--help")) return Help();
  Request request;
  if (const auto finding = ReadRequest(*options, request)) {
    return Refuse(*finding, select::kUsage);
  }
  Outcome outcome;
  if (request.devices.empty()) {
    const auto finding = AskMachine(self, options->Has("--driver"), request);
    if (finding) {
      outcome.findings.push_back(*finding);
      if (options->Has("--json")) PrintJson(request, outcome);
      return Refuse(*finding, select::kCouldNotLook);
    }
  }
  AddEnvironmentNote(request.policy, outcome.findings);
  const std::size_t about_the_call = outcome.findings.size();
  for (const std::string& path : request.paths) CheckFile(path, request, outcome);
  if (request.require_device_code && !outcome.any_device_code && !outcome.without.empty()) {
    outcome.findings.push_back(NoDeviceCode(outcome.without));
  }
  for (std::size_t i = about_the_call; i < outcome.findings.size() && !request.target.empty();
       ++i) {
    NameTarget(request.target, outcome.findings[i]);
  }
  if (options->Has("--json")) {
    PrintJson(request, outcome);
  } else {
    std::fputs(outcome.text.c_str(), stdout);
    std::fflush(stdout);
    for (const Finding& finding : outcome.findings) {
      std::fputs(base::Render(finding).c_str(), stderr);
    }
  }
  return ExitCodeOf(outcome);
}

}  // namespace cuda_arch_guard::cli
