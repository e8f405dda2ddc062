// One row per CUDA toolkit minor version (9.0 to 13.5): what it builds and which driver its code
// needs. The rows are in toolkits.inc.
#pragma once

#include <string>
#include "base/list.h"
#include "base/maybe.h"

#include "arch/architecture.h"
#include "base/version.h"
#include "knowledge/rows.h"

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

Rows<ToolkitRow> Toolkits();  // ascending

// The row of that minor version (12.8, 12.8.93); nullptr if unknown: older than 9.0, newer than the
// table, or never released (12.7).
const ToolkitRow* FindToolkit(const base::Version& version);
const ToolkitRow& NewestToolkit();

// ToolkitRow::architectures, parsed.
base::List<arch::Architecture> BuiltBy(const ToolkitRow& toolkit);

// The CUDA of the driver's branch; for a branch that is not in the table that of the nearest older
// one, so it is never overstated. Nothing if the driver is older than all.
// Jetson drivers (540.x) do not follow this table: ask only for desktop drivers.
base::Maybe<base::Version> CudaOfDriver(const base::Version& driver, Platform platform);

// The newest PTX ISA version that a driver of this CUDA version takes (R8); for a CUDA newer than
// the table that of its newest row, which is still safe. Nothing if unknown.
base::Maybe<base::Version> PtxIsaOfCuda(const base::Version& cuda);

// The CUDA that first wrote this PTX ISA version: what a driver must support to take it (R8).
// Nothing if it is older or newer than the table.
base::Maybe<base::Version> CudaOfPtxIsa(const base::Version& ptx_isa);

// R9: the least driver for code made by this CUDA; nothing if unknown.
base::Maybe<base::Version> MinimumDriver(const base::Version& cuda, Platform platform);

enum class DriverAnswer { kNo, kYes, kUnknown };

// R9: may this driver run code made by CUDA `code_cuda`? (PTX needs R8 besides.)
//   driver_cuda  the CUDA version it reports; count 0: unknown
//   driver       its number; count 0: unknown, or a Jetson's, whose numbers follow other rules
// One of the two is enough but for one case: a driver that reports 11.0 may be older than the
// 450.80.02 that minor-version compatibility starts with.
DriverAnswer DriverRunsCuda(const base::Version& driver_cuda, const base::Version& driver,
                            const base::Version& code_cuda, Platform platform);

}  // namespace cuda_arch_guard::knowledge
