// nvidia-smi as a csv query: asked only where NVML itself did not answer. Its table for people is
// never read, its fields in a fixed order are.
#include "base/file.h"
#include "base/text.h"
#include "base/version.h"
#include "knowledge/gpus.h"
#include "probe/source.h"

namespace cuda_arch_guard::probe {
namespace {

constexpr const char* kNvidiaSmiPlaces[] = {
    "/usr/lib/wsl/lib/nvidia-smi",
    "/usr/bin/nvidia-smi",
    "/usr/local/bin/nvidia-smi",
    "/opt/bin/nvidia-smi",
    "/run/nvidia/driver/usr/bin/nvidia-smi",
};

// Before the name come one field, after it the rest: only a name may hold a comma.
constexpr int kFieldsAfterName = 4;  // uuid, pci.bus_id, memory.total, driver_version

// What nvidia-smi writes for a field that this GPU or driver does not have.
bool IsUnknownField(std::string_view field) {
  return field.empty() || field.front() == '[' || field == "N/A" ||
         base::StartsWith(field, "Unknown");
}

std::string KnownField(const std::string& field) { return IsUnknownField(field) ? "" : field; }

// False: the line is not an answer to our question.
bool ReadNvidiaSmiLine(const std::string& line, bool with_compute_cap, Device& device,
                       std::string& driver) {
  base::List<std::string> fields;
  std::string_view rest = line;
  while (true) {
    const std::size_t comma = rest.find(',');
    fields.emplace_back(base::Trim(rest.substr(0, comma)));
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  const std::size_t after = kFieldsAfterName + (with_compute_cap ? 1 : 0);
  if (fields.size() < 2 + after) return false;
  const std::size_t end_of_name = fields.size() - after;
  const base::Maybe<int> index = base::ParseNumber(fields[0]);
  if (!index) return false;
  device.index = *index;
  device.source = "nvidia-smi";
  device.name = fields[1];
  for (std::size_t i = 2; i < end_of_name; ++i) device.name += ", " + fields[i];
  device.name = CleanName(KnownField(device.name));
  device.uuid = CleanName(KnownField(fields[end_of_name]));
  device.pci_bus_id = NormalPciBusId(fields[end_of_name + 1]);
  const std::string& memory = fields[end_of_name + 2];
  if (const base::Maybe<int> mib = base::ParseNumber(memory)) {
    device.memory_bytes = static_cast<std::uint64_t>(*mib) << 20;
  } else if (!IsUnknownField(memory)) {
    return false;
  }
  driver = KnownField(fields[end_of_name + 3]);
  if (!driver.empty() && !base::Version::Parse(driver)) return false;
  const std::string capability = with_compute_cap ? fields.back() : "";
  device.capability = arch::ParseComputeCapability(capability);
  if (device.capability) return IsPlausible(*device.capability);
  if (!IsUnknownField(capability)) return false;
  const knowledge::GpuMatch match = knowledge::FindGpu(device.name);
  if (match.capabilities.size() == 1) device.capability = match.capabilities[0];
  return !device.name.empty();
}

std::string FirstLine(const base::ProcessOutcome& outcome) {
  for (const std::string* text : {&outcome.out, &outcome.err}) {
    const base::List<std::string> lines = base::Lines(*text);
    if (!lines.empty()) return CleanName(lines[0]);
  }
  return "it said nothing";
}

}  // namespace

std::string FindNvidiaSmi() {
  const std::string on_path = base::FindProgram("nvidia-smi");
  if (!on_path.empty()) return on_path;
  for (const char* program : kNvidiaSmiPlaces) {
    if (base::IsExecutable(program)) return program;
  }
  return "";
}

base::List<std::string> NvidiaSmiQuery(const std::string& program, bool with_compute_cap) {
  std::string fields = "--query-gpu=index,name,uuid,pci.bus_id,memory.total,driver_version";
  if (with_compute_cap) fields += ",compute_cap";
  return {program, fields, "--format=csv,noheader,nounits"};
}

SourceReport ReadNvidiaSmi(const base::ProcessOutcome& outcome, bool with_compute_cap) {
  SourceReport report;
  report.name = "nvidia-smi";
  if (base::Contains(outcome.out, "No devices were found")) {
    report.state = SourceState::kOk;
    report.reason = "No devices were found";
    return report;
  }
  if (outcome.code != 0) {
    report.state = SourceState::kFailed;
    report.code = outcome.code;
    report.reason = FirstLine(outcome);
    return report;
  }
  for (const std::string& line : base::Lines(outcome.out)) {
    Device device;
    std::string driver;
    if (!ReadNvidiaSmiLine(line, with_compute_cap, device, driver)) {
      report.state = SourceState::kMalformed;
      report.reason = "its answer makes no sense: " + CleanName(line);
      report.devices.clear();
      return report;
    }
    if (!driver.empty()) report.driver.version = driver;
    report.devices.push_back(device);
  }
  report.state = SourceState::kOk;
  return report;
}

}  // namespace cuda_arch_guard::probe
