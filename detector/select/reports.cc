#include "select/reports.h"

#include "base/text.h"
#include "knowledge/architectures.h"
#include "knowledge/toolkits.h"

namespace cuda_arch_guard::select {
namespace {

std::string Capability(const probe::Device& device) {
  return device.capability ? device.capability->ToString() : "compute capability unknown";
}

// "CUDA 12.8 or newer", "CUDA 11.8 to 12.9"; empty if nothing is known.
std::string ToolkitsThatBuild(const base::Version& first, const base::Version& last) {
  if (first.count == 0) return "";
  if (last.count == 0) return "CUDA " + first.ToString() + " or newer";
  return "CUDA " + first.ToString() + " to " + last.ToString();
}

std::string ToolkitsFor(arch::Architecture architecture) {
  const knowledge::ArchitectureRow* row = knowledge::FindArchitecture(architecture.capability());
  if (row == nullptr) return "";
  base::Version first = row->first_toolkit;
  if (architecture.variant == arch::Variant::kFamily) first = row->family_since;
  if (architecture.variant == arch::Variant::kSpecific) first = row->specific_since;
  return ToolkitsThatBuild(first, row->last_toolkit);
}

std::string UseToolkit(const std::string& toolkits) {
  return "with " + toolkits + ": -DCMAKE_CUDA_COMPILER=<its folder>/bin/nvcc";
}

std::string Numbers(const base::List<arch::Architecture>& architectures) {
  std::string text;
  for (const arch::Architecture& each : architectures) {
    if (each.variant != arch::Variant::kPlain) continue;
    text += (text.empty() ? "" : " ") + each.ToString();
  }
  return text;
}

std::string Words(const base::List<WishItem>& items) {
  base::List<std::string> words;
  for (const WishItem& item : items) words.push_back(item.text);
  return base::Join(words, ";");
}

std::string DriverText(const probe::Driver& driver) {
  std::string text = driver.version.empty() ? "a driver" : "driver " + driver.version;
  if (!driver.cuda.empty()) text += " (CUDA " + driver.cuda + ")";
  return text;
}

// The toolkits whose cubins the driver runs: a whole major by minor-version compatibility.
std::string ToolkitsOfDriver(const probe::Driver& driver) {
  constexpr int kFirstCompatibleMajor = 11;
  base::Maybe<base::Version> cuda = base::Version::Parse(driver.cuda);
  const base::Maybe<base::Version> number = base::Version::Parse(driver.version);
  if (!cuda && number) cuda = knowledge::CudaOfDriver(*number, knowledge::Platform::kLinux);
  if (!cuda) return "";
  if (cuda->major() < kFirstCompatibleMajor) return "CUDA " + cuda->ToString() + " or older";
  return "CUDA " + std::to_string(cuda->major()) + " or older";
}

const char* SetGpus() {
  return "describe the GPUs that it will run on: -DCudaArchGuard_GPUS=\"8.6;8.9\"";
}

}  // namespace

std::string Describe(const base::List<probe::Device>& devices) {
  base::List<std::string> names;
  for (const probe::Device& device : devices) {
    const std::string name = base::Printable(device.name);
    names.push_back(name.empty() ? Capability(device) : name + " (" + Capability(device) + ")");
  }
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::size_t before = 0;
    while (names[before] != names[i]) ++before;
    if (before < i) continue;
    int count = 0;
    for (const std::string& other : names) count += other == names[i] ? 1 : 0;
    if (!text.empty()) text += ", ";
    if (count > 1) text += std::to_string(count) + " x ";
    text += names[i];
  }
  return text;
}

