// One row per CUDA toolkit minor version (9.0 to 13.5): what it builds and which driver its code
// needs. The rows are in toolkits.inc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arch/architecture.h"
#include "base/version.h"

namespace cuda_arch_guard::knowledge {

enum class Platform { kLinux, kWindows };

struct ToolkitRow {
  base::Version version;     // 12.8
  base::Version ptx_isa;     // newest PTX ISA it writes, and the driver paired with it takes
  int max_gcc;               // newest host GCC it accepts; 0: unknown
  const char* linux_driver;  // driver paired with the GA release (needed for its PTX)
  const char* windows_driver;
  const char* linux_minimum;    // least driver for its cubins by minor-version compatibility (R9);
  const char* windows_minimum;  // equal to the paired one before 11.0
  const char* architectures;    // all it builds, ascending: "75 80 86 … 90 90a 100 100f 100a …"
};

const std::vector<ToolkitRow>& Toolkits();  // ascending

// The row of that minor version; nullptr if unknown (older than 9.0, or newer than the table).
const ToolkitRow* FindToolkit(const base::Version& version);
const ToolkitRow& NewestToolkit();

// ToolkitRow::architectures, parsed.
std::vector<arch::Architecture> BuiltBy(const ToolkitRow& toolkit);

// The newest CUDA whose paired driver is at most this one; nothing if the driver is older than all.
// Jetson drivers (540.x) do not follow this table: ask only for desktop drivers.
std::optional<base::Version> CudaOfDriver(const base::Version& driver, Platform platform);

// The newest PTX ISA version that a driver of this CUDA version takes (R8); nothing if unknown.
std::optional<base::Version> PtxIsaOfCuda(const base::Version& cuda);

// R9: the least driver for code made by this CUDA; nothing if unknown.
std::optional<base::Version> MinimumDriver(const base::Version& cuda, Platform platform);

// R9 by the CUDA version a driver reports instead of its number (all that libcuda tells): same
// major (from 11 on), or at least that version.
bool DriverRunsCuda(const base::Version& driver_cuda, const base::Version& code_cuda);

}  // namespace cuda_arch_guard::knowledge
