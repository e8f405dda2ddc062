// NVML: the GPUs that the machine has, whatever CUDA_VISIBLE_DEVICES hides, and the driver's own
// version. The functions and numbers are those of nvml.h; no header is needed.
#include "base/dynamic_library.h"
#include "base/text.h"
#include "base/version.h"
#include "knowledge/gpus.h"
#include "probe/source.h"

namespace cuda_arch_guard::probe {
namespace {

constexpr const char* kNvmlNames[] = {
    "libnvidia-ml.so.1",
    "/usr/lib/wsl/lib/libnvidia-ml.so.1",
    "/usr/lib/aarch64-linux-gnu/nvidia/libnvidia-ml.so.1",
};

using NvmlDevice = void*;

struct NvmlMemory {
  unsigned long long total;
  unsigned long long free;
  unsigned long long used;
};

struct NvmlPci {  // nvmlPciInfo_t of nvmlDeviceGetPciInfo_v3
  char legacy_bus_id[16];
  unsigned domain;
  unsigned bus;
  unsigned device;
  unsigned pci_device_id;
  unsigned pci_subsystem_id;
  char bus_id[32];
};

struct Nvml {
  int (*init)() = nullptr;
  int (*driver_version)(char*, unsigned) = nullptr;
  int (*count)(unsigned*) = nullptr;
  int (*device)(unsigned, NvmlDevice*) = nullptr;
  int (*name)(NvmlDevice, char*, unsigned) = nullptr;
  int (*uuid)(NvmlDevice, char*, unsigned) = nullptr;
  int (*cuda_version)(int*) = nullptr;
  int (*capability)(NvmlDevice, int*, int*) = nullptr;
  int (*memory)(NvmlDevice, NvmlMemory*) = nullptr;
  int (*pci)(NvmlDevice, NvmlPci*) = nullptr;
  int (*mig_mode)(NvmlDevice, unsigned*, unsigned*) = nullptr;
  int (*mig_count)(NvmlDevice, unsigned*) = nullptr;
  int (*mig_device)(NvmlDevice, unsigned, NvmlDevice*) = nullptr;
};

template <typename Function>
void LoadNvml(const base::DynamicLibrary& library, const char* name, bool required,
              Function& function, std::string& missing) {
  function = reinterpret_cast<Function>(library.Symbol(name));
  if (function == nullptr && required) missing += (missing.empty() ? "" : ", ") + std::string(name);
}

std::string LoadNvml(const base::DynamicLibrary& library, Nvml& api) {
  std::string missing;
  LoadNvml(library, "nvmlInit_v2", true, api.init, missing);
  LoadNvml(library, "nvmlSystemGetDriverVersion", true, api.driver_version, missing);
  LoadNvml(library, "nvmlDeviceGetCount_v2", true, api.count, missing);
  LoadNvml(library, "nvmlDeviceGetHandleByIndex_v2", true, api.device, missing);
  LoadNvml(library, "nvmlDeviceGetName", true, api.name, missing);
  LoadNvml(library, "nvmlDeviceGetUUID", true, api.uuid, missing);
  LoadNvml(library, "nvmlSystemGetCudaDriverVersion_v2", false, api.cuda_version, missing);
  LoadNvml(library, "nvmlDeviceGetCudaComputeCapability", false, api.capability, missing);
  LoadNvml(library, "nvmlDeviceGetMemoryInfo", false, api.memory, missing);
  LoadNvml(library, "nvmlDeviceGetPciInfo_v3", false, api.pci, missing);
  LoadNvml(library, "nvmlDeviceGetMigMode", false, api.mig_mode, missing);
  LoadNvml(library, "nvmlDeviceGetMaxMigDeviceCount", false, api.mig_count, missing);
  LoadNvml(library, "nvmlDeviceGetMigDeviceHandleByIndex", false, api.mig_device, missing);
  return missing;
}

// nvmlReturn_t values from nvml.h.
struct NvmlCode {
  int code;
  const char* name;
  const char* meaning;
};
constexpr NvmlCode kNvmlCodes[] = {
    {1, "UNINITIALIZED", "the library could not be initialised"},
    {3, "NOT_SUPPORTED", "this machine's GPU does not support the question"},
    {4, "NO_PERMISSION", "the device files may not be opened by this user"},
    {9, "DRIVER_NOT_LOADED", "the NVIDIA kernel module is not loaded"},
    {12, "LIBRARY_NOT_FOUND", "a part of the driver was not found"},
    {15, "GPU_IS_LOST", "the GPU has fallen off the bus"},
    {17, "OPERATING_SYSTEM", "the operating system or a cgroup blocked the GPU"},
    {18, "LIB_RM_VERSION_MISMATCH",
     "the library and the loaded kernel module are of different driver versions"},
    {999, "UNKNOWN", "the driver failed without saying why"},
};

std::string NvmlReason(const char* call, int code) {
  const std::string reason = std::string(call) + " returned " + std::to_string(code);
  for (const NvmlCode& row : kNvmlCodes) {
    if (row.code == code) return reason + " (NVML_ERROR_" + row.name + "): " + row.meaning;
  }
  return reason;
}

void FailNvml(SourceReport& report, SourceState state, int code, const std::string& reason) {
  report.state = state;
  report.code = code;
  report.reason = reason;
  report.devices.clear();
}

// False: the answer makes no sense.
bool DescribeNvmlDevice(const Nvml& api, NvmlDevice handle, Device& device) {
  char text[128] = "";
  if (api.name(handle, text, sizeof text - 1) == 0) device.name = CleanName(text);
  char uuid[128] = "";
  if (api.uuid(handle, uuid, sizeof uuid - 1) == 0) device.uuid = CleanName(uuid);
  arch::ComputeCapability capability;
  if (api.capability != nullptr &&
      api.capability(handle, &capability.major, &capability.minor) == 0) {
    if (!IsPlausible(capability)) return false;
    device.capability = capability;
  } else {
    const knowledge::GpuMatch match = knowledge::FindGpu(device.name);
    if (match.capabilities.size() == 1) device.capability = match.capabilities[0];
  }
  NvmlMemory memory{};
  if (api.memory != nullptr && api.memory(handle, &memory) == 0) device.memory_bytes = memory.total;
  NvmlPci pci{};
  if (api.pci != nullptr && api.pci(handle, &pci) == 0) {
    pci.bus_id[sizeof pci.bus_id - 1] = '\0';
    device.pci_bus_id = NormalPciBusId(pci.bus_id);
  }
  device.source = "nvml";
  return !device.name.empty() || !device.uuid.empty();
}

// The slices of a GPU in MIG mode.
void AddMigDevices(const Nvml& api, NvmlDevice handle, const Device& parent, SourceReport& report) {
  constexpr unsigned kMost = 64;
  unsigned mode = 0;
  unsigned pending = 0;
  unsigned count = 0;
  if (api.mig_mode == nullptr || api.mig_count == nullptr || api.mig_device == nullptr) return;
  if (api.mig_mode(handle, &mode, &pending) != 0 || mode == 0) return;
  if (api.mig_count(handle, &count) != 0 || count > kMost) return;
  bool any = false;
  for (unsigned i = 0; i < count; ++i) {
    NvmlDevice slice = nullptr;
    Device device;
    if (api.mig_device(handle, i, &slice) != 0) continue;  // slices may be sparse
    if (!DescribeNvmlDevice(api, slice, device)) continue;
    any = true;
    device.capability = parent.capability;
    device.pci_bus_id = parent.pci_bus_id;
    device.mig_parent = parent.uuid;
    report.devices.push_back(device);
  }
  if (any) return;
  report.reason += (report.reason.empty() ? "" : "; ") + parent.name +
                   " is in MIG mode but has no MIG instance, so no program can use it";
}

void AskNvmlDevices(const Nvml& api, SourceReport& report) {
  constexpr unsigned kMost = 1024;
  unsigned count = 0;
  if (const int code = api.count(&count)) {
    return FailNvml(report, SourceState::kFailed, code, NvmlReason("nvmlDeviceGetCount_v2", code));
  }
  if (count > kMost) {
    return FailNvml(report, SourceState::kMalformed, 0,
                    "NVML says it has " + std::to_string(count) + " devices");
  }
  for (unsigned index = 0; index < count; ++index) {
    const std::string which = "device " + std::to_string(index) + ": ";
    NvmlDevice handle = nullptr;
    if (const int code = api.device(index, &handle)) {
      return FailNvml(report, SourceState::kFailed, code,
                      which + NvmlReason("nvmlDeviceGetHandleByIndex_v2", code));
    }
    Device device;
    if (!DescribeNvmlDevice(api, handle, device)) {
      return FailNvml(report, SourceState::kMalformed, 0, which + "NVML's answer makes no sense");
    }
    report.devices.push_back(device);
    AddMigDevices(api, handle, device, report);
  }
  for (std::size_t i = 0; i < report.devices.size(); ++i) {
    report.devices[i].index = static_cast<int>(i);
  }
  report.state = SourceState::kOk;
}

}  // namespace

SourceReport AskNvml() {
  SourceReport report;
  report.name = "nvml";
  base::DynamicLibrary library;
  if (!OpenDriverLibrary(kNvmlNames, sizeof kNvmlNames / sizeof *kNvmlNames, library, report))
    return report;
  Nvml api;
  const std::string missing = LoadNvml(library, api);
  if (!missing.empty()) {
    FailNvml(report, SourceState::kIncomplete, 0, "the library has no " + missing);
    return report;
  }
  if (const int code = api.init()) {
    FailNvml(report, SourceState::kFailed, code, NvmlReason("nvmlInit_v2", code));
    return report;
  }
  char version[96] = "";
  if (api.driver_version(version, sizeof version - 1) == 0 && base::Version::Parse(version)) {
    report.driver.version = version;
  }
  int cuda = 0;
  if (api.cuda_version != nullptr && api.cuda_version(&cuda) == 0) {
    report.driver.cuda = CudaVersionText(cuda);
  }
  AskNvmlDevices(api, report);
  return report;
}

}  // namespace cuda_arch_guard::probe
