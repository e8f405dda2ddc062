// Dotted version numbers: drivers (570.86.15), toolkits (12.8), PTX ISA (8.7).
#pragma once

#include <string>
#include <string_view>
#include "base/maybe.h"

namespace cuda_arch_guard::base {

struct Version {
  static constexpr int kParts = 4;
  int parts[kParts] = {0, 0, 0, 0};
  int count = 0;  // how many were given; 12.8 and 12.8.0 compare equal all the same
  int digits[kParts] = {0, 0, 0, 0};  // at least so many are printed: driver 450.80.02

  constexpr Version() = default;
  constexpr Version(int major, int minor) : parts{major, minor, 0, 0}, count(2) {}

  constexpr int major() const { return parts[0]; }
  constexpr int minor() const { return parts[1]; }

  // Digits and dots only, one to four numbers; nothing if it is anything else.
  static Maybe<Version> Parse(std::string_view text);
  // As written: as many numbers as were given.
  std::string ToString() const;
};

constexpr int Compare(const Version& a, const Version& b) {
  for (int i = 0; i < Version::kParts; ++i) {
    if (a.parts[i] != b.parts[i]) return a.parts[i] < b.parts[i] ? -1 : 1;
  }
  return 0;
}
constexpr bool operator==(const Version& a, const Version& b) { return Compare(a, b) == 0; }
constexpr bool operator!=(const Version& a, const Version& b) { return Compare(a, b) != 0; }
constexpr bool operator<(const Version& a, const Version& b) { return Compare(a, b) < 0; }
constexpr bool operator<=(const Version& a, const Version& b) { return Compare(a, b) <= 0; }
constexpr bool operator>(const Version& a, const Version& b) { return Compare(a, b) > 0; }
constexpr bool operator>=(const Version& a, const Version& b) { return Compare(a, b) >= 0; }

}  // namespace cuda_arch_guard::base
