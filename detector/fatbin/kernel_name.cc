#include "fatbin/kernel_name.h"

#include "base/text.h"

namespace cuda_arch_guard::fatbin {

std::string ReadableKernelName(std::string_view mangled) {
  constexpr std::string_view kAnonymous = "_GLOBAL__N_";
  const std::string whole(mangled);
  if (!base::StartsWith(mangled, "_Z")) return whole;
  mangled.remove_prefix(2);
  const bool nested = base::StartsWith(mangled, "N");
  // N: a nested name; L: internal linkage.
  if (nested || base::StartsWith(mangled, "L")) mangled.remove_prefix(1);
  std::string name;
  while (true) {
    const std::size_t digits = mangled.find_first_not_of("0123456789");
    if (digits == 0 || digits == std::string_view::npos) break;
    const auto length = base::ParseNumber(mangled.substr(0, digits));
    mangled.remove_prefix(digits);
    if (!length || static_cast<std::size_t>(*length) > mangled.size()) return whole;
    const std::string_view part = mangled.substr(0, static_cast<std::size_t>(*length));
    mangled.remove_prefix(part.size());
    if (!name.empty()) name += "::";
    name += base::StartsWith(part, kAnonymous) ? std::string_view("(anonymous)") : part;
    if (!nested) break;
  }
  return name.empty() ? whole : name;
}

}  // namespace cuda_arch_guard::fatbin
