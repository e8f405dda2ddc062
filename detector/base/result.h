// A value, or the finding that says why there is none.
#pragma once

#include <utility>

#include "base/finding.h"

namespace cuda_arch_guard::base {

// T has a default constructor. A plain member rather than std::optional: the detector is compiled
// in somebody's configure step, and there the many small functions of a template cost time.
template <typename T>
class Result {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(T value) : ok_(true), value_(std::move(value)) {}
  Result(Finding finding) : finding_(std::move(finding)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return ok_; }
  explicit operator bool() const { return ok(); }
  const T& operator*() const { return value_; }
  T& operator*() { return value_; }
  const T* operator->() const { return &value_; }
  T* operator->() { return &value_; }
  const Finding& finding() const { return finding_; }

 private:
  bool ok_ = false;
  T value_{};
  Finding finding_;
};

}  // namespace cuda_arch_guard::base
