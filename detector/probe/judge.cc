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
constexpr const char* kSeeLog = "sudo dmesg | grep -i -e nvrm -e nvidia";

void Warn(Inventory& inventory, const char* id, const char* wrong, const std::string& found,
          const char* because, const base::List<const char*>& todo) {
  Finding finding;
  finding.id = id;
  finding.severity = Severity::kWarning;
  finding.wrong = wrong;
  finding.found = found;
  finding.because = because;
  for (const char* line : todo) finding.todo.push_back(line);
  inventory.findings.push_back(finding);
}

std::string NamesOf(const base::List<Device>& devices) {
  std::string names;
  for (const Device& device : devices) {
    if (!names.empty()) names += ", ";
    names += device.name.empty() ? "a GPU without a name" : device.name;
    if (device.capability) names += " (" + device.capability->ToString() + ")";
  }
  return names;
}

std::string ShownBy(const Inventory& inventory) {
  return NamesOf(inventory.devices) + ", as " + inventory.devices[0].source + " shows " +
         (inventory.devices.size() == 1 ? "it" : "them");
}

std::string TakenInstead(const Inventory& inventory) {
  if (!inventory.devices.empty()) return "; taken instead: " + ShownBy(inventory);
  if (!inventory.hidden_devices.empty()) return "";  // [gpus-hidden] names them
  return "; no other source shows a GPU, so it is not known whether there is one";
}

// "/usr/lib/libcuda.so.1: " and why.
std::string LibraryAndReason(const SourceReport& report) {
  return report.library.empty() ? report.reason : report.library + ": " + report.reason;
}

bool HasCode(const Inventory& inventory, const char* source, int code) {
  const SourceReport& report = ReportOf(inventory, source);
  return report.state == SourceState::kFailed && report.code == code;
}

bool IsMismatch(const Inventory& inventory) {
  return HasCode(inventory, "libcuda", 803) || HasCode(inventory, "nvml", 18);
}

void JudgeHidden(Inventory& inventory) {
  if (inventory.hidden_devices.empty() || !inventory.devices.empty()) return;
  Warn(inventory, "gpus-hidden", "CUDA_VISIBLE_DEVICES hides every GPU of this machine.",
       "CUDA_VISIBLE_DEVICES=\"" + base::Printable(inventory.visible_devices) +
           "\"; the machine has " + NamesOf(inventory.hidden_devices) + ", as " +
           inventory.hidden_devices[0].source + " shows",
       "a build is for the machine, so these GPUs are taken; a program started with this setting "
       "will see none of them",
       {"unset CUDA_VISIBLE_DEVICES", kGiveDevices});
}

void JudgeMismatch(Inventory& inventory) {
  if (!IsMismatch(inventory)) return;
  const std::string& kernel_module = inventory.driver.kernel_module;
  const char* in_container =
      "remove the image's own libcuda and libnvidia-ml packages: the NVIDIA container toolkit "
      "mounts those of the host";
  Warn(inventory, "kernel-module-mismatch",
       "The NVIDIA libraries and the loaded kernel module are of different versions: no CUDA "
       "program can run until they agree.",
       "libcuda: " + ReportOf(inventory, "libcuda").reason +
           "; NVML: " + ReportOf(inventory, "nvml").reason + "; kernel module: " +
           (kernel_module.empty() ? "version unknown" : kernel_module) + TakenInstead(inventory),
       "libraries and module must come from one driver version; after an update of the driver the "
       "old module stays loaded until it is replaced",
       inventory.container
           ? base::List<const char*>{in_container}
           : base::List<const char*>{"sudo reboot",
                                     "or, with no process on the GPU: sudo rmmod nvidia_uvm "
                                     "nvidia_drm nvidia_modeset nvidia && sudo modprobe nvidia"});
}

void JudgeStub(Inventory& inventory) {
  const SourceReport& libcuda = ReportOf(inventory, "libcuda");
  if (libcuda.state != SourceState::kStub) return;
  Warn(inventory, "driver-stub",
       "The libcuda.so.1 that programs load here is a stub for linking, not a driver.",
       LibraryAndReason(libcuda) + TakenInstead(inventory),
       "the toolkit's stubs folder is for the linker; at run time the driver's own libcuda.so.1 "
       "must be found first",
       {"take the stubs folder out of LD_LIBRARY_PATH and of /etc/ld.so.conf.d", kGiveDevices});
}

void JudgeCompatLibrary(Inventory& inventory) {
  if (!HasCode(inventory, "libcuda", 804)) return;
  Warn(
      inventory, "compat-library-unsupported",
      "A forward compatibility libcuda is loaded that this GPU does not support: no CUDA program "
      "can run with it.",
      LibraryAndReason(ReportOf(inventory, "libcuda")) + TakenInstead(inventory),
      "the cuda-compat package works on data centre GPUs alone; the driver's own libcuda.so.1 must "
      "be found first",
      {"take the compat folder out of LD_LIBRARY_PATH and of /etc/ld.so.conf.d, or remove the "
       "package cuda-compat-*",
       "or update the driver itself"});
}

void JudgeIncomplete(Inventory& inventory) {
  for (const char* name : {"libcuda", "nvml"}) {
    const SourceReport& report = ReportOf(inventory, name);
    if (report.state != SourceState::kIncomplete) continue;
    Warn(inventory, "driver-incomplete", "A library of the driver lacks functions it must have.",
         report.name + ": " + LibraryAndReason(report) + TakenInstead(inventory),
         "it is not the library of an NVIDIA driver, or of one older than any CUDA that is known "
         "here",
         {"install the NVIDIA driver again, or take that folder out of LD_LIBRARY_PATH",
          kGiveDevices});
  }
}

