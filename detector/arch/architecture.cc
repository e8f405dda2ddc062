#include "arch/architecture.h"

#include "base/text.h"

namespace cuda_arch_guard::arch {

std::string ComputeCapability::ToString() const {
  return std::to_string(major) + "." + std::to_string(minor);
}

std::string Architecture::ToString() const {
  std::string text = std::to_string(number);
  if (variant == Variant::kSpecific) text += 'a';
  if (variant == Variant::kFamily) text += 'f';
  return text;
}

const char* ToString(Code code) { return code == Code::kReal ? "real" : "virtual"; }

base::Maybe<ComputeCapability> ParseComputeCapability(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos || dot > 2 || text.size() != dot + 2) return base::kNothing;
  const base::Maybe<int> major = base::ParseNumber(text.substr(0, dot));
  const base::Maybe<int> minor = base::ParseNumber(text.substr(dot + 1));
  if (!major || !minor || *major == 0) return base::kNothing;
  return ComputeCapability{*major, *minor};
}

base::Maybe<Architecture> ParseArchitecture(std::string_view text) {
  Architecture architecture;
  if (!text.empty()) {
    const char last = text.back();
    if (last == 'a' || last == 'A') architecture.variant = Variant::kSpecific;
    if (last == 'f' || last == 'F') architecture.variant = Variant::kFamily;
  }
  if (architecture.variant != Variant::kPlain) text.remove_suffix(1);
  if (const base::Maybe<ComputeCapability> capability = ParseComputeCapability(text)) {
    architecture.number = capability->number();
    return architecture;
  }
  const base::Maybe<int> number = base::ParseNumber(text);
  if (!number || *number < 10 || *number > 999 || text.front() == '0') return base::kNothing;
  architecture.number = *number;
  return architecture;
}

}  // namespace cuda_arch_guard::arch
