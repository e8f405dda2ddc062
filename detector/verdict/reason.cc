#include "verdict/reason.h"

#include <algorithm>
#include <map>

#include "verdict/unit_name.h"

namespace cuda_arch_guard::verdict {
namespace {

constexpr std::size_t kNamed = 3;  // so many units are named in a sentence

std::string Units(int count) { return std::to_string(count) + (count == 1 ? " unit" : " units"); }

std::string JoinWords(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

// "sm_86 (9), sm_80 (2)": what serves the device, the most frequent first.
std::string Served(const Examined& file, const FileVerdict& verdict, UnitClass unit_class) {
  std::map<std::string, int> counts;
  for (const UnitVerdict& unit : verdict.judged) {
    if (unit.unit_class != unit_class) continue;
    const fatbin::Unit& of = file.code.units[unit.unit];
    ++counts[unit.image < 0 ? "a new link of its relocatable code"
                            : of.images[static_cast<std::size_t>(unit.image)].ToString()];
  }
  std::vector<std::pair<std::string, int>> order(counts.begin(), counts.end());
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> words;
  for (const auto& [image, count] : order) {
    words.push_back(order.size() == 1 ? image : image + " (" + std::to_string(count) + ")");
  }
  return JoinWords(words);
}

// Units that the verdict counts as missing; where nothing runs at all, all that have kernels.
bool IsMissing(const UnitVerdict& unit, const FileVerdict& verdict, const Policy& policy) {
  if (verdict.verdict != Verdict::kFails) return IsShortfall(unit, policy);
  return unit.unit_class != UnitClass::kEmpty && unit.unit_class != UnitClass::kUnknown;
}

std::string Missing(Examined& file, const FileVerdict& verdict, const Policy& policy) {
  std::string text;
  std::size_t count = 0;
  for (const UnitVerdict& unit : verdict.judged) {
    if (!IsMissing(unit, verdict, policy) || ++count > kNamed) continue;
    text += (count == 1 ? "" : "; ") + UnitName(file, unit.unit) + " (" +
            WhyNot(file, unit, verdict, policy) + ")";
  }
  return count <= kNamed ? text : text + "; and " + std::to_string(count - kNamed) + " more";
}

std::string NoDeviceCode(const Examined& file) {
  if (file.code.stripped_regions > 0) {
    return "its device code was removed: it registers " +
           std::to_string(file.code.stripped_regions) + " regions and holds none of them";
  }
  if (!file.code.units.empty()) return "its device code holds no kernel";
  std::string text = "no device code was found";
  if (!file.code.scanned) text += " in its CUDA sections; the rest of it was not looked at";
  return text + " (that does not make it CPU only: it may compile or load code while it runs)";
}

// What lowers the certainty, or is good to know.
std::string Remarks(const Examined& file, const FileVerdict& verdict, const Policy& policy) {
  std::string text;
  const UnitCounts& units = verdict.units;
  if (units.by_jit > 0 && verdict.verdict == Verdict::kRunsByJit &&
      verdict.driver_ptx_isa.count == 0) {
    text += "; whether the driver's compiler takes this PTX is not known";
  }
  if (units.specialised > 0 && verdict.verdict != Verdict::kFails && !policy.forbid_specialised &&
      !verdict.self_selecting) {
    text += "; " + Units(units.specialised) + " made for other devices on purpose";
  }
  if (verdict.undecided) {
    text += "; " + Units(units.unknown) + " could not be looked into: " + file.closed;
  }
  if (verdict.embedded) text += "; it is embedded as data, how it is loaded is not known";
  if (!file.code.linked && verdict.verdict != Verdict::kNoDeviceCode) text += "; not linked yet";
  if (!file.code.problems.empty()) text += "; not all of its device code could be read";
  return text;
}

}  // namespace

const char* ToString(UnitClass unit_class) {
  switch (unit_class) {
    case UnitClass::kCovered:
      return "covered";
    case UnitClass::kByJit:
      return "by_jit";
    case UnitClass::kEmpty:
      return "empty";
    case UnitClass::kSpecialised:
      return "specialised";
    case UnitClass::kGap:
      return "gap";
    case UnitClass::kUnknown:
      return "unknown";
  }
  return "unknown";
}

std::string ImageList(const fatbin::Unit& unit) {
  std::vector<std::string> words;
  for (const fatbin::Image& image : unit.images) words.push_back(image.ToString());
  return words.empty() ? "no image" : JoinWords(words);
}

std::string WhyNot(const Examined& file, const UnitVerdict& unit, const FileVerdict& verdict,
                   const Policy& policy) {
  const fatbin::Unit& of = file.code.units[unit.unit];
  const std::string images = ImageList(of);
  if (unit.unit_class == UnitClass::kByJit) return "only by JIT from " + images;
  if (unit.rule == 7) {
    return images + (policy.disable_ptx_jit ? ", and JIT is disabled" : ", and cubins are ignored");
  }
  if (unit.rule == 8) {
    return images + ", and the driver takes PTX up to " + verdict.driver_ptx_isa.ToString();
  }
  if (unit.rule == 5) return images + ", and cubins do not cross to or from Tegra chips";
  return "has " + images + ", nothing for " + verdict.device.ToString();
}

std::string Reason(Examined& file, const FileVerdict& verdict, const Policy& policy) {
  const std::string device = verdict.device.ToString();
  const UnitCounts& units = verdict.units;
  const int with_kernels =
      units.covered + units.by_jit + units.specialised + units.gap + units.unknown;
  std::string text;
  if (verdict.too_new_cuda.count > 0) {
    text = "its code was made by CUDA " + verdict.too_new_cuda.ToString() +
           ", which the driver is too old for";
  } else if (verdict.never_linked && verdict.verdict == Verdict::kFails) {
    text = "it holds relocatable device code that no device link was made of";
  } else if (verdict.verdict == Verdict::kNoDeviceCode) {
    text = NoDeviceCode(file);
  } else if (verdict.self_selecting && verdict.verdict != Verdict::kFails) {
    text = "it picks its kernels by GPU while it runs: " +
           std::to_string(units.covered + units.by_jit) + " of " + Units(with_kernels) + " serve " +
           device;
  } else if (verdict.verdict == Verdict::kRuns) {
    text = Units(units.covered) + " covered by " + Served(file, verdict, UnitClass::kCovered);
  } else if (verdict.verdict == Verdict::kRunsByJit) {
    text = std::to_string(units.by_jit) + " of " + Units(with_kernels) + " only by JIT from " +
           Served(file, verdict, UnitClass::kByJit);
  } else if (verdict.verdict == Verdict::kPartly) {
    const auto missing =
        std::count_if(verdict.judged.begin(), verdict.judged.end(),
                      [&](const UnitVerdict& unit) { return IsMissing(unit, verdict, policy); });
    text = std::to_string(missing) + " of " + Units(with_kernels) + " not served on " + device +
           ": " + Missing(file, verdict, policy);
  } else if (units.gap + units.specialised + units.by_jit == 0) {
    text = "nothing in it is known to run on " + device;
  } else {
    text = "no unit runs on " + device + ": " + Missing(file, verdict, policy);
  }
  return text + Remarks(file, verdict, policy);
}

}  // namespace cuda_arch_guard::verdict
