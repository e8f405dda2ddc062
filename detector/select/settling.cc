#include "select/settling.h"

#include "base/text.h"
#include "knowledge/architectures.h"

namespace cuda_arch_guard::select {
namespace {

bool Before(const Selected& entry, arch::Architecture architecture, arch::Code code) {
  if (entry.architecture != architecture) return entry.architecture < architecture;
  return entry.code < code;
}

bool SurelyRuns(const Settling& settling, const Selected& entry, arch::ComputeCapability device) {
  const arch::Answer answer = Covers(settling.means, entry.architecture, entry.code, device);
  return answer.outcome == arch::Outcome::kRuns && answer.sure;
}

// Every device that somebody owns and that this host may hold, as the toolkit names it.
Devices KnownDevices(const Settling& settling) {
  Devices devices;
  for (const knowledge::ArchitectureRow& row : knowledge::Architectures()) {
    const bool tegra = row.tegra || arch::IsTegra(row.capability);
    if (tegra && settling.request.host != Host::kAarch64) continue;
    if (row.products[0] == '\0') continue;
    if (knowledge::NameInToolkit(row.capability, settling.means.cuda) != row.capability) continue;
    InsertSorted(devices, row.capability);
  }
  // A toolkit newer than the table knows devices that the table does not.
  for (const arch::Architecture& each : settling.means.toolkit) {
    if (knowledge::FindArchitecture(each.capability()) == nullptr)
      InsertSorted(devices, each.capability());
  }
  return devices;
}

// Is the device as well off with the other entry?
bool IsAsWell(const Settling& settling, const Selected& entry, const Selected& other,
              arch::ComputeCapability device) {
  const arch::Answer answer = Covers(settling.means, other.architecture, other.code, device);
  if (answer.outcome == arch::Outcome::kRuns) return answer.sure;
  return answer.outcome == arch::Outcome::kByJit && entry.code == arch::Code::kVirtual;
}

}  // namespace

void Add(Selection& selection, arch::Architecture architecture, arch::Code code,
         const Devices& devices, const std::string& why) {
  base::List<Selected>& entries = selection.entries;
  std::size_t i = 0;
  while (i < entries.size() && Before(entries[i], architecture, code)) ++i;
  const auto place = entries.begin() + static_cast<std::ptrdiff_t>(i);
  if (i == entries.size() || entries[i].architecture != architecture || entries[i].code != code) {
    entries.insert(place, Selected{architecture, code, {}, why});
  } else if (!base::Contains(entries[i].why, why)) {
    entries[i].why += "; " + why;
  }
  for (const arch::ComputeCapability& device : devices) InsertSorted(entries[i].devices, device);
}

arch::Architecture HighestPtx(const Means& means, int number) {
  arch::Architecture highest;
  for (const arch::Architecture& each : means.ptx) {
    if (each.number <= number) highest = each;
  }
  return means.ptx_allowed ? highest : arch::Architecture{};
}

void AddPtxOfHighest(Settling& settling) {
  int number = 0;
  for (const Selected& entry : settling.selection.entries) number = entry.architecture.number;
  const arch::Architecture ptx = HighestPtx(settling.means, number);
  if (ptx.number == 0) return;
  Add(settling.selection, ptx, arch::Code::kVirtual, {}, "PTX for GPUs newer than the toolkit");
}

// Ascending, the first device of a major brings the cubin that serves the rest of it.
void SettleCovering(Settling& settling) {
  Selection& selection = settling.selection;
  Devices by_ptx;
  for (const arch::ComputeCapability& device : KnownDevices(settling)) {
    bool covered = false;
    for (Selected& entry : selection.entries) {
      if (!SurelyRuns(settling, entry, device)) continue;
      InsertSorted(entry.devices, device);
      covered = true;
      break;
    }
    if (covered) continue;
    const Service service = Serve(settling.means, device);
    if (service.miss != Miss::kNone) continue;
    if (service.code == arch::Code::kVirtual) {
      by_ptx.push_back(device);
      continue;
    }
    Add(selection, service.architecture, service.code, {device},
        "the least that serves these GPUs");
  }
  AddPtxOfHighest(settling);
  for (const arch::ComputeCapability& device : by_ptx) {
    for (Selected& entry : selection.entries) {
      if (entry.code != arch::Code::kVirtual || device < entry.architecture.capability()) continue;
      InsertSorted(entry.devices, device);
    }
  }
}

void SettleAll(Settling& settling, bool majors_only) {
  int major = 0;
  arch::Architecture first;
  for (const arch::Architecture& real : settling.means.real) {
    if (real.variant != arch::Variant::kPlain) continue;
    const bool is_first = real.capability().major != major;
    major = real.capability().major;
    if (is_first) first = real;
    if (majors_only && !is_first) continue;
    Add(settling.selection, real, arch::Code::kReal, {real.capability()},
        majors_only ? "the first of its major"
                    : "all that " + settling.means.toolkit_label + " builds");
  }
  if (first.number == 0 || !settling.means.MayBuildPtx(first)) return;
  Add(settling.selection, first, arch::Code::kVirtual, {}, "PTX for GPUs newer than the toolkit");
}

void Minimise(Settling& settling) {
  base::List<Selected>& entries = settling.selection.entries;
  for (std::size_t i = entries.size(); i-- > 0;) {
    if (entries[i].devices.empty()) continue;
    for (std::size_t j = 0; j < entries.size(); ++j) {
      bool all = j != i;
      for (const arch::ComputeCapability& device : entries[i].devices)
        all = all && IsAsWell(settling, entries[i], entries[j], device);
      if (!all) continue;
      entries[j].why += "; serves what " + entries[i].architecture.ToString() + " would";
      for (const arch::ComputeCapability& device : entries[i].devices)
        InsertSorted(entries[j].devices, device);
      entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    }
  }
}

}  // namespace cuda_arch_guard::select
