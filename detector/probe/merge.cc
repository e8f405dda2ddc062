#include "probe/merge.h"

#include "base/text.h"
#include "base/version.h"
#include "knowledge/toolkits.h"

namespace cuda_arch_guard::probe {
namespace {

bool IsSameDevice(const Device& a, const Device& b) {
  if (!a.uuid.empty() && !b.uuid.empty()) return a.uuid == b.uuid;
  return !a.pci_bus_id.empty() && a.pci_bus_id == b.pci_bus_id;
}

bool HasDevice(const base::List<Device>& devices, const Device& wanted) {
  for (const Device& device : devices) {
    if (IsSameDevice(device, wanted)) return true;
  }
  return false;
}

// A GPU that is cut into slices is not itself a device to a program.
base::List<Device> UsableDevices(const base::List<Device>& all) {
  base::List<Device> usable;
  for (const Device& device : all) {
    bool sliced = false;
    for (const Device& other : all)
      sliced = sliced || (!device.uuid.empty() && other.mig_parent == device.uuid);
    if (!sliced) usable.push_back(device);
  }
  return usable;
}

// What the machine has, whatever a process is shown of it. The PCI bus is the last to be asked: in
// a container it shows GPUs that were not given to it.
base::List<Device> MachineDevices(const Inventory& inventory) {
  for (const char* name : {"nvml", "nvidia-smi"}) {
    const SourceReport& report = ReportOf(inventory, name);
    if (report.state == SourceState::kOk && !report.devices.empty()) {
      return UsableDevices(report.devices);
    }
  }
  return ReportOf(inventory, "pci").devices;
}

// Values that hide every GPU, whatever the machine has.
bool HidesAll(const Inventory& inventory) {
  const std::string_view value = base::Trim(inventory.visible_devices);
  return inventory.visible_devices_set &&
         (value.empty() || value == "NoDevFiles" || base::StartsWith(value, "-"));
}

void MergeDevices(Inventory& inventory) {
  const SourceReport& libcuda = ReportOf(inventory, "libcuda");
  const bool none = SeesNoDevice(libcuda);
  if (libcuda.state == SourceState::kOk && !none) {
    inventory.devices = libcuda.devices;
    for (const Device& device : MachineDevices(inventory)) {
      const bool hidden = device.source != "pci" && !HasDevice(inventory.devices, device);
      if (hidden) inventory.hidden_devices.push_back(device);
    }
  } else if (HidesAll(inventory) || (none && inventory.visible_devices_set)) {
    inventory.hidden_devices = MachineDevices(inventory);
  } else {
    inventory.devices = MachineDevices(inventory);
  }
}

void MergeDriver(Inventory& inventory) {
  const SourceReport& libcuda = ReportOf(inventory, "libcuda");
  const SourceReport& nvml = ReportOf(inventory, "nvml");
  const SourceReport& pci = ReportOf(inventory, "pci");
  Driver& driver = inventory.driver;
  driver = pci.driver;
  driver.version = nvml.driver.version;
  if (driver.version.empty()) driver.version = pci.driver.kernel_module;
  if (driver.version.empty()) driver.version = ReportOf(inventory, "nvidia-smi").driver.version;
  // A forward compatibility library that does not work here (804) speaks of its own CUDA, and so
  // does NVML, which asks it.
  const bool compat = libcuda.state == SourceState::kFailed && libcuda.code == 804;
  for (const SourceReport* report : {&libcuda, &nvml}) {
    if (compat || !driver.cuda.empty() || report->driver.cuda.empty()) continue;
    driver.cuda = report->driver.cuda;
    driver.cuda_source = report->name;
  }
  const base::Maybe<base::Version> version = base::Version::Parse(driver.version);
  if (driver.cuda.empty() && version && !inventory.tegra) {
    // In WSL the driver, and its number, is that of Windows.
    const auto cuda = knowledge::CudaOfDriver(
        *version, inventory.wsl ? knowledge::Platform::kWindows : knowledge::Platform::kLinux);
    if (cuda) driver.cuda = cuda->ToString();
    if (cuda) driver.cuda_source = "table";
  }
  if (libcuda.state != SourceState::kStub) driver.libcuda_path = libcuda.library;
}

}  // namespace

bool SeesNoDevice(const SourceReport& libcuda) {
  constexpr int kNoDevice = 100;  // CUDA_ERROR_NO_DEVICE
  return (libcuda.state == SourceState::kOk && libcuda.devices.empty()) ||
         (libcuda.state == SourceState::kFailed && libcuda.code == kNoDevice);
}

const SourceReport& ReportOf(const Inventory& inventory, const char* name) {
  static const SourceReport absent;
  for (const SourceReport& report : inventory.sources) {
    if (report.name == name) return report;
  }
  return absent;
}

Inventory Merge(const base::List<SourceReport>& reports, const char* visible_devices) {
  Inventory inventory;
  inventory.sources = reports;
  inventory.visible_devices_set = visible_devices != nullptr;
  if (visible_devices != nullptr) inventory.visible_devices = visible_devices;
  const SourceReport& pci = ReportOf(inventory, "pci");
  inventory.wsl = pci.wsl;
  inventory.container = pci.container;
  inventory.tegra = pci.tegra;
  MergeDevices(inventory);
  MergeDriver(inventory);
  Judge(inventory);
  return inventory;
}

}  // namespace cuda_arch_guard::probe
