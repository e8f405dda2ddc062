// The two numbers that everything is about, as types.
//   ComputeCapability  a property of a device: 8.6
//   Architecture       what one builds for: 86, 90a, 100f; real (cubin, sm_) or virtual (PTX,
//   compute_)
#pragma once

#include <string>
#include <string_view>
#include "base/maybe.h"

namespace cuda_arch_guard::arch {

// Ordered as numbers: 8.6 < 10.0 < 12.0.
struct ComputeCapability {
  int major = 0;
  int minor = 0;

  constexpr int number() const { return major * 10 + minor; }  // 86, 120
  std::string ToString() const;                                // "8.6"
};

constexpr bool operator==(ComputeCapability a, ComputeCapability b) {
  return a.major == b.major && a.minor == b.minor;
}
constexpr bool operator!=(ComputeCapability a, ComputeCapability b) { return !(a == b); }
constexpr bool operator<(ComputeCapability a, ComputeCapability b) {
  return a.major != b.major ? a.major < b.major : a.minor < b.minor;
}

enum class Variant {
  kPlain,     // 90: forward compatible (R1, R2)
  kFamily,    // 100f: the devices of a family (R4)
  kSpecific,  // 90a: this very capability (R3)
};

// Ordered by number, then plain, family, specific.
struct Architecture {
  int number = 0;  // 86, 90, 120: major * 10 + minor
  Variant variant = Variant::kPlain;

  constexpr ComputeCapability capability() const { return {number / 10, number % 10}; }
  std::string ToString() const;  // "86", "100f", "90a"
};

constexpr Architecture PlainArchitecture(ComputeCapability capability) {
  return {capability.number(), Variant::kPlain};
}

constexpr bool operator==(Architecture a, Architecture b) {
  return a.number == b.number && a.variant == b.variant;
}
constexpr bool operator!=(Architecture a, Architecture b) { return !(a == b); }
constexpr bool operator<(Architecture a, Architecture b) {
  return a.number != b.number ? a.number < b.number : a.variant < b.variant;
}

enum class Code {
  kReal,     // a cubin, sm_
  kVirtual,  // PTX, compute_
};

const char* ToString(Code code);  // "real" or "virtual"

// "8.6" and nothing else around it: one or two digits, a dot, one digit.
base::Maybe<ComputeCapability> ParseComputeCapability(std::string_view text);

// "86", "8.6", "90a", "9.0a", "100f", "120". Letters in either case. No prefix.
base::Maybe<Architecture> ParseArchitecture(std::string_view text);

}  // namespace cuda_arch_guard::arch
