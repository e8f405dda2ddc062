#include "verdict/judge.h"

#include <algorithm>
#include <utility>

#include "knowledge/toolkits.h"
#include "verdict/reason.h"
#include "verdict/self_selecting.h"
#include "verdict/unit_name.h"

namespace cuda_arch_guard::verdict {
namespace {

using arch::Outcome;
using fatbin::DeviceCode;
using fatbin::Presence;
using fatbin::Unit;
using fatbin::Where;

std::vector<arch::ImageTraits> TraitsOf(const Unit& unit) {
  std::vector<arch::ImageTraits> traits;
  for (const fatbin::Image& image : unit.images) {
    traits.push_back(image.traits);
    // Of an unknown kind: present, but never usable.
    if (!image.known) traits.back().kind = arch::ImageKind::kLtoIr;
  }
  return traits;
}

// Made for other devices on purpose: every image is an `a` or `f` one, and none was kept from
// running by anything but its architecture.
bool IsSpecialised(const Unit& unit, arch::ComputeCapability device) {
  for (const fatbin::Image& image : unit.images) {
    if (!image.known || image.traits.architecture.variant == arch::Variant::kPlain) return false;
    if (arch::MayRun(image.traits, device).outcome != Outcome::kNo) return false;
  }
  return !unit.images.empty();
}

// The rule that kept the most promising image from running: an architecture that fits comes
// before one that does not.
int BlockingRule(const std::vector<arch::ImageTraits>& images, arch::ComputeCapability device,
                 const arch::Conditions& conditions) {
  int rule = 10;
  for (const arch::ImageTraits& image : images) {
    const int blocked_by = arch::MayRun(image, device, conditions).rule;
    if (blocked_by == 8 || blocked_by == 7) return blocked_by;
    if (blocked_by == 5) rule = 5;
  }
  return rule;
}

// A device-linked unit keeps the relocatable images it was made of, and the driver can link them
// again. Which of them belong to it is only known at run time, so all of them must be usable.
bool CanBeRelinked(const Examined& file, arch::ComputeCapability device,
                   const arch::Conditions& conditions) {
  bool any = false;
  for (std::size_t i = 0; i < file.code.units.size(); ++i) {
    const Unit& unit = file.code.units[i];
    if (unit.where != Where::kRelocatable || file.presence[i] == Presence::kNo) continue;
    if (arch::Choose(TraitsOf(unit), device, conditions).index < 0) return false;
    any = true;
  }
  return any;
}

UnitVerdict JudgeUnit(const Examined& file, std::size_t index, arch::ComputeCapability device,
                      const arch::Conditions& conditions) {
  const Unit& unit = file.code.units[index];
  UnitVerdict verdict;
  verdict.unit = index;
  if (file.presence[index] == Presence::kNo) {
    verdict.unit_class = UnitClass::kEmpty;
    return verdict;
  }
  const std::vector<arch::ImageTraits> images = TraitsOf(unit);
  const arch::Choice choice = arch::Choose(images, device, conditions);
  verdict.sure = choice.answer.sure;
  verdict.image = choice.index;
  verdict.rule = choice.answer.rule;
  if (choice.answer.outcome == Outcome::kRuns) {
    verdict.unit_class = UnitClass::kCovered;
  } else if (choice.answer.outcome == Outcome::kByJit) {
    verdict.unit_class = UnitClass::kByJit;
  } else if (unit.device_linked && CanBeRelinked(file, device, conditions)) {
    verdict.unit_class = UnitClass::kByJit;
    verdict.sure = false;
  } else {
    verdict.rule = BlockingRule(images, device, conditions);
    if (file.presence[index] == Presence::kUnknown) {
      verdict.unit_class = UnitClass::kUnknown;
    } else if (IsSpecialised(unit, device)) {
      verdict.unit_class = UnitClass::kSpecialised;
    }
  }
  return verdict;
}

// What a library is known by: its soname, or on Windows its file name.
std::string NameOf(const DeviceCode& code) {
  if (code.format != "pe") return code.soname;
  return code.path.substr(code.path.find_last_of("/\\") + 1);
}

bool HasKernels(const Examined& file, const std::vector<std::size_t>& units) {
  for (const std::size_t unit : units) {
    if (file.presence[unit] != Presence::kNo) return true;
  }
  return false;
}

std::vector<std::size_t> UnitsAt(const DeviceCode& code, Where where) {
  std::vector<std::size_t> units;
  for (std::size_t i = 0; i < code.units.size(); ++i) {
    if (code.units[i].where == where) units.push_back(i);
  }
  return units;
}

// The units that count. In a linked file relocatable code is no unit of its own; but where no
// device link made anything of it, its kernels are there and can never be launched.
std::vector<std::size_t> UnitsToJudge(const Examined& file, FileVerdict& verdict) {
  std::vector<std::size_t> units = UnitsAt(file.code, Where::kRegistered);
  const std::vector<std::size_t> relocatable = UnitsAt(file.code, Where::kRelocatable);
  const bool device_linked = std::any_of(file.code.units.begin(), file.code.units.end(),
                                         [](const Unit& unit) { return unit.device_linked; });
  if (!file.code.linked || (!device_linked && HasKernels(file, relocatable))) {
    verdict.never_linked = file.code.linked;
    units.insert(units.end(), relocatable.begin(), relocatable.end());
    std::sort(units.begin(), units.end());
  }
  if (!HasKernels(file, units)) {
    const std::vector<std::size_t> embedded = UnitsAt(file.code, Where::kEmbedded);
    if (HasKernels(file, embedded)) {
      verdict.embedded = true;
      return embedded;
    }
  }
  return units;
}

void Count(const UnitVerdict& unit, UnitCounts& counts) {
  switch (unit.unit_class) {
    case UnitClass::kCovered:
      ++counts.covered;
      break;
    case UnitClass::kByJit:
      ++counts.by_jit;
      break;
    case UnitClass::kEmpty:
      ++counts.empty;
      break;
    case UnitClass::kSpecialised:
      ++counts.specialised;
      break;
    case UnitClass::kGap:
      ++counts.gap;
      break;
    case UnitClass::kUnknown:
      ++counts.unknown;
      break;
  }
}

bool IsAllowed(Examined& file, const UnitVerdict& unit, const Policy& policy) {
  const std::optional<base::Pattern>* pattern = nullptr;
  if (unit.unit_class == UnitClass::kGap) pattern = &policy.allow_gap;
  if (unit.unit_class == UnitClass::kSpecialised) pattern = &policy.allow_specialised;
  return pattern != nullptr && *pattern && UnitMatches(file, unit.unit, **pattern);
}

}  // namespace

bool IsShortfall(const UnitVerdict& unit, const Policy& policy) {
  switch (unit.unit_class) {
    case UnitClass::kGap:
      return !unit.allowed;
    case UnitClass::kByJit:
      return policy.forbid_jit;
    case UnitClass::kSpecialised:
      return policy.forbid_specialised && !unit.allowed;
    default:
      return false;
  }
}

namespace {

void Decide(const Policy& policy, FileVerdict& verdict) {
  const UnitCounts& units = verdict.units;
  const int with_kernels =
      units.covered + units.by_jit + units.specialised + units.gap + units.unknown;
  const int served = units.covered + (policy.forbid_jit ? 0 : units.by_jit);
  const bool shortfall =
      std::any_of(verdict.judged.begin(), verdict.judged.end(),
                  [&](const UnitVerdict& unit) { return IsShortfall(unit, policy); });
  if (with_kernels == 0) {
    verdict.verdict = Verdict::kNoDeviceCode;
  } else if (served == 0 || verdict.never_linked) {
    verdict.verdict = Verdict::kFails;
  } else if (verdict.self_selecting) {
    verdict.verdict = units.covered > 0 ? Verdict::kRuns : Verdict::kRunsByJit;
  } else if (shortfall) {
    verdict.verdict = Verdict::kPartly;
  } else {
    verdict.verdict = units.by_jit > 0 ? Verdict::kRunsByJit : Verdict::kRuns;
  }
  verdict.undecided = units.unknown > 0 && !(verdict.self_selecting && served > 0);
  // Where nothing at all can run, units made for other devices do not make that doubtful.
  const bool doubtful_class = units.unknown > 0 || (units.specialised > 0 && served > 0);
  const bool doubtful_rule = std::any_of(
      verdict.judged.begin(), verdict.judged.end(),
      [&](const UnitVerdict& unit) { return !unit.sure && !IsShortfall(unit, policy); });
  verdict.sure = !doubtful_class && !doubtful_rule && !verdict.embedded && !verdict.never_linked &&
                 !(verdict.self_selecting && units.gap > 0 && served > 0);
}

knowledge::Platform PlatformOf(const DeviceCode& code) {
  return code.format == "pe" ? knowledge::Platform::kWindows : knowledge::Platform::kLinux;
}

// What the driver says itself, else what its number stands for. The numbers of Jetson drivers
// follow other rules.
base::Version PtxIsaOf(const DriverFacts& driver, arch::ComputeCapability device,
                       knowledge::Platform platform) {
  std::optional<base::Version> cuda;
  if (driver.cuda.count > 0) {
    cuda = driver.cuda;
  } else if (driver.number.count > 0 && !arch::IsTegra(device)) {
    cuda = knowledge::CudaOfDriver(driver.number, platform);
  }
  if (!cuda) return {};
  return knowledge::PtxIsaOfCuda(*cuda).value_or(base::Version());
}

// R9 of PTX: its ISA version tells the least CUDA that wrote it. The JIT of an early driver of that
// CUDA may know it all the same, so a driver below the minimum makes the answer doubtful.
void DoubtEarlyDriver(const Examined& file, const Policy& policy, FileVerdict& verdict) {
  const base::Version number =
      arch::IsTegra(verdict.device) ? base::Version() : policy.driver.number;
  for (const UnitVerdict& unit : verdict.judged) {
    if (unit.unit_class != UnitClass::kByJit || unit.image < 0) continue;
    const fatbin::Image& image =
        file.code.units[unit.unit].images[static_cast<std::size_t>(unit.image)];
    const auto cuda = knowledge::CudaOfPtxIsa(image.traits.ptx_isa);
    if (cuda && knowledge::DriverRunsCuda(policy.driver.cuda, number, *cuda,
                                          PlatformOf(file.code)) == knowledge::DriverAnswer::kNo) {
      verdict.sure = false;
      return;
    }
  }
}

// R9, asked of the newest CUDA among the cubins that serve the device. A library may mix two; a
// sample tells, since within one major version no driver makes a difference.
void CheckDriver(Examined& file, const Policy& policy, FileVerdict& verdict) {
  constexpr int kSample = 16;
  if (policy.driver.number.count == 0 && policy.driver.cuda.count == 0) return;
  DoubtEarlyDriver(file, policy, verdict);
  base::Version newest;
  int asked = 0;
  for (const UnitVerdict& unit : verdict.judged) {
    if (unit.unit_class != UnitClass::kCovered || unit.image < 0 || asked == kSample) continue;
    ++asked;
    const fatbin::Image& image =
        file.code.units[unit.unit].images[static_cast<std::size_t>(unit.image)];
    const base::Version cuda = fatbin::CudaOfImage(image, file.budget);
    if (newest < cuda) newest = cuda;
  }
  if (newest.count == 0) return;
  const base::Version number =
      arch::IsTegra(verdict.device) ? base::Version() : policy.driver.number;
  if (knowledge::DriverRunsCuda(policy.driver.cuda, number, newest, PlatformOf(file.code)) !=
      knowledge::DriverAnswer::kNo) {
    return;
  }
  verdict.too_new_cuda = newest;
  verdict.verdict = Verdict::kFails;
}

}  // namespace

const char* ToString(Verdict verdict) {
  switch (verdict) {
    case Verdict::kNoDeviceCode:
      return "no-device-code";
    case Verdict::kRuns:
      return "runs";
    case Verdict::kRunsByJit:
      return "runs-by-jit";
    case Verdict::kPartly:
      return "partly";
    case Verdict::kFails:
      return "fails";
  }
  return "fails";
}

Examined Examine(fatbin::DeviceCode code) {
  Examined file;
  file.code = std::move(code);
  const auto look = [&file](std::size_t index) {
    std::string why;
    file.presence[index] = fatbin::HasCode(file.code.units[index], file.budget, &why);
    if (file.presence[index] == Presence::kUnknown && file.closed.empty()) file.closed = why;
  };
  file.presence.assign(file.code.units.size(), Presence::kUnknown);
  for (std::size_t i = 0; i < file.code.units.size(); ++i) {
    if (file.code.units[i].where != Where::kEmbedded) look(i);
  }
  // Embedded code is asked only where nothing else has a kernel: there may be very much of it.
  if (HasKernels(file, UnitsAt(file.code, Where::kRegistered))) return file;
  for (const std::size_t embedded : UnitsAt(file.code, Where::kEmbedded)) look(embedded);
  return file;
}

FileVerdict Judge(Examined& file, arch::ComputeCapability device, const Policy& policy) {
  arch::Conditions conditions;
  conditions.driver_ptx_isa = PtxIsaOf(policy.driver, device, PlatformOf(file.code));
  conditions.force_ptx_jit = policy.force_ptx_jit;
  conditions.disable_ptx_jit = policy.disable_ptx_jit;

  FileVerdict verdict;
  verdict.path = file.code.path;
  verdict.device = device;
  verdict.driver_ptx_isa = conditions.driver_ptx_isa;
  verdict.self_selecting = IsSelfSelecting(NameOf(file.code));
  for (const std::size_t index : UnitsToJudge(file, verdict)) {
    UnitVerdict unit = JudgeUnit(file, index, device, conditions);
    unit.allowed = IsAllowed(file, unit, policy);
    verdict.judged.push_back(unit);
  }
  // Whether a unit holds a kernel matters only beside units that lack something: where all the
  // others are served, one that is served anyhow need not be opened to be counted.
  const bool all_served =
      std::all_of(verdict.judged.begin(), verdict.judged.end(), [](const UnitVerdict& unit) {
        return unit.unit_class != UnitClass::kGap && unit.unit_class != UnitClass::kUnknown &&
               unit.unit_class != UnitClass::kSpecialised;
      });
  for (UnitVerdict& unit : verdict.judged) {
    if (!all_served && file.presence[unit.unit] == Presence::kUnknown) {
      unit.unit_class = UnitClass::kUnknown;
    }
    Count(unit, verdict.units);
  }
  Decide(policy, verdict);
  if (!file.code.problems.empty()) verdict.sure = false;
  if (verdict.verdict != Verdict::kNoDeviceCode && verdict.verdict != Verdict::kFails) {
    CheckDriver(file, policy, verdict);
  }
  verdict.reason = Reason(file, verdict, policy);
  return verdict;
}

}  // namespace cuda_arch_guard::verdict
