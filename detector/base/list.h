// A sequence: std::vector in the tool. The configure-time detector is one translation unit compiled
// in somebody's configure step, where every function of a template costs time: it takes a List of
// its own, and a Maybe (base/maybe.h), and so compiles in less than half the time. That program
// alone defines CUDA_ARCH_GUARD_DETECTOR.
#pragma once

#ifndef CUDA_ARCH_GUARD_DETECTOR
#include <vector>

namespace cuda_arch_guard::base {
template <typename T>
using List = std::vector<T>;
}  // namespace cuda_arch_guard::base

#else
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <new>

namespace cuda_arch_guard::base {

// What is used of std::vector, with the same meaning.
template <typename T>
class List {
 public:
  List() {}
  explicit List(std::size_t size) { resize(size); }
  List(const T* first, const T* last) { Append(first, last); }
  List(std::initializer_list<T> items) { Append(items.begin(), items.end()); }
  List(const List& other) { Append(other.begin(), other.end()); }
  List(List&& other) noexcept { Swap(other); }
  List& operator=(List other) noexcept {
    Swap(other);
    return *this;
  }
  ~List() {
    clear();
    std::free(items_);
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return items_; }
  T& operator[](std::size_t index) { return items_[index]; }
  const T& operator[](std::size_t index) const { return items_[index]; }
  T& front() { return items_[0]; }
  const T& front() const { return items_[0]; }
  T& back() { return items_[size_ - 1]; }
  const T& back() const { return items_[size_ - 1]; }
  T* begin() { return items_; }
  T* end() { return items_ + size_; }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size_; }

  void push_back(T item) { new (Room()) T(static_cast<T&&>(item)); }
  template <typename... Parts>
  void emplace_back(const Parts&... parts) {
    new (Room()) T(parts...);
  }
  void pop_back() { items_[--size_].~T(); }
  void insert(const T* before, T item);
  void insert(const T* before, const T* first, const T* last);
  void erase(const T* item);
  void clear() {
    while (size_ > 0) pop_back();
  }
  void resize(std::size_t size) {
    while (size_ > size) pop_back();
    while (size_ < size) new (Room()) T();
  }

 private:
  void Swap(List& other) {
    Exchange(items_, other.items_);
    Exchange(size_, other.size_);
    Exchange(capacity_, other.capacity_);
  }
  template <typename U>
  static void Exchange(U& a, U& b) {
    const U held = a;
    a = b;
    b = held;
  }
  void Append(const T* first, const T* last) {
    for (; first != last; ++first) new (Room()) T(*first);
  }
  void* Room();  // for one more item at the end, which counts as there

  T* items_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

template <typename T>
void* List<T>::Room() {
  if (size_ == capacity_) {
    capacity_ = capacity_ == 0 ? 4 : capacity_ * 2;
    T* const items = static_cast<T*>(std::malloc(capacity_ * sizeof(T)));
    if (items == nullptr) std::abort();
    for (std::size_t i = 0; i < size_; ++i) {
      new (items + i) T(static_cast<T&&>(items_[i]));
      items_[i].~T();
    }
    std::free(items_);
    items_ = items;
  }
  return items_ + size_++;
}

template <typename T>
void List<T>::insert(const T* before, T item) {
  std::size_t at = static_cast<std::size_t>(before - items_);
  push_back(static_cast<T&&>(item));
  for (std::size_t i = size_ - 1; i > at; --i) {
    T held = static_cast<T&&>(items_[i]);
    items_[i] = static_cast<T&&>(items_[i - 1]);
    items_[i - 1] = static_cast<T&&>(held);
  }
}

// The items are copied first: they may be of this very list.
template <typename T>
void List<T>::insert(const T* before, const T* first, const T* last) {
  std::size_t at = static_cast<std::size_t>(before - items_);
  const List copy(first, last);
  for (const T& item : copy) insert(items_ + at++, item);
}

template <typename T>
void List<T>::erase(const T* item) {
  std::size_t at = static_cast<std::size_t>(item - items_);
  for (; at + 1 < size_; ++at) items_[at] = static_cast<T&&>(items_[at + 1]);
  pop_back();
}

template <typename T>
bool operator==(const List<T>& a, const List<T>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(a[i] == b[i])) return false;
  }
  return true;
}

}  // namespace cuda_arch_guard::base
#endif
