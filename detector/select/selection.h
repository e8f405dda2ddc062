// The architectures settled, a reason each.
#pragma once

#include <string>
#include "base/list.h"

#include "arch/architecture.h"
#include "base/finding.h"
#include "base/json_writer.h"
#include "probe/inventory.h"
#include "select/wish.h"

namespace cuda_arch_guard::select {

enum class PtxPolicy {
  kAuto,  // only where a device needs it
  kOn,    // also PTX of the highest
  kOff,   // never
};
enum class Host { kX86_64, kAarch64, kOther };

struct Request {
  Wish wish;
  std::string origin;  // who wishes, for the reason: "CUDAARCHS (environment)"
  Wish without_gpu{WishKind::kCovering, {}, ""};  // what auto becomes where no GPU is
  bool without_gpu_error = false;                 // …or an error
  base::List<WishItem> supported;                 // what the project can build for; empty: anything
  PtxPolicy ptx = PtxPolicy::kAuto;
  base::List<arch::Variant> variants;  // besides plain, the preferred first
  bool minimal = false;                // drop what another entry covers
  Host host = Host::kX86_64;           // Tegra devices count in `covering` on aarch64 only
};

struct Selected {
  arch::Architecture architecture;
  arch::Code code = arch::Code::kReal;
  base::List<arch::ComputeCapability> devices;  // for whom; empty for what was only asked for
  std::string why;
};

struct Selection {
  base::List<Selected> entries;  // ascending by architecture, real before virtual
  bool off = false;              // the wish was OFF
  std::string reason;            // one line: what, for which GPUs, from where
  std::string wish;              // as it was written
  std::string origin;
  base::List<base::Finding> findings;
};

// A generation's Tegra chips are meant only where such a chip can be the host.
bool IsLeftOut(const WishItem& item, Host host);

// Settles what to build with this toolkit for this machine. An error finding means: do not build.
Selection Select(const Request& request, const probe::Inventory& inventory,
                 const probe::Toolkit& toolkit);

// The capabilities that the selection is for: the union over its entries, ascending.
base::List<arch::ComputeCapability> DevicesMeant(const Selection& selection);

// {"schema":"cuda-arch-guard/selection/1","architectures":[…],"dialects":{…},"toolkit":{…},…}
void Write(base::JsonWriter& json, const Selection& selection, const probe::Toolkit& toolkit);

}  // namespace cuda_arch_guard::select
