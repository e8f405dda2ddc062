// A value, or the finding that says why there is none.
#pragma once

#include <optional>
#include <utility>

#include "base/finding.h"

namespace cuda_arch_guard::base {

template <typename T>
class Result {
 public:
  Result(T value) : value_(std::move(value)) {}              // NOLINT(google-explicit-constructor)
  Result(Finding finding) : finding_(std::move(finding)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  const T& operator*() const { return *value_; }
  T& operator*() { return *value_; }
  const T* operator->() const { return &*value_; }
  T* operator->() { return &*value_; }
  const Finding& finding() const { return finding_; }

 private:
  std::optional<T> value_;
  Finding finding_;
};

}  // namespace cuda_arch_guard::base
