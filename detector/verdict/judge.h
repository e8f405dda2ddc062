// The verdict: does the device code of a file cover a device?
//
// It is given unit by unit. The union of a file's architectures would lie: a file whose one unit is
// for sm_90 and whose other one is for sm_80 "has" both and serves neither GPU. Each unit falls
// into one class:
//
//   covered      a cubin runs on the device
//   by_jit       only PTX does, through the driver's compiler
//   empty        no image holds a kernel: nvcc makes such units at every device link
//   specialised  all its images are for other devices on purpose (`a` and `f` architectures)
//   gap          nothing in it runs on the device
//   unknown      nothing in it runs there, and whether it holds a kernel could not be looked at
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arch/compatibility.h"
#include "base/json_writer.h"
#include "base/pattern.h"
#include "base/version.h"
#include "fatbin/device_code.h"
#include "fatbin/kernels.h"

namespace cuda_arch_guard::verdict {

enum class UnitClass { kCovered, kByJit, kEmpty, kSpecialised, kGap, kUnknown };

// In the order from good to bad.
enum class Verdict { kNoDeviceCode, kRuns, kRunsByJit, kPartly, kFails };
const char* ToString(Verdict verdict);  // "runs-by-jit"

// The driver that the program will run with.
struct DriverFacts {
  std::string text;      // its number as it was given; empty: unknown
  base::Version number;  // 570.86.15; count 0: unknown, or a Jetson's
  base::Version cuda;    // 12.8, where it said so itself; count 0: unknown
};

struct Policy {
  DriverFacts driver;
  bool force_ptx_jit = false;    // CUDA_FORCE_PTX_JIT=1
  bool disable_ptx_jit = false;  // CUDA_DISABLE_PTX_JIT=1
  bool forbid_jit = false;       // a unit that only JIT serves counts as not served
  bool forbid_specialised = false;
  std::optional<base::Pattern> allow_specialised;  // by name of the unit, in spite of the above
  std::optional<base::Pattern> allow_gap;
};

// A file with what had to be looked up in its images, once for all devices.
struct Examined {
  fatbin::DeviceCode code;
  std::vector<fatbin::Presence> presence;  // for each unit
  std::string closed;                      // why some image could not be opened; empty: none
  fatbin::OpenBudget budget;
  std::vector<std::string> names;  // of units, where they were asked for; else empty
};
Examined Examine(fatbin::DeviceCode code);

struct UnitVerdict {
  std::size_t unit = 0;  // index into DeviceCode::units
  UnitClass unit_class = UnitClass::kGap;
  bool sure = true;
  int image = -1;        // the one the driver takes; -1: none, or a link of several
  int rule = 10;         // that kept the nearest image from running, or let the taken one run
  bool allowed = false;  // by Policy::allow_…
};

struct UnitCounts {
  int covered = 0;
  int by_jit = 0;
  int empty = 0;
  int specialised = 0;
  int gap = 0;
  int unknown = 0;
};

struct FileVerdict {
  std::string path;
  arch::ComputeCapability device;
  Verdict verdict = Verdict::kNoDeviceCode;
  bool sure = true;
  UnitCounts units;
  std::string reason;
  std::vector<UnitVerdict> judged;  // every unit that counts, in file order
  // R9: the CUDA that made the code, where the driver is too old for it; else count 0.
  base::Version too_new_cuda;
  base::Version driver_ptx_isa;  // R8: the newest that the driver takes; count 0: unknown
  bool embedded = false;         // embedded images decided, since nothing else has a kernel
  bool undecided = false;        // units that could not be looked into may change it
  bool never_linked = false;     // relocatable code in a linked file, without a device link
  bool self_selecting = false;   // it picks its kernels by GPU while it runs: one item
};

// Whether the unit counts as missing for the verdict.
bool IsShortfall(const UnitVerdict& unit, const Policy& policy);

FileVerdict Judge(Examined& file, arch::ComputeCapability device, const Policy& policy);

// {"path":…,"compute_capability":"8.6","verdict":…,"certainty":…,"units":{…},"reason":…,
//  "shortfalls":[{"unit":0,"name":…,"class":"gap","allowed":false,"images":["sm_90"]}]}
void Write(base::JsonWriter& json, Examined& file, const FileVerdict& verdict);

}  // namespace cuda_arch_guard::verdict
