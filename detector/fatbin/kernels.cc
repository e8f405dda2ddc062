#include "fatbin/kernels.h"

#include <algorithm>

#include "fatbin/cubin.h"
#include "fatbin/ptx.h"

namespace cuda_arch_guard::fatbin {
namespace {

Presence PresenceIn(const Image& image, OpenBudget& budget, std::string* why) {
  const OpenedImage opened = OpenImage(image, budget);
  if (!opened.ok()) {
    *why = image.ToString() + ": " + opened.error();
    return Presence::kUnknown;
  }
  bool has_code = false;
  if (image.traits.kind == arch::ImageKind::kCubin) {
    const base::Parsed<Cubin> cubin = ReadCubin(opened.bytes());
    if (!cubin.read()) {
      *why = image.ToString() + ": " + (cubin.broken() ? cubin.breakage().what : "no cubin");
      return Presence::kUnknown;
    }
    has_code = cubin->has_kernel || cubin->has_function;
  } else if (image.traits.kind == arch::ImageKind::kPtx) {
    const base::Parsed<Ptx> ptx = ReadPtx(opened.bytes());
    if (!ptx.read()) {
      *why = image.ToString() + ": " + (ptx.broken() ? ptx.breakage().what : "no PTX");
      return Presence::kUnknown;
    }
    has_code = !ptx->kernels.empty() || ptx->has_function;
  } else {
    *why = image.ToString() + ": LTO-IR cannot be looked into";
    return Presence::kUnknown;
  }
  return has_code ? Presence::kYes : Presence::kNo;
}

}  // namespace

Presence HasCode(const Unit& unit, OpenBudget& budget, std::string* why) {
  std::vector<const Image*> images;
  for (const Image& image : unit.images) images.push_back(&image);
  std::stable_sort(images.begin(), images.end(),
                   [](const Image* a, const Image* b) { return a->raw_size < b->raw_size; });
  Presence presence = Presence::kNo;
  for (const Image* image : images) {
    const Presence one = PresenceIn(*image, budget, why);
    if (one == Presence::kYes) {
      why->clear();
      return one;
    }
    if (one == Presence::kUnknown) presence = one;
  }
  return presence;
}

std::optional<std::vector<std::string>> KernelNames(const Image& image, OpenBudget& budget) {
  const OpenedImage opened = OpenImage(image, budget);
  if (!opened.ok()) return std::nullopt;
  if (image.traits.kind == arch::ImageKind::kPtx) {
    base::Parsed<Ptx> ptx = ReadPtx(opened.bytes());
    if (!ptx.read()) return std::nullopt;
    return std::move(ptx->kernels);
  }
  const base::Parsed<objfile::ElfFile> elf = objfile::ElfFile::Read(opened.bytes());
  if (!elf.read() || elf->machine() != kCudaMachine) return std::nullopt;
  return CubinKernels(*elf);
}

std::optional<std::vector<std::string>> UnitKernels(const Unit& unit, OpenBudget& budget) {
  std::optional<std::vector<std::string>> kernels;
  for (const Image& image : unit.images) {
    if (image.traits.kind == arch::ImageKind::kLtoIr) continue;
    kernels = KernelNames(image, budget);
    if (kernels) break;
  }
  return kernels;
}

base::Version CudaOfImage(const Image& image, OpenBudget& budget) {
  if (image.traits.kind != arch::ImageKind::kCubin) return {};
  const OpenedImage opened = OpenImage(image, budget);
  if (!opened.ok()) return {};
  const base::Parsed<Cubin> cubin = ReadCubin(opened.bytes());
  return cubin.read() ? cubin->cuda : base::Version();
}

}  // namespace cuda_arch_guard::fatbin
