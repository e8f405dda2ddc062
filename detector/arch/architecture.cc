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

std::optional<ComputeCapability> ParseComputeCapability(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos || dot > 2 || text.size() != dot + 2) return std::nullopt;
  const std::optional<int> major = base::ParseNumber(text.substr(0, dot));
  const std::optional<int> minor = base::ParseNumber(text.substr(dot + 1));
  if (!major || !minor || *major == 0) return std::nullopt;
  return ComputeCapability{*major, *minor};
}

std::optional<Architecture> ParseArchitecture(std::string_view text) {
  Architecture architecture;
  if (!text.empty()) {
    const char last = text.back();
    if (last == 'a' || last == 'A') architecture.variant = Variant::kSpecific;
    if (last == 'f' || last == 'F') architecture.variant = Variant::kFamily;
  }
  if (architecture.variant != Variant::kPlain) text.remove_suffix(1);
  if (const std::optional<ComputeCapability> capability = ParseComputeCapability(text)) {
    architecture.number = capability->number();
    return architecture;
  }
  const std::optional<int> number = base::ParseNumber(text);
  if (!number || *number < 10 || *number > 999 || text.front() == '0') return std::nullopt;
  architecture.number = *number;
  return architecture;
}

}  // namespace cuda_arch_guard::arch
