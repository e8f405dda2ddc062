// A libnvidia-ml.so.1 that tells what the description says (fake_driver.h). CUDA_VISIBLE_DEVICES
// means nothing to it, as to the real one.
#include "fake_driver.h"

namespace {

constexpr int kSuccess = 0;
constexpr int kUninitialized = 1;
constexpr int kInvalidArgument = 2;
constexpr int kNotSupported = 3;
constexpr int kNotFound = 6;
constexpr int kInsufficientSize = 7;

bool initialised = false;

using fake_driver::Gpu;
using fake_driver::TheMachine;

struct Memory {
  unsigned long long total, free, used;
};

struct PciInfo {
  char legacy_bus_id[16];
  unsigned domain, bus, device, pci_device_id, pci_subsystem_id;
  char bus_id[32];
};

std::string Lie(const char* about) {
  const auto& lies = fake_driver::FaultsOf("nvml").lies;
  const auto found = lies.find(about);
  return found == lies.end() ? "" : found->second;
}

int CopyText(const std::string& text, char* to, unsigned size) {
  if (text.size() + 1 > size) return kInsufficientSize;
  std::memcpy(to, text.c_str(), text.size() + 1);
  return kSuccess;
}

// A handle is the address of the GPU's description.
const Gpu* GpuOf(const void* handle) { return static_cast<const Gpu*>(handle); }

std::vector<const Gpu*> Slices(const void* handle) {
  std::vector<const Gpu*> slices;
  for (const Gpu& gpu : TheMachine().gpus) {
    if (gpu.mig_parent >= 0 && &TheMachine().gpus[gpu.mig_parent] == handle) slices.push_back(&gpu);
  }
  return slices;
}

}  // namespace

FAKE_FUNCTION("nvml", nvmlInit_v2, ()) {
  fake_driver::Suffer("nvml");
  if (TheMachine().nvmlinit != 0) return TheMachine().nvmlinit;
  initialised = true;
  return kSuccess;
}

FAKE_FUNCTION("nvml", nvmlSystemGetDriverVersion, (char* version, unsigned size)) {
  if (!initialised) return kUninitialized;
  return CopyText(TheMachine().driver, version, size);
}

FAKE_FUNCTION("nvml", nvmlSystemGetCudaDriverVersion_v2, (int* version)) {
  *version = TheMachine().cuda;
  return kSuccess;
}

FAKE_FUNCTION("nvml", nvmlDeviceGetCount_v2, (unsigned* count)) {
  if (!initialised) return kUninitialized;
  const std::string lie = Lie("count");
  *count = static_cast<unsigned>(lie.empty() ? fake_driver::WholeGpusByBus().size()
                                             : std::strtoul(lie.c_str(), nullptr, 10));
  return kSuccess;
}

FAKE_FUNCTION("nvml", nvmlDeviceGetHandleByIndex_v2, (unsigned index, const void** handle)) {
  if (!initialised) return kUninitialized;
  const std::vector<int> order = fake_driver::WholeGpusByBus();
  if (index >= order.size()) return kInvalidArgument;
  *handle = &TheMachine().gpus[order[index]];
  return kSuccess;
}

FAKE_FUNCTION("nvml", nvmlDeviceGetName, (const void* handle, char* name, unsigned size)) {
  const Gpu* gpu = GpuOf(handle);
  const bool slice = gpu->mig_parent >= 0;
  return CopyText((slice ? TheMachine().gpus[gpu->mig_parent].name + " " : "") + gpu->name, name,
                  size);
}

FAKE_FUNCTION("nvml", nvmlDeviceGetUUID, (const void* handle, char* uuid, unsigned size)) {
  return CopyText(GpuOf(handle)->uuid, uuid, size);
}

FAKE_FUNCTION("nvml", nvmlDeviceGetCudaComputeCapability,
              (const void* handle, int* major, int* minor)) {
  *major = GpuOf(handle)->major;
  *minor = GpuOf(handle)->minor;
  if (!Lie("cc").empty()) std::sscanf(Lie("cc").c_str(), "%d.%d", major, minor);
  return kSuccess;
}

FAKE_FUNCTION("nvml", nvmlDeviceGetMemoryInfo, (const void* handle, Memory* memory)) {
  if (GpuOf(handle)->integrated) return kNotSupported;
  memory->total = GpuOf(handle)->memory_mib << 20;
  memory->free = memory->total;
  memory->used = 0;
  return kSuccess;
}

FAKE_FUNCTION("nvml", nvmlDeviceGetPciInfo_v3, (const void* handle, PciInfo* pci)) {
  std::memset(pci, 0, sizeof *pci);
  std::snprintf(pci->legacy_bus_id, sizeof pci->legacy_bus_id, "%s", GpuOf(handle)->bus.c_str());
  std::snprintf(pci->bus_id, sizeof pci->bus_id, "0000%s", GpuOf(handle)->bus.c_str());
  return kSuccess;
}

FAKE_FUNCTION("nvml", nvmlDeviceGetMigMode,
              (const void* handle, unsigned* current, unsigned* pending)) {
  *current = *pending = GpuOf(handle)->mig ? 1 : 0;
  return kSuccess;
}

FAKE_FUNCTION("nvml", nvmlDeviceGetMaxMigDeviceCount, (const void*, unsigned* count)) {
  *count = 7;
  return kSuccess;
}

FAKE_FUNCTION("nvml", nvmlDeviceGetMigDeviceHandleByIndex,
              (const void* handle, unsigned index, const void** slice)) {
  const std::vector<const Gpu*> slices = Slices(handle);
  if (index >= slices.size()) return kNotFound;
  *slice = slices[index];
  return kSuccess;
}
