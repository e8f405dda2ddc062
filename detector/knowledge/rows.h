// A table that is laid out by the compiler: nothing is built or copied at start-up.
#pragma once

#include <cstddef>

namespace cuda_arch_guard::knowledge {

// The rows of one table, in their order. Use it in a range-for.
template <typename Row>
class Rows {
 public:
  template <std::size_t kCount>
  constexpr explicit Rows(const Row (&rows)[kCount]) : first_(rows), count_(kCount) {}

  constexpr const Row* begin() const { return first_; }
  constexpr const Row* end() const { return first_ + count_; }
  constexpr std::size_t size() const { return count_; }
  constexpr const Row& operator[](std::size_t index) const { return first_[index]; }
  constexpr const Row& back() const { return first_[count_ - 1]; }

 private:
  const Row* first_;
  std::size_t count_;
};

}  // namespace cuda_arch_guard::knowledge
