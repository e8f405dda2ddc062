#include "base/version.h"

#include "base/text.h"

namespace cuda_arch_guard::base {

std::optional<Version> Version::Parse(std::string_view text) {
  Version version;
  while (true) {
    const std::size_t dot = text.find('.');
    const std::optional<int> part = ParseNumber(text.substr(0, dot));
    if (!part || version.count == kParts) return std::nullopt;
    version.parts[version.count++] = *part;
    if (dot == std::string_view::npos) return version;
    text.remove_prefix(dot + 1);
  }
}

std::string Version::ToString() const {
  std::string text;
  for (int i = 0; i < count; ++i) {
    if (i > 0) text += '.';
    text += std::to_string(parts[i]);
  }
  return text;
}

}  // namespace cuda_arch_guard::base
