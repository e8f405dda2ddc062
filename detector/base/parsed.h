// What came of reading something as a certain format. A reader always tells three ends apart:
//   other   it is not this format; somebody else may know it
//   broken  it says it is this format, and then breaks its rules (where, and how)
//   read    here it is
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace cuda_arch_guard::base {

struct Breakage {
  std::uint64_t offset = 0;  // in the file
  std::string what;          // "the section table ends beyond the file"
};

// A value that Parsed<T> is "other" with.
struct NotThisFormat {};

template <typename T>
class Parsed {
 public:
  Parsed(T value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Parsed(NotThisFormat) {}                       // NOLINT(google-explicit-constructor)
  Parsed(Breakage breakage) : breakage_(std::move(breakage)) {}  // NOLINT

  bool read() const { return value_.has_value(); }
  bool broken() const { return breakage_.has_value(); }
  bool other() const { return !read() && !broken(); }
  const T& operator*() const { return *value_; }
  T& operator*() { return *value_; }
  const T* operator->() const { return &*value_; }
  T* operator->() { return &*value_; }
  const Breakage& breakage() const { return *breakage_; }

 private:
  std::optional<T> value_;
  std::optional<Breakage> breakage_;
};

}  // namespace cuda_arch_guard::base
