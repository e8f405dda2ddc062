// What is wrong with a machine, as far as its sources show it. One function a question; none of
// them is an error for a build: what to build for can always be given.
#include "base/text.h"
#include "probe/merge.h"

namespace cuda_arch_guard::probe {
namespace {

using base::Finding;
using base::Severity;

constexpr const char* kGiveDevices =
    "-DCudaArchGuard_GPUS=<compute capabilities, as 8.6;8.9>   (to say which GPUs are meant)";

std::string NamesOf(const std::vector<Device>& devices) {
  std::string names;
  for (const Device& device : devices) {
    if (!names.empty()) names += ", ";
    names += device.name.empty() ? "a GPU without a name" : device.name;
    names += device.capability ? " (" + device.capability->ToString() + ")" : "";
  }
  return names;
}

std::string TakenInstead(const Inventory& inventory) {
  if (inventory.devices.empty()) return "";
  return "; taken instead: " + NamesOf(inventory.devices) + ", as " + inventory.devices[0].source +
         " shows them";
}

bool IsMismatch(const Inventory& inventory) {
  return (ReportOf(inventory, "libcuda").state == SourceState::kFailed &&
          ReportOf(inventory, "libcuda").code == 803) ||
         (ReportOf(inventory, "nvml").state == SourceState::kFailed &&
          ReportOf(inventory, "nvml").code == 18);
}

bool IsNoDevice(const SourceReport& libcuda) {
  return (libcuda.state == SourceState::kOk && libcuda.devices.empty()) ||
         (libcuda.state == SourceState::kFailed && libcuda.code == 100);
}

void JudgeHidden(Inventory& inventory) {
  if (inventory.hidden_devices.empty() || !inventory.devices.empty()) return;
  Finding finding;
  finding.id = "gpus-hidden";
  finding.severity = Severity::kWarning;
  finding.wrong = "CUDA_VISIBLE_DEVICES hides every GPU of this machine.";
  finding.found = "CUDA_VISIBLE_DEVICES=\"" + base::Printable(inventory.visible_devices) +
                  "\"; the machine has " + NamesOf(inventory.hidden_devices);
  finding.because =
      "a build is for the machine, so these GPUs are taken; a program started with "
      "this setting will see none of them";
  finding.todo = {"unset CUDA_VISIBLE_DEVICES", kGiveDevices};
  inventory.findings.push_back(finding);
}

void JudgeMismatch(Inventory& inventory) {
  if (!IsMismatch(inventory)) return;
  const std::string& kernel_module = inventory.driver.kernel_module;
  Finding finding;
  finding.id = "kernel-module-mismatch";
  finding.severity = Severity::kWarning;
  finding.wrong =
      "The NVIDIA libraries and the loaded kernel module are of different versions: "
      "no CUDA program can run until they agree.";
  finding.found = "libcuda: " + ReportOf(inventory, "libcuda").reason +
                  "; NVML: " + ReportOf(inventory, "nvml").reason + "; kernel module: " +
                  (kernel_module.empty() ? "version unknown" : kernel_module) +
                  TakenInstead(inventory);
  finding.because =
      "libraries and module must come from one driver version; after an update of the "
      "driver the old module stays loaded until it is replaced";
  finding.todo = {"sudo reboot",
                  "or, with no process on the GPU: sudo rmmod nvidia_uvm nvidia_drm "
                  "nvidia_modeset nvidia && sudo modprobe nvidia"};
  if (inventory.container) {
    finding.todo.insert(finding.todo.begin(),
                        "in a container: remove the image's own libcuda and libnvidia-ml packages; "
                        "the NVIDIA container toolkit mounts those of the host");
  }
  inventory.findings.push_back(finding);
}

void JudgeStub(Inventory& inventory) {
  const SourceReport& libcuda = ReportOf(inventory, "libcuda");
  if (libcuda.state != SourceState::kStub) return;
  Finding finding;
  finding.id = "driver-stub";
  finding.severity = Severity::kWarning;
  finding.wrong = "The libcuda.so.1 that programs load here is a stub for linking, not a driver.";
  finding.found = (libcuda.library.empty() ? "" : libcuda.library + ": ") + libcuda.reason +
                  TakenInstead(inventory);
  finding.because =
      "the toolkit's stubs folder is for the linker; at run time the driver's own "
      "libcuda.so.1 must be found first";
  finding.todo = {"take the stubs folder out of LD_LIBRARY_PATH and of /etc/ld.so.conf.d",
                  kGiveDevices};
  inventory.findings.push_back(finding);
}

void JudgeCompatLibrary(Inventory& inventory) {
  const SourceReport& libcuda = ReportOf(inventory, "libcuda");
  if (libcuda.state != SourceState::kFailed || libcuda.code != 804) return;
  Finding finding;
  finding.id = "compat-library-unsupported";
  finding.severity = Severity::kWarning;
  finding.wrong =
      "A forward compatibility libcuda is loaded that this GPU does not support: no "
      "CUDA program can run with it.";
  finding.found = (libcuda.library.empty() ? "" : libcuda.library + ": ") + libcuda.reason +
                  TakenInstead(inventory);
  finding.because =
      "the cuda-compat package works on data centre GPUs alone; the driver's own "
      "libcuda.so.1 must be found first";
  finding.todo = {
      "take the compat folder out of LD_LIBRARY_PATH and of /etc/ld.so.conf.d, or "
      "remove the package cuda-compat-*",
      "or update the driver itself"};
  inventory.findings.push_back(finding);
}

void JudgeIncomplete(Inventory& inventory) {
  for (const char* name : {"libcuda", "nvml"}) {
    const SourceReport& report = ReportOf(inventory, name);
    if (report.state != SourceState::kIncomplete) continue;
    Finding finding;
    finding.id = "driver-incomplete";
    finding.severity = Severity::kWarning;
    finding.wrong = "The driver's " + report.name + " lacks functions that every CUDA driver has.";
    finding.found = (report.library.empty() ? "" : report.library + ": ") + report.reason +
                    TakenInstead(inventory);
    finding.because =
        "it is not the library of an NVIDIA driver, or of one older than any CUDA "
        "that is known here";
    finding.todo = {"install the NVIDIA driver again, or take that folder out of LD_LIBRARY_PATH",
                    kGiveDevices};
    inventory.findings.push_back(finding);
  }
}

// Every other error code.
void JudgeFailed(Inventory& inventory) {
  const SourceReport& libcuda = ReportOf(inventory, "libcuda");
  if (libcuda.state != SourceState::kFailed && !IsNoDevice(libcuda)) return;
  const bool told = libcuda.code == 804 || IsMismatch(inventory);
  if (told || (IsNoDevice(libcuda) && inventory.devices.empty())) return;
  Finding finding;
  finding.id = "driver-failed";
  finding.severity = Severity::kWarning;
  finding.wrong = "The NVIDIA driver is installed but CUDA programs cannot use it.";
  const std::string& nvml = ReportOf(inventory, "nvml").reason;
  finding.found =
      libcuda.reason + (nvml.empty() ? "" : "; NVML: " + nvml) + TakenInstead(inventory);
  finding.because =
      "cuInit must succeed before any CUDA program can run; building is possible all "
      "the same";
  finding.todo = {"nvidia-smi", "sudo dmesg | grep -i -e nvrm -e nvidia"};
  if (inventory.container) {
    finding.todo.insert(finding.todo.begin(), "in a container: start it with --gpus all");
  }
  if (libcuda.code == 802) {
    finding.todo.insert(finding.todo.begin(), "sudo systemctl start nvidia-fabricmanager");
  }
  inventory.findings.push_back(finding);
}

// GPUs, but no libcuda: which of the two missing things is it?
void JudgeMissing(Inventory& inventory) {
  const SourceReport& libcuda = ReportOf(inventory, "libcuda");
  if (libcuda.state != SourceState::kAbsent || inventory.devices.empty()) return;
  const bool module_loaded = inventory.driver.known();
  const std::string& notes = ReportOf(inventory, "pci").reason;
  Finding finding;
  finding.id = module_loaded ? "libcuda-missing" : "driver-missing";
  finding.severity = Severity::kWarning;
  finding.wrong = module_loaded ? "The NVIDIA driver is there, but its library libcuda.so.1 is not."
                                : "There is an NVIDIA GPU, but no NVIDIA driver.";
  finding.found = NamesOf(inventory.devices) + ", as " + inventory.devices[0].source +
                  " shows them; libcuda: " + libcuda.reason + (notes.empty() ? "" : "; " + notes);
  finding.because =
      "the build is for these GPUs, but no CUDA program can run here without the "
      "driver's libcuda.so.1";
  if (inventory.container) {
    finding.todo = {"start the container with --gpus all",
                    "and NVIDIA_DRIVER_CAPABILITIES=compute,utility in its environment"};
  } else if (inventory.wsl) {
    finding.todo = {"install the NVIDIA driver on the Windows side, none inside WSL",
                    "wsl --update"};
  } else if (module_loaded) {
    finding.todo = {
        "install the driver's libcuda1 (Debian), libnvidia-compute (Ubuntu) or "
        "nvidia-driver-cuda-libs (Fedora, RHEL) package of the same version"};
  } else {
    finding.todo = {"install the NVIDIA driver: https://www.nvidia.com/drivers"};
  }
  inventory.findings.push_back(finding);
}

// A source that was asked and neither answered nor failed in order.
void JudgeSilence(Inventory& inventory) {
  for (const char* name : {"libcuda", "nvml", "nvidia-smi", "pci"}) {
    const SourceReport& report = ReportOf(inventory, name);
    const bool timed_out = report.state == SourceState::kTimedOut;
    const bool crashed = report.state == SourceState::kCrashed;
    if (!timed_out && !crashed && report.state != SourceState::kMalformed) continue;
    Finding finding;
    finding.id = timed_out ? "detection-timed-out"
                 : crashed ? "source-crashed"
                           : "source-malformed";
    finding.severity = Severity::kWarning;
    finding.wrong = timed_out ? "Asking " + report.name + " for GPUs took too long."
                    : crashed ? "Asking " + report.name + " for GPUs crashed."
                              : "What " + report.name + " says of the GPUs makes no sense.";
    finding.found = report.reason + (inventory.devices.empty()
                                         ? "; no other source shows a GPU, so it is not known "
                                           "whether there is one"
                                         : TakenInstead(inventory));
    finding.because = timed_out ? "a driver in good order answers within seconds"
                                : "a driver in good order answers; nothing of this answer was used";
    finding.todo = {"nvidia-smi", "sudo dmesg | grep -i -e nvrm -e nvidia", kGiveDevices};
    if (timed_out) finding.todo.push_back("-DCudaArchGuard_TIMEOUT=<seconds>");
    inventory.findings.push_back(finding);
  }
}

void JudgeDisagreement(Inventory& inventory) {
  const SourceReport& libcuda = ReportOf(inventory, "libcuda");
  const SourceReport& nvml = ReportOf(inventory, "nvml");
  for (const Device& device : libcuda.devices) {
    for (const Device& other : nvml.devices) {
      const bool same = !device.uuid.empty() && device.uuid == other.uuid;
      if (!same || !device.capability || !other.capability) continue;
      if (*device.capability == *other.capability) continue;
      Finding finding;
      finding.id = "sources-disagree";
      finding.severity = Severity::kWarning;
      finding.wrong = "libcuda and NVML give one GPU two compute capabilities.";
      finding.found = device.name + ": " + device.capability->ToString() + " from libcuda, " +
                      other.capability->ToString() + " from NVML";
      finding.because = "libcuda's is taken: it is the one that loads code";
      finding.todo = {kGiveDevices};
      inventory.findings.push_back(finding);
    }
  }
}

void JudgeUnknownGpus(Inventory& inventory) {
  const bool hidden = inventory.devices.empty();
  for (const Device& device : hidden ? inventory.hidden_devices : inventory.devices) {
    if (device.capability) continue;
    Finding finding;
    finding.id = "gpu-unknown";
    finding.severity = Severity::kWarning;
    finding.wrong = "The compute capability of a GPU is not known.";
    finding.found = (device.name.empty() ? "a GPU without a name" : device.name) + ", seen by " +
                    device.source + (device.pci_bus_id.empty() ? "" : " at " + device.pci_bus_id);
    finding.because =
        "the driver did not tell it and the name stands for no single chip in the "
        "table; nothing is built for this GPU by guess";
    finding.todo = {"nvidia-smi --query-gpu=name,compute_cap --format=csv", kGiveDevices};
    inventory.findings.push_back(finding);
  }
}

}  // namespace

void Judge(Inventory& inventory) {
  JudgeHidden(inventory);
  JudgeMismatch(inventory);
  JudgeStub(inventory);
  JudgeCompatLibrary(inventory);
  JudgeIncomplete(inventory);
  JudgeFailed(inventory);
  JudgeMissing(inventory);
  JudgeSilence(inventory);
  JudgeDisagreement(inventory);
  JudgeUnknownGpus(inventory);
}

}  // namespace cuda_arch_guard::probe
