// One row per compute capability: what it is called, since and until which toolkit it can be built.
// The rows are in architectures.inc. A toolkit that is at hand is asked instead (probe/toolkit.h);
// these rows serve where it is not, and say which toolkit or driver would do.
#pragma once

#include <string_view>
#include "base/list.h"

#include "arch/architecture.h"
#include "base/version.h"
#include "knowledge/rows.h"

namespace cuda_arch_guard::knowledge {

struct ArchitectureRow {
  arch::ComputeCapability capability;
  const char* generation;        // "Ampere"; several capabilities share one
  const char* products;          // examples, for people; "": NVIDIA has named none
  base::Version first_toolkit;   // first CUDA that builds it
  base::Version last_toolkit;    // last CUDA that builds it; count 0: still built
  base::Version specific_since;  // first CUDA that builds the `a` variant; count 0: none
  base::Version family_since;    // first CUDA that builds the `f` variant; count 0: none
  int first_driver_branch;       // 0: unknown
  int last_driver_branch;        // 0: still supported, or Tegra
  bool tegra;
};

// Every row, ascending by capability, from 1.0 on.
Rows<ArchitectureRow> Architectures();

// nullptr where no row has this capability: then nothing is known about it.
const ArchitectureRow* FindArchitecture(arch::ComputeCapability capability);

// The capability that CUDA `cuda` uses for the chip of `capability`: Thor is 10.1 until 12.9 and
// 11.0 from 13.0 on. Everything else is returned as it is.
arch::ComputeCapability NameInToolkit(arch::ComputeCapability capability,
                                      const base::Version& cuda);

// The capabilities of a generation by its name ("ampere", "Ada", "Ada Lovelace"), ascending, Tegra
// chips included; case does not count; empty if there is none of that name. Left out are 10.1 (an
// old name of 11.0), what has no product (8.8), and 1.x (its name, Tesla, is that of a product
// line).
base::List<arch::ComputeCapability> FindGeneration(std::string_view name);

// All generation names, oldest first, for near misses.
base::List<std::string_view> GenerationNames();

}  // namespace cuda_arch_guard::knowledge
