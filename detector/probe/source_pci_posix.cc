// What the kernel itself shows, no driver needed: NVIDIA GPUs on the PCI bus, the NVIDIA kernel
// module, and whether this is WSL, a container or a Jetson.
//
// CUDA_ARCH_GUARD_SYSTEM_ROOT, for tests only, is a folder to be taken for `/`.
#include <dirent.h>
#include <unistd.h>

#include <cstdlib>

#include "base/file.h"
#include "base/text.h"
#include "base/version.h"
#include "knowledge/gpus.h"
#include "probe/source.h"

namespace cuda_arch_guard::probe {
namespace {

std::string PciRoot() {
  const char* root = std::getenv("CUDA_ARCH_GUARD_SYSTEM_ROOT");
  return root != nullptr ? root : "";
}

std::string ReadShort(const std::string& path) { return base::ReadFile(path, 4096).value_or(""); }

bool PathExists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

// "0x10de\n" to a number; 0 if it is none.
unsigned HexNumber(const std::string& text) {
  return static_cast<unsigned>(std::strtoul(text.c_str(), nullptr, 16));
}

std::string KernelDriverOf(const std::string& device_folder) {
  char target[512];
  const ssize_t length = readlink((device_folder + "/driver").c_str(), target, sizeof target);
  if (length <= 0) return "";
  const std::string path(target, static_cast<std::size_t>(length));
  return path.substr(path.rfind('/') + 1);
}

void AddPciDevice(const std::string& folder, const std::string& bus_id, SourceReport& report) {
  constexpr unsigned kNvidia = 0x10de;
  constexpr unsigned kDisplay = 0x0300;     // VGA compatible controller
  constexpr unsigned kGraphics3d = 0x0302;  // 3D controller: data centre GPUs
  if (HexNumber(ReadShort(folder + "/vendor")) != kNvidia) return;
  const unsigned display_class = HexNumber(ReadShort(folder + "/class")) >> 8;
  if (display_class != kDisplay && display_class != kGraphics3d) return;
  const unsigned id = HexNumber(ReadShort(folder + "/device"));
  const knowledge::GpuMatch match = knowledge::FindPciDevice(id);
  char id_text[16];
  std::snprintf(id_text, sizeof id_text, "%04x", id);
  Device device;
  device.source = "pci";
  device.pci_bus_id = NormalPciBusId(bus_id);
  device.name = match.name.empty() ? "NVIDIA GPU 10de:" + std::string(id_text) : match.name;
  if (match.capabilities.size() == 1) device.capability = match.capabilities[0];
  report.devices.push_back(device);
  const std::string kernel_driver = KernelDriverOf(folder);
  if (!kernel_driver.empty() && kernel_driver != "nvidia") {
    report.reason += (report.reason.empty() ? "" : ", ") + device.pci_bus_id +
                     " is bound to the kernel driver " + kernel_driver;
  }
}

void AskPciBus(const std::string& root, SourceReport& report) {
  const std::string folder = root + "/sys/bus/pci/devices";
  DIR* listing = opendir(folder.c_str());
  if (listing == nullptr) {
    report.reason = "there is no " + folder;
    return;
  }
  report.state = SourceState::kOk;
  base::List<std::string> names;
  while (const dirent* entry = readdir(listing)) {
    const std::string name = entry->d_name;
    if (NormalPciBusId(name).empty()) continue;
    std::size_t at = names.size();
    while (at > 0 && name < names[at - 1]) --at;
    names.insert(names.begin() + static_cast<std::ptrdiff_t>(at), name);
  }
  closedir(listing);
  for (const std::string& name : names) AddPciDevice(folder + "/" + name, name, report);
  for (std::size_t i = 0; i < report.devices.size(); ++i) {
    report.devices[i].index = static_cast<int>(i);
  }
}

// "NVRM version: NVIDIA UNIX x86_64 Kernel Module  570.86.15  Thu …" or
// "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.86.15  Release Build …"
void AskKernelModule(const std::string& root, Driver& driver) {
  const std::string text = ReadShort(root + "/proc/driver/nvidia/version");
  const base::List<std::string> lines = base::Lines(text);
  if (lines.empty() || !base::StartsWith(lines[0], "NVRM version:")) return;
  driver.open_kernel_module = base::Contains(lines[0], "Open Kernel Module");
  for (const std::string& word : base::SplitAny(lines[0], " \t")) {
    const base::Maybe<base::Version> version = base::Version::Parse(word);
    if (!version || version->count < 2) continue;
    driver.kernel_module = word;
    return;
  }
}

void AskSurroundings(const std::string& root, SourceReport& report) {
  report.wsl = PathExists(root + "/dev/dxg") ||
               base::Contains(base::ToLower(ReadShort(root + "/proc/version")), "microsoft");
  const std::string cgroup = ReadShort(root + "/proc/1/cgroup");
  report.container = PathExists(root + "/.dockerenv") || PathExists(root + "/run/.containerenv") ||
                     PathExists(root + "/.singularity.d") || base::Contains(cgroup, "docker") ||
                     base::Contains(cgroup, "kubepods") || base::Contains(cgroup, "/lxc");
  const std::string board = ReadShort(root + "/proc/device-tree/compatible");
  report.tegra =
      PathExists(root + "/etc/nv_tegra_release") || base::Contains(board, "nvidia,tegra");
}

}  // namespace

SourceReport AskPci() {
  SourceReport report;
  report.name = "pci";
  const std::string root = PciRoot();
  AskPciBus(root, report);
  AskKernelModule(root, report.driver);
  AskSurroundings(root, report);
  return report;
}

}  // namespace cuda_arch_guard::probe
