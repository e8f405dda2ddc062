// How one device is served by what may be built: the heart of the selection.
#pragma once

#include <string>
#include "base/list.h"

#include "arch/compatibility.h"
#include "base/version.h"
#include "probe/inventory.h"
#include "select/selection.h"

namespace cuda_arch_guard::select {

// What may be built, and the driver that will run it.
struct Means {
  base::List<arch::Architecture> toolkit;  // all that the toolkit builds, ascending
  base::List<arch::Architecture> real;     // of those, what may be built as cubin …
  base::List<arch::Architecture> ptx;      // … and as PTX (plain architectures only)
  base::List<arch::Variant> variants;      // wanted besides plain, the preferred first
  bool ptx_allowed = true;
  base::Version cuda;         // of the toolkit; count 0: unknown
  std::string toolkit_label;  // "CUDA 13.0"
  arch::Conditions driver;    // what its JIT takes (R8)

  bool Builds(arch::Architecture architecture) const;
  bool MayBuildReal(arch::Architecture architecture) const;
  bool MayBuildPtx(arch::Architecture architecture) const;
};

Means MeansOf(const Request& request, const probe::Inventory& inventory,
              const probe::Toolkit& toolkit);

enum class Miss {
  kNone,
  kTooNew,        // the toolkit knows neither the device nor PTX that it would take
  kTooOld,        // the toolkit has dropped it
  kPtxForbidden,  // only PTX would serve it, and PTX is off
  kPtxTooNew,     // only PTX would serve it, and this driver cannot compile this toolkit's (R8)
  kUnsupported,   // the toolkit could serve it, the project cannot
};

struct Service {
  Miss miss = Miss::kNone;
  arch::Architecture architecture;
  arch::Code code = arch::Code::kReal;
  std::string why;
};

// The toolkit's own architecture for the device; else the highest real one that runs there; else
// the highest PTX at or below it. Rules that nobody has confirmed are not counted on.
Service Serve(const Means& means, arch::ComputeCapability device);

// May this entry run on the device, for sure (R1 to R5, R8)?
arch::Answer Covers(const Means& means, arch::Architecture architecture, arch::Code code,
                    arch::ComputeCapability device);

}  // namespace cuda_arch_guard::select
