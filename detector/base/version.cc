#include "base/version.h"

#include "base/text.h"

namespace cuda_arch_guard::base {

Maybe<Version> Version::Parse(std::string_view text) {
  Version version;
  while (true) {
    const std::size_t dot = text.find('.');
    const Maybe<int> part = ParseNumber(text.substr(0, dot));
    if (!part || version.count == kParts) return kNothing;
    version.digits[version.count] = static_cast<int>(dot < text.size() ? dot : text.size());
    version.parts[version.count++] = *part;
    if (dot == std::string_view::npos) return version;
    text.remove_prefix(dot + 1);
  }
}

std::string Version::ToString() const {
  std::string text;
  for (int i = 0; i < count; ++i) {
    if (i > 0) text += '.';
    const std::string part = std::to_string(parts[i]);
    for (int have = static_cast<int>(part.size()); have < digits[i]; ++have) text += '0';
    text += part;
  }
  return text;
}

}  // namespace cuda_arch_guard::base
