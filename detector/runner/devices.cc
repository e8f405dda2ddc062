// Why nothing can be run on a machine. Each reason is another fact; none stands for another.
#include "base/text.h"
#include "runner/validate.h"

namespace cuda_arch_guard::runner {
namespace {

constexpr int kNoDevice = 100;  // CUDA_ERROR_NO_DEVICE

const probe::SourceReport* FindSource(const probe::Inventory& inventory, const char* name) {
  for (const probe::SourceReport& source : inventory.sources) {
    if (source.name == name) return &source;
  }
  return nullptr;
}

std::string Names(const std::vector<probe::Device>& devices) {
  std::vector<std::string> names;
  for (const probe::Device& device : devices) {
    names.push_back(device.name.empty() ? "a GPU" : device.name);
  }
  return base::Join(names, ", ");
}

std::string NoDriver(const probe::Inventory& inventory) {
  const std::string text = "no NVIDIA driver: libcuda.so.1 was not found";
  if (inventory.devices.empty()) return text;
  return text + ", though the machine has " + Names(inventory.devices);
}

std::string NoDevice(const probe::Inventory& inventory) {
  const bool hidden = inventory.visible_devices_set &&
                      (!inventory.hidden_devices.empty() || !inventory.devices.empty());
  if (hidden) {
    return "every GPU is hidden: CUDA_VISIBLE_DEVICES is '" +
           base::Printable(inventory.visible_devices) + "'";
  }
  if (inventory.visible_devices_set) {
    return "the driver shows no GPU, and CUDA_VISIBLE_DEVICES is '" +
           base::Printable(inventory.visible_devices) + "'";
  }
  return "no GPU: the driver is there and shows none";
}

base::Finding BrokenDriver(const probe::SourceReport& source) {
  base::Finding finding;
  finding.id = "validation-driver-unusable";
  finding.wrong = "The driver could not be asked for its GPUs, so no kernel was run.";
  finding.found = std::string("libcuda: ") + ToString(source.state) +
                  (source.reason.empty() ? "" : ", " + source.reason);
  finding.because = "a driver that answers within the time limit";
  finding.todo = {"cuda-arch-guard detect", "look at the system log for the NVIDIA driver: dmesg"};
  return finding;
}

}  // namespace

void LookForDevices(const probe::Inventory& inventory, Validation& validation) {
  for (const probe::Device& device : inventory.devices) {
    if (device.source == "libcuda") validation.devices.push_back(device);
  }
  if (!validation.devices.empty()) return;
  const probe::SourceReport* libcuda = FindSource(inventory, "libcuda");
  const probe::SourceState state =
      libcuda != nullptr ? libcuda->state : probe::SourceState::kSkipped;
  switch (state) {
    case probe::SourceState::kAbsent:
      validation.skipped = NoDriver(inventory);
      return;
    case probe::SourceState::kStub:
      validation.skipped =
          "no NVIDIA driver: the libcuda that is found is a stub library for linking (error 34)";
      return;
    case probe::SourceState::kOk:
      validation.skipped = NoDevice(inventory);
      return;
    case probe::SourceState::kFailed:
      if (libcuda->code == kNoDevice) {
        validation.skipped = NoDevice(inventory);
      } else {
        validation.skipped = "the driver failed with error " + std::to_string(libcuda->code) +
                             (libcuda->reason.empty() ? "" : ": " + libcuda->reason);
      }
      return;
    case probe::SourceState::kSkipped:
      validation.skipped = "the driver was not asked, since the GPUs were given";
      return;
    default:
      validation.could_not_look = true;
      validation.findings.push_back(BrokenDriver(*libcuda));
  }
}

}  // namespace cuda_arch_guard::runner