// Every other error code, and a library that is there but cannot be loaded.
void JudgeFailed(Inventory& inventory) {
  const SourceReport& libcuda = ReportOf(inventory, "libcuda");
  const bool no_device = SeesNoDevice(libcuda);
  if (libcuda.state != SourceState::kFailed && !no_device) return;
  if (libcuda.code == 804 || IsMismatch(inventory)) return;
  if (no_device && inventory.devices.empty()) return;
  const std::string& nvml = ReportOf(inventory, "nvml").reason;
  base::List<const char*> todo = {"nvidia-smi", kSeeLog};
  if (inventory.container) todo = {"start the container with --gpus all", "nvidia-smi"};
  if (libcuda.code == 802) todo = {"sudo systemctl start nvidia-fabricmanager", "nvidia-smi"};
  Warn(inventory, "driver-failed",
       "The NVIDIA driver is installed but CUDA programs cannot use it.",
       libcuda.reason + (nvml.empty() ? "" : "; NVML: " + nvml) + TakenInstead(inventory),
       "cuInit must succeed before any CUDA program can run; building is possible all the same",
       todo);
}

// GPUs, but no libcuda: which of the two missing things is it?
void JudgeMissing(Inventory& inventory) {
  const SourceReport& libcuda = ReportOf(inventory, "libcuda");
  if (libcuda.state != SourceState::kAbsent || inventory.devices.empty()) return;
  const bool driver_there = inventory.driver.known();
  const std::string& notes = ReportOf(inventory, "pci").reason;
  base::List<const char*> todo;
  if (inventory.container) {
    todo = {"start the container with --gpus all",
            "and with NVIDIA_DRIVER_CAPABILITIES=compute,utility in its environment"};
  } else if (inventory.wsl) {
    todo = {"install the NVIDIA driver on the Windows side, none inside WSL", "wsl --update"};
  } else if (driver_there) {
    todo = {
        "install the package of the same version with the driver's CUDA library: libcuda1 "
        "(Debian), libnvidia-compute (Ubuntu), nvidia-driver-cuda-libs (Fedora, RHEL)"};
  } else {
    todo = {"install the NVIDIA driver: https://www.nvidia.com/drivers"};
  }
  Warn(inventory, driver_there ? "libcuda-missing" : "driver-missing",
       driver_there ? "The NVIDIA driver is there, but its library libcuda.so.1 is not."
                    : "There is an NVIDIA GPU, but no NVIDIA driver.",
       ShownBy(inventory) + "; libcuda: " + libcuda.reason + (notes.empty() ? "" : "; " + notes),
       "the build is for these GPUs, but no CUDA program can run here without the driver's "
       "libcuda.so.1",
       todo);
}

// The sources in that state, each with its reason; empty if there are none.
std::string SourcesIn(const Inventory& inventory, SourceState state) {
  std::string text;
  for (const SourceReport& report : inventory.sources) {
    if (report.state != state) continue;
    text += (text.empty() ? "" : "; ") + report.name + ": " + report.reason;
  }
  return text;
}

// Sources that were asked and neither answered nor failed in order.
void JudgeSilence(Inventory& inventory) {
  struct Row {
    SourceState state;
    const char* id;
    const char* wrong;
    const char* because;
  };
  constexpr Row kRows[] = {
      {SourceState::kTimedOut, "detection-timed-out", "Asking the driver for GPUs took too long.",
       "a driver in good order answers within seconds"},
      {SourceState::kCrashed, "source-crashed", "Asking the driver for GPUs crashed.",
       "a driver in good order answers; nothing of this was used"},
      {SourceState::kMalformed, "source-malformed",
       "What the driver says of its GPUs makes no sense.",
       "a driver in good order answers; nothing of this was used"},
  };
  for (const Row& row : kRows) {
    const std::string found = SourcesIn(inventory, row.state);
    if (found.empty()) continue;
    // libcuda's own answer stands, whoever else is silent.
    const bool told = ReportOf(inventory, "libcuda").state == SourceState::kOk;
    Warn(inventory, row.id, row.wrong, found + (told ? "" : TakenInstead(inventory)), row.because,
         {"nvidia-smi", kSeeLog, kGiveDevices});
    Finding& finding = inventory.findings.back();
    if (told) finding.severity = Severity::kNote;
    if (row.state == SourceState::kTimedOut) {
      finding.todo.push_back("-DCudaArchGuard_TIMEOUT=<seconds>");
    }
  }
}

void JudgeDisagreement(Inventory& inventory) {
  for (const Device& device : ReportOf(inventory, "libcuda").devices) {
    for (const Device& other : ReportOf(inventory, "nvml").devices) {
      const bool same = !device.uuid.empty() && device.uuid == other.uuid;
      if (!same || !device.capability || !other.capability) continue;
      if (*device.capability == *other.capability) continue;
      Warn(inventory, "sources-disagree", "libcuda and NVML give one GPU two compute capabilities.",
           device.name + ": " + device.capability->ToString() + " from libcuda, " +
               other.capability->ToString() + " from NVML",
           "libcuda's is taken: it is the one that loads code", {kGiveDevices});
    }
  }
}

void JudgeUnknownGpus(Inventory& inventory) {
  const bool hidden = inventory.devices.empty();
  for (const Device& device : hidden ? inventory.hidden_devices : inventory.devices) {
    if (device.capability) continue;
    Warn(inventory, "gpu-unknown", "The compute capability of a GPU is not known.",
         NamesOf({device}) + ", seen by " + device.source +
             (device.pci_bus_id.empty() ? "" : " at " + device.pci_bus_id),
         "the driver did not tell it and the name stands for no single chip in the table; nothing "
         "is built for this GPU by guess",
         {"nvidia-smi --query-gpu=name,compute_cap --format=csv", kGiveDevices});
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