base::Finding ReportMiss(const Means& means, const base::List<probe::Device>& devices, Miss miss,
                         const probe::Driver& driver, bool some_are_served) {
  base::Finding finding;
  finding.severity = some_are_served ? base::Severity::kWarning : base::Severity::kError;
  finding.found = Describe(devices) + "; " + means.toolkit_label;
  const arch::Architecture own = arch::PlainArchitecture(*devices[0].capability);
  const std::string toolkits = ToolkitsFor(own);
  switch (miss) {
    case Miss::kPtxForbidden:
      finding.id = "ptx-off";
      finding.wrong = "Only PTX can serve this GPU with this toolkit, and PTX is switched off.";
      finding.because = toolkits.empty() ? "PTX, or a toolkit that builds " + own.ToString()
                                         : "PTX, or " + toolkits + " for " + own.ToString();
      finding.todo.push_back("-DCudaArchGuard_PTX=auto");
      break;
    case Miss::kPtxTooNew:
      finding.id = "ptx-newer-than-driver";
      finding.wrong = "This driver cannot compile the PTX that this toolkit writes.";
      finding.found += "; " + DriverText(driver);
      finding.because = "PTX is taken by drivers at least as new as the toolkit (error 222); " +
                        means.toolkit_label + " has no cubin for this GPU";
      if (const knowledge::ToolkitRow* row = knowledge::FindToolkit(means.cuda)) {
        finding.todo.push_back(std::string("update the driver to ") + row->linux_driver +
                               " or newer");
      }
      break;
    case Miss::kUnsupported:
      finding.id = "unsupported-by-project";
      finding.wrong = "The project builds nothing that runs on this GPU.";
      finding.because =
          "an architecture in CudaArchGuard_SUPPORTED that runs on " + own.capability().ToString();
      finding.todo.push_back("if the sources compile for it, add " + own.ToString() +
                             " to CudaArchGuard_SUPPORTED");
      return finding;
    case Miss::kTooOld:
      finding.id = "toolkit-dropped-gpu";
      finding.wrong = means.toolkit_label + " no longer compiles for this GPU.";
      finding.found += " builds " + Numbers(means.toolkit);
      finding.because = toolkits.empty() ? "an older toolkit" : toolkits;
      break;
    case Miss::kTooNew:
    case Miss::kNone:
      finding.id = "toolkit-too-old-for-gpu";
      finding.wrong = means.toolkit_label + " cannot compile for this GPU.";
      finding.found += " builds " + Numbers(means.toolkit);
      finding.because = toolkits.empty() ? "a newer toolkit than any this version knows" : toolkits;
      break;
  }
  if (!toolkits.empty()) finding.todo.push_back(UseToolkit(toolkits));
  if (finding.todo.empty()) finding.todo.push_back(SetGpus());
  return finding;
}

base::Finding ReportJitOnly(const Means& means, const base::List<probe::Device>& devices,
                            arch::Architecture ptx) {
  base::Finding finding;
  finding.id = "jit-only";
  finding.severity = base::Severity::kNote;
  finding.wrong = "The driver will compile for this GPU at first load (JIT).";
  finding.found =
      Describe(devices) + "; " + means.toolkit_label + "; PTX of compute_" + ptx.ToString();
  const arch::Architecture own = arch::PlainArchitecture(*devices[0].capability);
  const std::string toolkits = ToolkitsFor(own);
  if (means.Builds(own)) {
    finding.because = "the project builds no code that runs on " + own.capability().ToString();
    finding.todo.push_back("if the sources compile for it, add " + own.ToString() +
                           " to CudaArchGuard_SUPPORTED");
    return finding;
  }
  finding.because = toolkits.empty() ? "no toolkit that this version knows builds " + own.ToString()
                                     : toolkits + " builds " + own.ToString() + " itself";
  if (!toolkits.empty()) finding.todo.push_back(UseToolkit(toolkits));
  return finding;
}

base::Finding ReportServedByOlder(const base::List<probe::Device>& devices, arch::Architecture real,
                                  const base::List<WishItem>& supported) {
  base::Finding finding;
  finding.id = "unsupported-by-project";
  finding.severity = base::Severity::kNote;
  finding.wrong = "The GPU's own architecture is left out: the project does not build it.";
  finding.found = Describe(devices) + "; CudaArchGuard_SUPPORTED is " + Words(supported);
  finding.because = "code for " + real.ToString() + " serves it";
  return finding;
}

base::Finding ReportNotBuildable(const Means& means, const std::string& text,
                                 arch::Architecture architecture) {
  base::Finding finding;
  finding.id = "not-buildable";
  finding.wrong = means.toolkit_label + " cannot build an architecture that was asked for.";
  finding.found = "'" + base::Printable(text) + "'; " + means.toolkit_label + " builds";
  for (const arch::Architecture& each : means.toolkit) finding.found += " " + each.ToString();
  const std::string toolkits = ToolkitsFor(architecture);
  if (!toolkits.empty()) {
    finding.because = toolkits + " for " + architecture.ToString();
    finding.todo.push_back(UseToolkit(toolkits));
  } else {
    finding.because = "no toolkit is known that builds " + architecture.ToString();
  }
  finding.todo.push_back("or leave it out of the list");
  return finding;
}

