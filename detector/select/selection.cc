#include "select/selection.h"

#include "base/text.h"
#include "knowledge/toolkits.h"
#include "select/reports.h"
#include "select/settling.h"

namespace cuda_arch_guard::select {
namespace {

// Serves these devices and reports what cannot be, kind by kind. Returns those that are served.
base::List<probe::Device> ServeDevices(Settling& settling,
                                       const base::List<probe::Device>& devices) {
  struct Missed {
    Miss miss;
    base::List<probe::Device> devices;
  };
  base::List<Missed> missed;
  base::List<probe::Device> served;
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
void ReportDetours(Settling& settling, const base::List<probe::Device>& devices) {
  for (const Selected& entry : settling.selection.entries) {
    base::List<probe::Device> by_jit;
    base::List<probe::Device> by_older;
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

void SettleList(Settling& settling, const base::List<WishItem>& items) {
  base::List<probe::Device> devices;
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

std::string EntriesText(const Selection& selection) {
  base::List<std::string> words;
  for (const Selected& entry : selection.entries)
    words.push_back(entry.architecture.ToString() + "-" + arch::ToString(entry.code));
  return base::Join(words, ";");
}

void CheckAttached(Settling& settling, const base::List<probe::Device>& attached) {
  base::List<probe::Device> uncovered;
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

void SettleAuto(Settling& settling, const base::List<probe::Device>& known,
                const base::List<probe::Device>& unknown) {
  const Request& request = settling.request;
  Selection& selection = settling.selection;
  const probe::Inventory& inventory = settling.inventory;
  if (!known.empty()) {
    const base::List<probe::Device> served = ServeDevices(settling, known);
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
  base::List<probe::Device> known;
  base::List<probe::Device> unknown;
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

base::List<arch::ComputeCapability> DevicesMeant(const Selection& selection) {
  Devices devices;
  for (const Selected& entry : selection.entries) {
    for (const arch::ComputeCapability& device : entry.devices) InsertSorted(devices, device);
  }
  return devices;
}

}  // namespace cuda_arch_guard::select
