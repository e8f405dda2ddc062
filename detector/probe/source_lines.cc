// "key value" a line, first the format and the source's name, last "end": an answer that stops half
// way is no answer.
#include "base/text.h"
#include "base/version.h"
#include "probe/source.h"

namespace cuda_arch_guard::probe {
namespace {

constexpr std::string_view kFirstLine = "cuda-arch-guard-source/1 ";
constexpr int kStates = 9;

void AddLine(std::string& text, std::string_view key, std::string_view value) {
  if (value.empty()) return;
  text += key;
  text += ' ';
  text += base::Printable(value);
  text += '\n';
}

void AddFlag(std::string& text, std::string_view key, bool value) {
  if (value) AddLine(text, key, "yes");
}

bool ReadFlag(std::string_view value, bool& flag) {
  flag = true;
  return value == "yes";
}

bool ReadMemory(std::string_view value, std::uint64_t& bytes) {
  if (value.empty() || value.size() > 18) return false;
  bytes = 0;
  for (const char c : value) {
    if (c < '0' || c > '9') return false;
    bytes = bytes * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return true;
}

bool ReadState(std::string_view value, SourceState& state) {
  for (int i = 0; i < kStates; ++i) {
    state = static_cast<SourceState>(i);
    if (value == ToString(state)) return true;
  }
  return false;
}

bool ReadCode(std::string_view value, int& code) {
  const bool negative = base::StartsWith(value, "-");
  const base::Maybe<int> number = base::ParseNumber(value.substr(negative ? 1 : 0));
  code = negative ? -number.value_or(0) : number.value_or(0);
  return number.has_value();
}

bool ReadText(std::string_view value, std::string& text) {
  text = value;
  return true;
}

bool ReadVersion(std::string_view value, std::string& text) {
  text = value;
  return base::Version::Parse(value).has_value();
}

bool ReadDeviceLine(std::string_view key, std::string_view value, Device& device) {
  if (key == "name") return ReadText(value, device.name);
  if (key == "capability") {
    device.capability = arch::ParseComputeCapability(value);
    return device.capability && IsPlausible(*device.capability);
  }
  if (key == "uuid") return ReadText(value, device.uuid);
  if (key == "bus") {
    device.pci_bus_id = NormalPciBusId(value);
    return !device.pci_bus_id.empty();
  }
  if (key == "mig-parent") return ReadText(value, device.mig_parent);
  if (key == "memory") return ReadMemory(value, device.memory_bytes);
  if (key == "integrated") return ReadFlag(value, device.integrated);
  return false;
}

bool ReadLine(std::string_view key, std::string_view value, SourceReport& report) {
  if (key == "state") return ReadState(value, report.state);
  if (key == "code") return ReadCode(value, report.code);
  if (key == "reason") return ReadText(value, report.reason);
  if (key == "library") return ReadText(value, report.library);
  if (key == "driver") return ReadVersion(value, report.driver.version);
  if (key == "cuda") return ReadVersion(value, report.driver.cuda);
  if (key == "kernel-module") return ReadVersion(value, report.driver.kernel_module);
  if (key == "open-kernel-module") return ReadFlag(value, report.driver.open_kernel_module);
  if (key == "wsl") return ReadFlag(value, report.wsl);
  if (key == "container") return ReadFlag(value, report.container);
  if (key == "tegra") return ReadFlag(value, report.tegra);
  if (key == "device") {
    Device device;
    const base::Maybe<int> index = base::ParseNumber(value);
    device.index = index.value_or(0);
    device.source = report.name;
    report.devices.push_back(device);
    return index.has_value();
  }
  return !report.devices.empty() && ReadDeviceLine(key, value, report.devices.back());
}

}  // namespace

std::string Encode(const SourceReport& report) {
  std::string text(kFirstLine);
  text += report.name + "\n";
  AddLine(text, "state", ToString(report.state));
  AddLine(text, "code", std::to_string(report.code));
  AddLine(text, "reason", report.reason);
  AddLine(text, "library", report.library);
  AddLine(text, "driver", report.driver.version);
  AddLine(text, "cuda", report.driver.cuda);
  AddLine(text, "kernel-module", report.driver.kernel_module);
  AddFlag(text, "open-kernel-module", report.driver.open_kernel_module);
  AddFlag(text, "wsl", report.wsl);
  AddFlag(text, "container", report.container);
  AddFlag(text, "tegra", report.tegra);
  for (const Device& device : report.devices) {
    AddLine(text, "device", std::to_string(device.index));
    AddLine(text, "name", device.name);
    if (device.capability) AddLine(text, "capability", device.capability->ToString());
    AddLine(text, "uuid", device.uuid);
    AddLine(text, "bus", device.pci_bus_id);
    AddLine(text, "mig-parent", device.mig_parent);
    if (device.memory_bytes != 0) AddLine(text, "memory", std::to_string(device.memory_bytes));
    AddFlag(text, "integrated", device.integrated);
  }
  return text + "end\n";
}

base::Maybe<SourceReport> Decode(std::string_view text, std::string_view expected_name) {
  if (!base::EndsWith(text, "\nend\n")) return base::kNothing;
  text.remove_suffix(4);
  SourceReport report;
  report.name = expected_name;
  if (text.substr(0, text.find('\n')) != std::string(kFirstLine) + report.name)
    return base::kNothing;
  bool has_state = false;
  for (const std::string& line : base::Lines(text.substr(text.find('\n')))) {
    const std::size_t space = line.find(' ');
    if (space == std::string::npos) return base::kNothing;
    const std::string_view key = std::string_view(line).substr(0, space);
    if (!ReadLine(key, std::string_view(line).substr(space + 1), report)) return base::kNothing;
    has_state = has_state || key == "state";
  }
  if (!has_state) return base::kNothing;
  return report;
}

bool OpenDriverLibrary(const char* const* names, std::size_t count, base::DynamicLibrary& library,
                       SourceReport& report) {
  for (std::size_t i = 0; i < count; ++i) {
    if (library.Open(names[i])) {
      report.library = library.Path();
      report.reason.clear();
      report.state = SourceState::kOk;
      return true;
    }
    // The loader names the file that it lacks: this one, or one that this one needs.
    const std::string absent = std::string(names[i]) + ": cannot open shared object file: No such";
    const bool there = !base::StartsWith(library.error(), absent);
    if (report.reason.empty() || (there && report.state == SourceState::kAbsent)) {
      report.reason = (there ? "it cannot be loaded: " : "") + library.error();
    }
    if (there) report.state = SourceState::kFailed;
  }
  return false;
}

std::string NormalPciBusId(std::string_view text) {
  const std::string lower = base::ToLower(base::Trim(text));
  const std::size_t colon = lower.find(':');
  if (colon == std::string::npos || colon < 4 || colon > 8 || lower.size() != colon + 8) return "";
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const bool hex = (lower[i] >= '0' && lower[i] <= '9') || (lower[i] >= 'a' && lower[i] <= 'f');
    const bool right = i == colon || i == colon + 3 ? lower[i] == ':'
                       : i == colon + 6             ? lower[i] == '.'
                                                    : hex;
    if (!right) return "";
  }
  std::size_t skip = 0;
  while (colon - skip > 4 && lower[skip] == '0') ++skip;
  return lower.substr(skip);
}

std::string CudaVersionText(int number) {
  const int major = number / 1000;
  const int minor = number % 1000 / 10;
  if (major < 1 || major > 99 || number % 10 != 0) return "";
  return std::to_string(major) + "." + std::to_string(minor);
}

bool IsPlausible(arch::ComputeCapability capability) {
  return capability.major >= 1 && capability.major <= 49 && capability.minor >= 0 &&
         capability.minor <= 9;
}

std::string CleanName(std::string_view name) {
  constexpr std::size_t kLongest = 200;
  return base::Printable(base::Trim(name.substr(0, kLongest)));
}

}  // namespace cuda_arch_guard::probe
