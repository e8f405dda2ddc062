#include "arch/compatibility.h"

namespace cuda_arch_guard::arch {
namespace {

// R5. Tegra chips: K1 3.2, X1 5.3, X2 6.2, Xavier 7.2, Orin 8.7, Thor 10.1 (renamed 11.0 by
// CUDA 13.0). 8.8 is built by CUDA 13 for hardware that nobody has named: it is treated the same,
// exact only.
constexpr int kExactOnly[] = {32, 53, 62, 72, 87, 88, 101, 110};

// R4. A device belongs to a family from the CUDA version on that first said so: ptxas 12.9.86,
// 13.0.88, 13.4.92 and 13.5.37 asked for every pair.
struct FamilyRow {
  int family;
  ComputeCapability member;
  base::Version since;
};
constexpr FamilyRow kFamilies[] = {
    {100, {10, 0}, {12, 9}}, {100, {10, 3}, {12, 9}}, {100, {10, 7}, {13, 4}},
    {101, {10, 1}, {12, 9}}, {103, {10, 3}, {12, 9}}, {103, {10, 7}, {13, 4}},
    {107, {10, 7}, {13, 4}}, {110, {11, 0}, {13, 0}}, {120, {12, 0}, {12, 9}},
    {120, {12, 1}, {12, 9}}, {121, {12, 1}, {12, 9}},
};

Answer No(int rule) { return {Outcome::kNo, true, rule}; }

// 10.1 and 11.0 are one chip under two names (sm_101 until CUDA 12.9, sm_110 from 13.0).
bool IsThorRenamed(ComputeCapability a, ComputeCapability b) {
  return a != b && (a.number() == 101 || a.number() == 110) &&
         (b.number() == 101 || b.number() == 110);
}

// Does the target of the image include the device, whatever the kind of image?
Answer TargetIncludes(const ImageTraits& image, ComputeCapability device) {
  const ComputeCapability target = image.architecture.capability();
  if (image.architecture.variant == Variant::kSpecific) {
    if (target == device) return {Outcome::kRuns, true, 3};
    if (IsThorRenamed(target, device)) return {Outcome::kRuns, false, 5};
    return No(3);
  }
  if (image.architecture.variant == Variant::kFamily) {
    for (const FamilyRow& row : kFamilies) {
      if (row.family != image.architecture.number || row.member != device) continue;
      // A maker older than the row, or unknown, did not promise this device.
      const bool promised = target == device || (image.cuda.count > 0 && image.cuda >= row.since) ||
                            row.since <= base::Version(12, 9);
      return {Outcome::kRuns, promised, 4};
    }
    if (IsThorRenamed(target, device)) return {Outcome::kRuns, false, 5};
    return No(4);
  }
  if (image.kind == ImageKind::kPtx) {
    if (IsThorRenamed(target, device) && device < target) return {Outcome::kRuns, false, 5};
    return device < target ? No(2) : Answer{Outcome::kRuns, true, 2};
  }
  if (target == device) return {Outcome::kRuns, true, 1};
  if (IsThorRenamed(target, device)) return {Outcome::kRuns, false, 5};
  if (target.major != device.major || device < target) return No(1);
  if (IsTegra(target) || IsTegra(device)) return No(5);
  return {Outcome::kRuns, true, 1};
}

}  // namespace

bool IsTegra(ComputeCapability device) {
  for (const int number : kExactOnly) {
    if (number == device.number()) return true;
  }
  return false;
}

base::List<ComputeCapability> FamilyMembers(int number, const base::Version& cuda) {
  base::List<ComputeCapability> members;
  for (const FamilyRow& row : kFamilies) {
    const bool known = cuda.count > 0 ? row.since <= cuda : row.since <= base::Version(13, 0);
    if (row.family == number && known) members.push_back(row.member);
  }
  return members;
}

Answer MayRun(const ImageTraits& image, ComputeCapability device, const Conditions& conditions) {
  if (image.kind == ImageKind::kLtoIr)
    return No(10);  // an intermediate for the linker, never loaded
  if (image.kind == ImageKind::kCubin) {
    return conditions.force_ptx_jit ? No(7) : TargetIncludes(image, device);
  }
  if (conditions.disable_ptx_jit) return No(7);
  Answer answer = TargetIncludes(image, device);
  if (answer.outcome == Outcome::kNo) return answer;
  answer.outcome = Outcome::kByJit;
  if (image.ptx_isa.count == 0 || conditions.driver_ptx_isa.count == 0) {
    answer.sure = false;
  } else if (image.ptx_isa > conditions.driver_ptx_isa) {
    return No(8);
  }
  return answer;
}

Choice Choose(const base::List<ImageTraits>& images, ComputeCapability device,
              const Conditions& conditions) {
  Choice best;
  for (std::size_t i = 0; i < images.size(); ++i) {
    const Answer answer = MayRun(images[i], device, conditions);
    bool better = answer.outcome > best.answer.outcome;
    if (answer.outcome == best.answer.outcome && answer.outcome != Outcome::kNo) {
      // Certain before uncertain, then the nearest architecture.
      const Architecture held = images[best.index].architecture;
      better = answer.sure != best.answer.sure ? answer.sure : held < images[i].architecture;
    }
    if (!better) continue;
    best.answer = answer;
    best.index = static_cast<int>(i);
  }
  return best;
}

}  // namespace cuda_arch_guard::arch