base::Finding ReportNotCovered(const Means& means, const base::List<probe::Device>& devices,
                               const std::string& list, const std::string& missing) {
  base::Finding finding;
  finding.id = "not-covered";
  finding.severity = base::Severity::kWarning;
  finding.wrong = "What was asked for will not run on a GPU of this machine.";
  finding.found = Describe(devices) + "; asked for: " + base::Printable(list);
  if (missing.empty()) {
    finding.because = "another toolkit: " + means.toolkit_label + " has nothing for this GPU";
    const std::string toolkits = ToolkitsFor(arch::PlainArchitecture(*devices[0].capability));
    if (!toolkits.empty()) finding.todo.push_back(UseToolkit(toolkits));
  } else {
    finding.because = "code that this GPU takes: " + missing;
    finding.todo = {"add " + missing + " to the list",
                    "or give no list: then the attached GPUs are taken"};
  }
  return finding;
}

base::Finding ReportOutsideProject(const std::string& text, const base::List<WishItem>& supported) {
  base::Finding finding;
  finding.id = "unsupported-by-project";
  finding.severity = base::Severity::kWarning;
  finding.wrong = "The project does not say that it can be built for what was asked for.";
  finding.found = "'" + base::Printable(text) + "'; CudaArchGuard_SUPPORTED is " + Words(supported);
  finding.because = "what was asked for is kept";
  finding.todo = {"ask for one of " + Words(supported)};
  return finding;
}

base::Finding ReportGpuUnknown(const base::List<probe::Device>& devices) {
  base::Finding finding;
  finding.id = "gpu-unknown";
  finding.severity = base::Severity::kWarning;
  finding.wrong = "There is a GPU here whose compute capability is not known.";
  finding.found = Describe(devices);
  finding.because = "its compute capability; it is not guessed from the name";
  finding.todo = {"nvidia-smi --query-gpu=name,compute_cap --format=csv", SetGpus()};
  return finding;
}

base::Finding ReportDriverTooOld(const Means& means, const probe::Inventory& inventory) {
  const probe::Driver& driver = inventory.driver;
  base::Finding finding;
  finding.id = "driver-too-old-for-runtime";
  finding.severity = base::Severity::kWarning;
  finding.wrong = "What this toolkit builds cannot run with this machine's driver.";
  finding.found = DriverText(driver) + "; " + means.toolkit_label;
  // The row's own text: as a number 580.65.06 would lose its zero. WSL has the driver of Windows.
  const knowledge::ToolkitRow* row = knowledge::FindToolkit(means.cuda);
  std::string minimum;
  if (row != nullptr) minimum = inventory.wsl ? row->windows_minimum : row->linux_minimum;
  if (inventory.tegra || minimum.empty()) {
    finding.because = "a driver that supports " + means.toolkit_label;
    finding.todo.push_back(inventory.tegra ? "update JetPack" : "update the driver");
  } else {
    finding.because = "driver " + minimum + " or newer for code made by " + means.toolkit_label;
    finding.todo.push_back("update the driver to " + minimum + " or newer");
  }
  const std::string older = ToolkitsOfDriver(driver);
  if (!older.empty()) finding.todo.push_back("or " + UseToolkit(older));
  return finding;
}

base::Finding ReportNoGpu(const probe::Inventory& inventory, const std::string& instead,
                          bool is_error) {
  base::Finding finding;
  finding.severity = is_error ? base::Severity::kError : base::Severity::kWarning;
  base::List<std::string> reasons;
  bool certain = true;
  for (const probe::SourceReport& source : inventory.sources) {
    const probe::SourceState state = source.state;
    // 100 is "no device": an answer.
    const bool answered =
        state == probe::SourceState::kOk || state == probe::SourceState::kAbsent ||
        state == probe::SourceState::kSkipped || state == probe::SourceState::kStub ||
        (state == probe::SourceState::kFailed && source.code == 100);
    if (!answered) certain = false;
    if (state == probe::SourceState::kOk || state == probe::SourceState::kSkipped) continue;
    reasons.push_back(source.name + ": " + base::Printable(source.reason));
  }
  finding.id = certain ? "no-gpu-at-build" : "detection-failed";
  finding.wrong = certain ? "No GPU is visible on this machine."
                          : "Whether this machine has a GPU could not be learnt.";
  finding.found = reasons.empty() ? "no NVIDIA GPU" : base::Join(reasons, "; ");
  finding.because =
      is_error ? "a GPU, or a word on what to build for without one" : "built instead: " + instead;
  finding.todo = {SetGpus(),
                  "choose for all such machines: -DCudaArchGuard_WITHOUT_GPU=covering, all-major, "
                  "all, error, or a list",
                  "or say what to build for: -DCudaArchGuard_ARCHITECTURES=\"80;90\""};
  return finding;
}

}  // namespace cuda_arch_guard::select
