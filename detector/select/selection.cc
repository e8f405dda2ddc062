#include "select/selection.h"

#include "base/text.h"
#include "knowledge/architectures.h"
#include "knowledge/toolkits.h"
#include "select/reports.h"
#include "select/service.h"

namespace cuda_arch_guard::select {
namespace {

using Devices = std::vector<arch::ComputeCapability>;

// What is carried from step to step.
struct Settling {
  const Request& request;
  const probe::Inventory& inventory;
  Means means;
  Selection selection;
};

template <typename T>
void InsertSorted(std::vector<T>& list, const T& value) {
  std::size_t i = 0;
  while (i < list.size() && list[i] < value) ++i;
  if (i < list.size() && !(value < list[i])) return;
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(i), value);
}

bool Before(const Selected& entry, arch::Architecture architecture, arch::Code code) {
  if (entry.architecture != architecture) return entry.architecture < architecture;
  return entry.code < code;
}

// Adds an entry, or what is new in it to the one that stands there.
void Add(Selection& selection, arch::Architecture architecture, arch::Code code,
         const Devices& devices, const std::string& why) {
  std::vector<Selected>& entries = selection.entries;
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

bool SurelyRuns(const Settling& settling, const Selected& entry, arch::ComputeCapability device) {
  const arch::Answer answer = Covers(settling.means, entry.architecture, entry.code, device);
  return answer.outcome == arch::Outcome::kRuns && answer.sure;
}

// The highest PTX that may be built at or below a number; number 0 if there is none.
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

// As nvcc -arch=all and -arch=all-major: PTX of the first of the newest major.
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

// Serves these devices and reports what cannot be, kind by kind. Returns those that are served.
std::vector<probe::Device> ServeDevices(Settling& settling,
                                        const std::vector<probe::Device>& devices) {
  struct Missed {
    Miss miss;
    std::vector<probe::Device> devices;
  };
  std::vector<Missed> missed;
  std::vector<probe::Device> served;
  for (const probe::Device& device : devices) {
    const Service service = Serve(settling.means, *device.capability);
    if (service.miss != Miss::kNone) {
      // One finding for a kind of miss and a capability.
      std::size_t i = 0;
      while (i < missed.size() && (missed[i].miss != service.miss ||
                                   missed[i].devices[0].capability != device.capability)) {
        ++i;
      }
      if (i == missed.size()) missed.push_back({service.miss, {}});
      missed[i].devices.push_back(device);
      continue;
    }
    served.push_back(device);
    Add(settling.selection, service.architecture, service.code, {*device.capability}, service.why);
  }
  for (const Missed& each : missed) {
    settling.selection.findings.push_back(ReportMiss(settling.means, each.devices, each.miss,
                                                     settling.inventory.driver, !served.empty()));
  }
  return served;
}

// Notes on devices that are served, but not by their own architecture.
void ReportDetours(Settling& settling, const std::vector<probe::Device>& devices) {
  for (const Selected& entry : settling.selection.entries) {
    std::vector<probe::Device> by_jit;
    std::vector<probe::Device> by_older;
    for (const probe::Device& device : devices) {
      bool here = false;
      for (const arch::ComputeCapability& each : entry.devices)
        here = here || each == *device.capability;
      if (!here) continue;
      if (entry.code == arch::Code::kVirtual) {
        by_jit.push_back(device);
      } else if (entry.architecture.capability() != *device.capability &&
                 settling.means.Builds(arch::PlainArchitecture(*device.capability)) &&
                 entry.architecture.variant == arch::Variant::kPlain) {
        by_older.push_back(device);
      }
    }
    if (!by_jit.empty()) {
      settling.selection.findings.push_back(
          ReportJitOnly(settling.means, by_jit, entry.architecture));
    }
    if (!by_older.empty()) {
      settling.selection.findings.push_back(
          ReportServedByOlder(by_older, entry.architecture, settling.request.supported));
    }
  }
}

probe::Device Named(const WishItem& item) {
  probe::Device device;
  device.capability = item.device;
  if (!arch::ParseArchitecture(item.text)) device.name = item.text;
  return device;
}

void SettleArchitecture(Settling& settling, const WishItem& item) {
  const Means& means = settling.means;
  const arch::Architecture architecture = item.architecture;
  if (!means.Builds(architecture)) {
    settling.selection.findings.push_back(ReportNotBuildable(means, item.text, architecture));
    return;
  }
  bool supported = settling.request.supported.empty();
  for (const WishItem& each : settling.request.supported)
    supported = supported || each.architecture == architecture;
  if (!supported) {
    settling.selection.findings.push_back(
        ReportOutsideProject(item.text, settling.request.supported));
  }
  const Devices own = {architecture.capability()};
  if (item.real) Add(settling.selection, architecture, arch::Code::kReal, own, "asked for");
  if (item.ptx)
    Add(settling.selection, architecture, arch::Code::kVirtual, item.real ? Devices{} : own,
        "asked for");
}

void SettleList(Settling& settling, const std::vector<WishItem>& items) {
  std::vector<probe::Device> devices;
  bool ptx_open = false;
  for (const WishItem& item : items) {
    if (!item.is_device) {
      ptx_open = ptx_open || !item.ptx_given;
      SettleArchitecture(settling, item);
      continue;
    }
    if (IsLeftOut(item, settling.request.host)) continue;
    ptx_open = ptx_open || !item.ptx_given;
    devices.push_back(Named(item));
  }
  ReportDetours(settling, ServeDevices(settling, devices));
  for (const WishItem& item : items) {
    if (!item.is_device || !item.ptx) continue;
    const arch::Architecture ptx = HighestPtx(settling.means, item.device.number());
    if (ptx.number != 0) Add(settling.selection, ptx, arch::Code::kVirtual, {}, "asked for");
  }
  if (settling.request.ptx == PtxPolicy::kOn && ptx_open) AddPtxOfHighest(settling);
}

void SettleWish(Settling& settling, const Wish& wish) {
  switch (wish.kind) {
    case WishKind::kAll:
    case WishKind::kAllMajor:
      return SettleAll(settling, wish.kind == WishKind::kAllMajor);
    case WishKind::kList:
      return SettleList(settling, wish.items);
    case WishKind::kNone:
      settling.selection.off = true;
      return;
    case WishKind::kCovering:
    case WishKind::kAuto:
      return SettleCovering(settling);
  }
}

// Is the device as well off with the other entry?
bool IsAsWell(const Settling& settling, const Selected& entry, const Selected& other,
              arch::ComputeCapability device) {
  const arch::Answer answer = Covers(settling.means, other.architecture, other.code, device);
  if (answer.outcome == arch::Outcome::kRuns) return answer.sure;
  return answer.outcome == arch::Outcome::kByJit && entry.code == arch::Code::kVirtual;
}

// An entry falls if each of its devices is as well off with one other entry.
void Minimise(Settling& settling) {
  std::vector<Selected>& entries = settling.selection.entries;
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

std::string EntriesText(const Selection& selection) {
  std::vector<std::string> words;
  for (const Selected& entry : selection.entries)
    words.push_back(entry.architecture.ToString() + "-" + arch::ToString(entry.code));
  return base::Join(words, ";");
}

void CheckAttached(Settling& settling, const std::vector<probe::Device>& attached) {
  std::vector<probe::Device> uncovered;
  Selection missing;
  for (const probe::Device& device : attached) {
    bool covered = false;
    for (const Selected& entry : settling.selection.entries) {
      const arch::Answer answer =
          Covers(settling.means, entry.architecture, entry.code, *device.capability);
      covered = covered || answer.outcome == arch::Outcome::kByJit ||
                (answer.outcome == arch::Outcome::kRuns && answer.sure);
    }
    if (covered) continue;
    uncovered.push_back(device);
    const Service service = Serve(settling.means, *device.capability);
    if (service.miss == Miss::kNone) Add(missing, service.architecture, service.code, {}, "");
  }
  if (uncovered.empty()) return;
  settling.selection.findings.push_back(ReportNotCovered(
      settling.means, uncovered, settling.request.wish.text, EntriesText(missing)));
}

void CheckDriver(Settling& settling) {
  const probe::Inventory& inventory = settling.inventory;
  const base::Version cuda = base::Version::Parse(inventory.driver.cuda).value_or(base::Version());
  base::Version driver;
  // Numbers of Jetson drivers and of those of Windows (WSL) follow other tables.
  if (!inventory.tegra && !inventory.wsl)
    driver = base::Version::Parse(inventory.driver.version).value_or(base::Version());
  if (settling.means.cuda.count == 0 || (cuda.count == 0 && driver.count == 0)) return;
  if (knowledge::DriverRunsCuda(cuda, driver, settling.means.cuda, knowledge::Platform::kLinux) ==
      knowledge::DriverAnswer::kNo) {
    settling.selection.findings.push_back(ReportDriverTooOld(settling.means, inventory));
  }
}

// "86-real for NVIDIA GeForce RTX 3090 (8.6); from the attached GPUs; CUDA 13.0"
void WriteReason(Settling& settling, const std::string& devices, const std::string& source) {
  Selection& selection = settling.selection;
  if (selection.off) {
    selection.reason = "OFF: no architecture flags";
  } else {
    selection.reason = selection.entries.empty() ? "nothing" : EntriesText(selection);
    if (!devices.empty()) selection.reason += " for " + devices;
  }
  selection.reason += "; from " + source + "; " + settling.means.toolkit_label;
}

void SettleAuto(Settling& settling, const std::vector<probe::Device>& known,
                const std::vector<probe::Device>& unknown) {
  const Request& request = settling.request;
  Selection& selection = settling.selection;
  const probe::Inventory& inventory = settling.inventory;
  if (!known.empty()) {
    const std::vector<probe::Device> served = ServeDevices(settling, known);
    ReportDetours(settling, served);
    if (request.ptx == PtxPolicy::kOn) AddPtxOfHighest(settling);
    if (request.minimal) Minimise(settling);
    if (!unknown.empty()) selection.findings.push_back(ReportGpuUnknown(unknown));
    WriteReason(settling, Describe(served),
                inventory.simulated ? "the GPUs that were given" : "the attached GPUs");
    return;
  }
  if (!request.without_gpu_error) SettleWish(settling, request.without_gpu);
  if (request.minimal) Minimise(settling);
  const std::string policy = request.without_gpu_error          ? "error"
                             : request.without_gpu.text.empty() ? "covering"
                                                                : request.without_gpu.text;
  base::Finding finding =
      ReportNoGpu(inventory, policy + ": " + EntriesText(selection), request.without_gpu_error);
  if (!unknown.empty()) {
    base::Finding gpu_unknown = ReportGpuUnknown(unknown);
    gpu_unknown.severity = finding.severity;
    if (!request.without_gpu_error) gpu_unknown.because += "; " + finding.because;
    finding = gpu_unknown;
  }
  selection.findings.insert(selection.findings.begin(), finding);
  const std::string seen = unknown.empty() ? "no GPU here" : "no GPU of known capability here";
  WriteReason(settling, "", "the policy without a GPU (" + policy + "), " + seen);
}

// What detection found wrong matters where the attached GPUs decide.
void TakeOver(Selection& selection, const probe::Inventory& inventory) {
  const std::size_t own = selection.findings.size();
  for (const base::Finding& finding : inventory.findings) {
    bool told = false;
    for (std::size_t i = 0; i < own; ++i) told = told || selection.findings[i].id == finding.id;
    if (!told) selection.findings.push_back(finding);
  }
}

}  // namespace

bool IsLeftOut(const WishItem& item, Host host) {
  return item.of_generation && arch::IsTegra(item.device) && host != Host::kAarch64;
}

Selection Select(const Request& request, const probe::Inventory& inventory,
                 const probe::Toolkit& toolkit) {
  Settling settling{request, inventory, MeansOf(request, inventory, toolkit), {}};
  Selection& selection = settling.selection;
  selection.wish = request.wish.text;
  selection.origin = request.origin;
  std::vector<probe::Device> known;
  std::vector<probe::Device> unknown;
  // GPUs that CUDA_VISIBLE_DEVICES hides count: the build is for the machine.
  for (const probe::Device& device :
       inventory.devices.empty() ? inventory.hidden_devices : inventory.devices)
    (device.capability ? known : unknown).push_back(device);
  if (request.wish.kind == WishKind::kAuto) {
    SettleAuto(settling, known, unknown);
    TakeOver(selection, inventory);
  } else {
    SettleWish(settling, request.wish);
    if (request.minimal) Minimise(settling);
    if (!selection.off && !base::HasError(selection.findings)) CheckAttached(settling, known);
    const std::string source = request.origin.empty() ? "what was asked for" : request.origin;
    WriteReason(settling, "", source);
  }
  if (!selection.off && !(known.empty() && unknown.empty())) CheckDriver(settling);
  return selection;
}

std::vector<arch::ComputeCapability> DevicesMeant(const Selection& selection) {
  Devices devices;
  for (const Selected& entry : selection.entries) {
    for (const arch::ComputeCapability& device : entry.devices) InsertSorted(devices, device);
  }
  return devices;
}

}  // namespace cuda_arch_guard::select
