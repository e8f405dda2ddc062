#include "select/service.h"

#include "knowledge/toolkits.h"

namespace cuda_arch_guard::select {
namespace {

bool Holds(const base::List<arch::Architecture>& list, arch::Architecture architecture) {
  for (const arch::Architecture& each : list) {
    if (each == architecture) return true;
  }
  return false;
}

const WishItem* FindSupported(const base::List<WishItem>& supported,
                              arch::Architecture architecture) {
  for (const WishItem& item : supported) {
    if (item.architecture == architecture) return &item;
  }
  return nullptr;
}

bool Wanted(const base::List<arch::Variant>& variants, arch::Variant variant) {
  if (variant == arch::Variant::kPlain) return true;
  for (const arch::Variant each : variants) {
    if (each == variant) return true;
  }
  return false;
}

// The driver's CUDA decides which PTX its JIT takes. The drivers of Jetson boards and of Windows
// (WSL) are numbered by other rules.
base::Version PtxIsaOfDriver(const probe::Inventory& inventory) {
  base::Maybe<base::Version> cuda = base::Version::Parse(inventory.driver.cuda);
  if (!cuda && !inventory.tegra && !inventory.wsl) {
    const base::Maybe<base::Version> driver = base::Version::Parse(inventory.driver.version);
    if (driver) cuda = knowledge::CudaOfDriver(*driver, knowledge::Platform::kLinux);
  }
  if (!cuda) return {};
  return knowledge::PtxIsaOfCuda(*cuda).value_or(base::Version());
}

// How good a cubin is for a device, the greatest best: what was asked for by VARIANTS, then the
// device's own architecture, then the nearest below it.
int Rank(const Means& means, arch::Architecture real, arch::ComputeCapability device) {
  constexpr int kStep = 10000;
  for (std::size_t i = 0; i < means.variants.size(); ++i) {
    if (real.variant != means.variants[i]) continue;
    // Of several families the widest: one image then serves more devices.
    return kStep * (10 + static_cast<int>(means.variants.size() - i)) - real.number;
  }
  const bool own = real.number == device.number();
  const int variant = real.variant == arch::Variant::kPlain ? 2 : 1;
  return kStep * ((own ? 4 : 0) + (own ? variant : 0)) + real.number * 4 + variant;
}

std::string WhyReal(const Means& means, arch::Architecture real, arch::ComputeCapability device) {
  const std::string capability = device.ToString();
  if (real.variant == arch::Variant::kSpecific)
    return "made for " + capability + " alone, with all of its instructions";
  if (real.variant == arch::Variant::kFamily) {
    std::string members;
    for (const arch::ComputeCapability& each : arch::FamilyMembers(real.number, means.cuda))
      members += " " + each.ToString();
    return "family code: runs on" + members;
  }
  if (real.number == device.number()) return "the GPU's own architecture";
  const bool known = means.Builds(arch::PlainArchitecture(device));
  return (known ? "the project does not build sm_" : means.toolkit_label + " has no sm_") +
         std::to_string(device.number()) + "; code for sm_" + real.ToString() + " runs on " +
         capability + " too";
}

std::string WhyPtx(const Means& means, arch::ComputeCapability device, bool sure) {
  const bool known = means.Builds(arch::PlainArchitecture(device));
  std::string why = known ? "the project builds no code that runs on " + device.ToString()
                          : means.toolkit_label + " has no cubin for " + device.ToString();
  why += "; the driver compiles this PTX at first load (JIT)";
  const knowledge::ToolkitRow* row = knowledge::FindToolkit(means.cuda);
  if (!sure && row != nullptr) why += std::string(", if it is ") + row->linux_driver + " or newer";
  return why;
}

Miss WhyNot(const Means& means, arch::ComputeCapability device, bool ptx_refused) {
  if (ptx_refused) return Miss::kPtxTooNew;
  Means all = means;
  all.real = means.toolkit;
  all.ptx = means.toolkit;
  bool by_cubin = false;
  bool by_ptx = false;
  for (const arch::Architecture& each : means.toolkit) {
    if (each.variant != arch::Variant::kPlain) continue;
    const arch::Answer cubin = Covers(all, each, arch::Code::kReal, device);
    by_cubin = by_cubin || (cubin.outcome == arch::Outcome::kRuns && cubin.sure);
    by_ptx = by_ptx || !(device < each.capability());
  }
  if (by_ptx && !means.ptx_allowed && !by_cubin) return Miss::kPtxForbidden;
  if (by_cubin || by_ptx) return Miss::kUnsupported;
  const bool newer = means.toolkit.empty() || means.toolkit.back().capability() < device;
  return newer ? Miss::kTooNew : Miss::kTooOld;
}

}  // namespace

bool Means::Builds(arch::Architecture architecture) const { return Holds(toolkit, architecture); }
bool Means::MayBuildReal(arch::Architecture architecture) const {
  return Holds(real, architecture);
}
bool Means::MayBuildPtx(arch::Architecture architecture) const {
  return ptx_allowed && Holds(ptx, architecture);
}

Means MeansOf(const Request& request, const probe::Inventory& inventory,
              const probe::Toolkit& toolkit) {
  Means means;
  means.toolkit = toolkit.architectures;
  means.variants = request.variants;
  means.ptx_allowed = request.ptx != PtxPolicy::kOff;
  means.cuda = base::Version::Parse(toolkit.version).value_or(base::Version());
  means.toolkit_label = toolkit.version.empty() ? "this toolkit" : "CUDA " + toolkit.version;
  means.driver.driver_ptx_isa = PtxIsaOfDriver(inventory);
  for (const arch::Architecture& each : toolkit.architectures) {
    const bool plain = each.variant == arch::Variant::kPlain;
    if (request.supported.empty()) {
      if (Wanted(request.variants, each.variant)) means.real.push_back(each);
      if (plain) means.ptx.push_back(each);
    } else if (const WishItem* item = FindSupported(request.supported, each)) {
      // A bare 86 in the project's list says that the sources compile for 86, in either form.
      if (item->real || !item->ptx_given) means.real.push_back(each);
      if (plain && (item->ptx || !item->ptx_given)) means.ptx.push_back(each);
    }
  }
  return means;
}

arch::Answer Covers(const Means& means, arch::Architecture architecture, arch::Code code,
                    arch::ComputeCapability device) {
  arch::ImageTraits image;
  image.kind = code == arch::Code::kReal ? arch::ImageKind::kCubin : arch::ImageKind::kPtx;
  image.architecture = architecture;
  image.cuda = means.cuda;
  if (means.cuda.count > 0)
    image.ptx_isa = knowledge::PtxIsaOfCuda(means.cuda).value_or(base::Version());
  return arch::MayRun(image, device, means.driver);
}

Service Serve(const Means& means, arch::ComputeCapability device) {
  Service service;
  int best = -1;
  for (const arch::Architecture& real : means.real) {
    const arch::Answer answer = Covers(means, real, arch::Code::kReal, device);
    if (answer.outcome != arch::Outcome::kRuns || !answer.sure) continue;
    const int rank = Rank(means, real, device);
    if (rank <= best) continue;
    best = rank;
    service.architecture = real;
  }
  if (best >= 0) {
    service.why = WhyReal(means, service.architecture, device);
    return service;
  }
  service.code = arch::Code::kVirtual;
  bool refused = false;
  if (means.ptx_allowed) {
    for (std::size_t i = means.ptx.size(); i-- > 0;) {
      if (device < means.ptx[i].capability()) continue;
      const arch::Answer answer = Covers(means, means.ptx[i], arch::Code::kVirtual, device);
      refused = answer.outcome == arch::Outcome::kNo;
      if (refused) break;
      service.architecture = means.ptx[i];
      service.why = WhyPtx(means, device, answer.sure);
      return service;
    }
  }
  service.miss = WhyNot(means, device, refused);
  return service;
}

}  // namespace cuda_arch_guard::select
