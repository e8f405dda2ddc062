// The driver API: the GPUs that a process started here really sees, CUDA_VISIBLE_DEVICES and MIG
// applied. The functions and numbers are those of CUDA's cuda.h; no CUDA header is needed.
#include <cstring>

#include "base/dynamic_library.h"
#include "base/text.h"
#include "probe/source.h"

namespace cuda_arch_guard::probe {
namespace {

// The loader's own search first: it is what every CUDA program gets. The others are where WSL and
// Jetson keep a driver that the loader may not be told of.
constexpr const char* kLibcudaNames[] = {
    "libcuda.so.1",
    "/usr/lib/wsl/lib/libcuda.so.1",
    "/usr/lib/aarch64-linux-gnu/tegra/libcuda.so.1",
    "/usr/lib/aarch64-linux-gnu/nvidia/libcuda.so.1",
};

struct LibcudaUuid {
  unsigned char bytes[16];
};

struct Libcuda {
  int (*init)(unsigned) = nullptr;
  int (*driver_version)(int*) = nullptr;
  int (*count)(int*) = nullptr;
  int (*device)(int*, int) = nullptr;
  int (*attribute)(int*, int, int) = nullptr;
  int (*name)(char*, int, int) = nullptr;
  int (*memory)(std::size_t*, int) = nullptr;
  int (*uuid_v2)(LibcudaUuid*, int) = nullptr;
  int (*uuid)(LibcudaUuid*, int) = nullptr;
  int (*bus_id)(char*, int, int) = nullptr;
};

template <typename Function>
bool LoadLibcuda(const base::DynamicLibrary& library, const char* name, bool required,
                 Function& function, std::string& missing) {
  function = reinterpret_cast<Function>(library.Symbol(name));
  if (function == nullptr && required) missing += (missing.empty() ? "" : ", ") + std::string(name);
  return function != nullptr;
}

// The names that a required function goes by. What is missing is listed.
std::string LoadLibcuda(const base::DynamicLibrary& library, Libcuda& api) {
  std::string missing;
  LoadLibcuda(library, "cuInit", true, api.init, missing);
  LoadLibcuda(library, "cuDriverGetVersion", true, api.driver_version, missing);
  LoadLibcuda(library, "cuDeviceGetCount", true, api.count, missing);
  LoadLibcuda(library, "cuDeviceGet", true, api.device, missing);
  LoadLibcuda(library, "cuDeviceGetAttribute", true, api.attribute, missing);
  LoadLibcuda(library, "cuDeviceGetName", true, api.name, missing);
  LoadLibcuda(library, "cuDeviceTotalMem_v2", false, api.memory, missing);
  LoadLibcuda(library, "cuDeviceGetUuid_v2", false, api.uuid_v2, missing);
  LoadLibcuda(library, "cuDeviceGetUuid", false, api.uuid, missing);
  LoadLibcuda(library, "cuDeviceGetPCIBusId", false, api.bus_id, missing);
  return missing;
}

// What cuInit's answers mean, in words. CUresult values from cuda.h.
struct LibcudaCode {
  int code;
  const char* name;
  const char* meaning;
};
constexpr LibcudaCode kLibcudaCodes[] = {
    {1, "CUDA_ERROR_INVALID_VALUE", "the driver refused the call"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "no memory was left on the device or the host"},
    {3, "CUDA_ERROR_NOT_INITIALIZED", "the driver could not be initialised"},
    {4, "CUDA_ERROR_DEINITIALIZED", "the driver is shutting down"},
    {34, "CUDA_ERROR_STUB_LIBRARY", "this is the toolkit's stub for linking, not a driver"},
    {36, "CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER", "the kernel driver is too old for this library"},
    {46, "CUDA_ERROR_DEVICE_UNAVAILABLE", "the GPU is in use exclusively by another process"},
    {100, "CUDA_ERROR_NO_DEVICE", "the driver sees no GPU"},
    {101, "CUDA_ERROR_INVALID_DEVICE", "a device was asked for that does not exist"},
    {304, "CUDA_ERROR_OPERATING_SYSTEM", "a call to the operating system failed"},
    {802, "CUDA_ERROR_SYSTEM_NOT_READY",
     "the fabric manager of this NVSwitch machine is not ready"},
    {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
     "libcuda and the loaded kernel module are of different driver versions"},
    {804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE",
     "a forward compatibility libcuda was loaded, which this GPU does not support"},
    {999, "CUDA_ERROR_UNKNOWN", "the driver failed without saying why"},
};

std::string LibcudaReason(const char* call, int code) {
  std::string reason = std::string(call) + " returned " + std::to_string(code);
  for (const LibcudaCode& row : kLibcudaCodes) {
    if (row.code == code) return reason + " (" + row.name + "): " + row.meaning;
  }
  return reason;
}

std::string LibcudaUuidText(const LibcudaUuid& uuid, bool mig) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string text = mig ? "MIG-" : "GPU-";
  bool any = false;
  for (int i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += kHex[uuid.bytes[i] >> 4];
    text += kHex[uuid.bytes[i] & 15];
    any = any || uuid.bytes[i] != 0;
  }
  return any ? text : "";
}

// Empty: the device is described. Otherwise what did not make sense.
std::string DescribeLibcudaDevice(const Libcuda& api, int index, Device& device) {
  // Attribute numbers: CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, _MINOR, _INTEGRATED.
  constexpr int kMajor = 75;
  constexpr int kMinor = 76;
  constexpr int kIntegrated = 18;
  const std::string which = "device " + std::to_string(index);
  int handle = 0;
  if (const int code = api.device(&handle, index))
    return which + ": " + LibcudaReason("cuDeviceGet", code);
  char name[256] = "";
  arch::ComputeCapability capability;
  int integrated = 0;
  int code = api.name(name, sizeof name - 1, handle);
  if (code == 0) code = api.attribute(&capability.major, kMajor, handle);
  if (code == 0) code = api.attribute(&capability.minor, kMinor, handle);
  if (code != 0) return which + ": " + LibcudaReason("cuDeviceGetAttribute", code);
  if (!IsPlausible(capability)) {
    return which + ": the driver says compute capability " + capability.ToString();
  }
  name[sizeof name - 1] = '\0';
  device.index = index;
  device.source = "libcuda";
  device.name = CleanName(name);
  device.capability = capability;
  device.integrated = api.attribute(&integrated, kIntegrated, handle) == 0 && integrated != 0;
  std::size_t bytes = 0;
  if (api.memory != nullptr && api.memory(&bytes, handle) == 0) device.memory_bytes = bytes;
  LibcudaUuid uuid{};
  const bool mig = base::Contains(device.name, " MIG ");
  if (api.uuid_v2 != nullptr && api.uuid_v2(&uuid, handle) == 0) {
    device.uuid = LibcudaUuidText(uuid, mig);
  } else if (api.uuid != nullptr && api.uuid(&uuid, handle) == 0) {
    device.uuid = LibcudaUuidText(uuid, false);
  }
  char bus_id[32] = "";
  if (api.bus_id != nullptr && api.bus_id(bus_id, sizeof bus_id - 1, handle) == 0) {
    device.pci_bus_id = NormalPciBusId(bus_id);
  }
  return "";
}

void Fail(SourceReport& report, SourceState state, int code, const std::string& reason) {
  report.state = state;
  report.code = code;
  report.reason = reason;
  report.devices.clear();
}

void AskLibcudaDevices(const Libcuda& api, SourceReport& report) {
  // More GPUs than any machine has: the number is not believed.
  constexpr int kMost = 1024;
  int count = 0;
  if (const int code = api.count(&count)) {
    return Fail(report, SourceState::kFailed, code, LibcudaReason("cuDeviceGetCount", code));
  }
  if (count < 0 || count > kMost) {
    return Fail(report, SourceState::kMalformed, 0,
                "the driver says it has " + std::to_string(count) + " devices");
  }
  for (int index = 0; index < count; ++index) {
    Device device;
    const std::string nonsense = DescribeLibcudaDevice(api, index, device);
    if (!nonsense.empty()) return Fail(report, SourceState::kMalformed, 0, nonsense);
    report.devices.push_back(device);
  }
  report.state = SourceState::kOk;
}

bool IsStubPath(const std::string& path) { return base::Contains(path, "/stubs/"); }

}  // namespace

SourceReport AskLibcuda() {
  SourceReport report;
  report.name = "libcuda";
  base::DynamicLibrary library;
  if (!OpenDriverLibrary(kLibcudaNames, sizeof kLibcudaNames / sizeof *kLibcudaNames, library,
                         report))
    return report;
  Libcuda api;
  const std::string missing = LoadLibcuda(library, api);
  if (!missing.empty()) {
    Fail(report, SourceState::kIncomplete, 0, "the library has no " + missing);
    return report;
  }
  int version = 0;
  if (api.driver_version(&version) == 0) report.driver.cuda = CudaVersionText(version);
  const int code = api.init(0);
  if (code == 34 || IsStubPath(report.library)) {
    report.driver.cuda.clear();
    Fail(report, SourceState::kStub, code, LibcudaReason("cuInit", 34));
  } else if (code != 0) {
    Fail(report, SourceState::kFailed, code, LibcudaReason("cuInit", code));
  } else {
    AskLibcudaDevices(api, report);
  }
  return report;
}

}  // namespace cuda_arch_guard::probe
