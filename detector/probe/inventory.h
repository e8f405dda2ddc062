// What is in a machine: devices, driver, toolkits, and why each source of knowledge failed.
#pragma once

#include <cstdint>
#include <string>
#include "base/list.h"
#include "base/maybe.h"

#include "arch/architecture.h"
#include "base/finding.h"
#include "base/json_writer.h"

namespace cuda_arch_guard::probe {

struct Device {
  int index = 0;
  std::string name;                                 // as the source prints it
  base::Maybe<arch::ComputeCapability> capability;  // nothing: not known
  std::string uuid;                                 // "GPU-…", "MIG-…"; empty: unknown
  std::string pci_bus_id;                           // "0000:01:00.0"; empty: unknown
  std::string mig_parent;                           // uuid of the GPU that a MIG slice is cut from
  std::uint64_t memory_bytes = 0;                   // 0: unknown
  bool integrated = false;
  std::string source;  // "libcuda", "nvml", "nvidia-smi", "pci", "given"
};

// How one source ended. Each is a different fact; none is ever taken for another.
enum class SourceState {
  kOk,          // it answered (perhaps with no device)
  kAbsent,      // the library, program or folder is not there: no driver, as far as it can tell
  kFailed,      // it is there and answered with an error code
  kStub,        // a stub library stands in for the driver (error 34)
  kIncomplete,  // the library lacks a function it must have
  kMalformed,   // the answer makes no sense
  kTimedOut,    // its deadline passed
  kCrashed,     // it died from a signal
  kSkipped,     // not asked, since another source already told
};
const char* ToString(SourceState state);  // "ok", "absent", "failed", …

struct Driver {
  std::string version;        // "570.86.15"; empty: unknown
  std::string cuda;           // "12.8": the CUDA the driver supports; empty: unknown
  std::string cuda_source;    // "libcuda", "nvml", or "table": the CUDA paired with that version
  std::string kernel_module;  // version from /proc/driver/nvidia/version; empty: none loaded
  bool open_kernel_module = false;
  std::string libcuda_path;

  bool known() const { return !version.empty() || !cuda.empty() || !kernel_module.empty(); }
};

struct SourceReport {
  std::string name;  // "libcuda", "nvml", "nvidia-smi", "pci"
  SourceState state = SourceState::kAbsent;
  int code = 0;  // the error code of kFailed (100 no device, 803, 804, …), the signal of kCrashed
  std::string reason;   // a sentence for people
  std::string library;  // the path that was really loaded, where known
  Driver driver;        // what this source knows of it
  base::List<Device> devices;
  bool wsl = false;        // told by "pci" alone
  bool container = false;  // the same
  bool tegra = false;      // the same
};

struct Toolkit {
  std::string compiler;                          // path of nvcc (or clang); empty: from the table
  std::string version;                           // of CUDA: "13.0"; empty: unknown
  std::string compiler_version;                  // "13.0.88" of nvcc, "19.1.7" of clang
  std::string source;                            // "nvcc", "clang", "table"
  base::List<arch::Architecture> architectures;  // all it can build, ascending
};

struct Inventory {
  base::List<Device> devices;         // what a process would see, else what the machine has
  base::List<Device> hidden_devices;  // in the machine, but hidden from processes
  Driver driver;
  base::List<Toolkit> toolkits;
  base::List<SourceReport> sources;
  std::string visible_devices;  // value of CUDA_VISIBLE_DEVICES
  bool visible_devices_set = false;
  bool wsl = false;
  bool container = false;
  bool tegra = false;      // a Jetson or another Tegra board
  bool simulated = false;  // given, not detected
  base::List<base::Finding> findings;
};

// {"schema":"cuda-arch-guard/inventory/1","devices":[…],"driver":{…},"toolkits":[…],"findings":[…],…}
void Write(base::JsonWriter& json, const Inventory& inventory);

}  // namespace cuda_arch_guard::probe
