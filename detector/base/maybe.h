// A value or none: std::optional in the tool, and in the detector a type that compiles faster; see
// base/list.h.
#pragma once

#ifndef CUDA_ARCH_GUARD_DETECTOR
#include <optional>

namespace cuda_arch_guard::base {
template <typename T>
using Maybe = std::optional<T>;
inline constexpr std::nullopt_t kNothing = std::nullopt;
}  // namespace cuda_arch_guard::base

#else
namespace cuda_arch_guard::base {

struct Nothing {
  explicit constexpr Nothing(int) {}
};
inline constexpr Nothing kNothing{0};

// What is used of std::optional. T has a default constructor, and no type here minds being made
// without need.
template <typename T>
class Maybe {
 public:
  constexpr Maybe() {}
  constexpr Maybe(Nothing) {}  // NOLINT(google-explicit-constructor)
  constexpr Maybe(T value)     // NOLINT(google-explicit-constructor)
      : has_value_(true), value_(static_cast<T&&>(value)) {}

  constexpr bool has_value() const { return has_value_; }
  constexpr explicit operator bool() const { return has_value_; }
  constexpr T& operator*() { return value_; }
  constexpr const T& operator*() const { return value_; }
  constexpr T* operator->() { return &value_; }
  constexpr const T* operator->() const { return &value_; }
  constexpr const T& value_or(const T& other) const { return has_value_ ? value_ : other; }

 private:
  bool has_value_ = false;
  T value_{};
};

template <typename T>
constexpr bool operator==(const Maybe<T>& a, const Maybe<T>& b) {
  return a.has_value() == b.has_value() && (!a.has_value() || *a == *b);
}
template <typename T>
constexpr bool operator!=(const Maybe<T>& a, const Maybe<T>& b) {
  return !(a == b);
}

}  // namespace cuda_arch_guard::base
#endif
