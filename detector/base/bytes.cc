#include "base/bytes.h"

#include <cstring>

namespace cuda_arch_guard::base {

std::optional<std::uint64_t> CheckedAdd(std::uint64_t a, std::uint64_t b) {
  if (b > UINT64_MAX - a) return std::nullopt;
  return a + b;
}

std::optional<std::uint64_t> CheckedMultiply(std::uint64_t a, std::uint64_t b) {
  if (a != 0 && b > UINT64_MAX / a) return std::nullopt;
  return a * b;
}

bool MemorySource::Read(std::uint64_t offset, char* to, std::size_t count) const {
  if (offset > text_.size() || count > text_.size() - offset) return false;
  if (count > 0) std::memcpy(to, text_.data() + offset, count);
  return true;
}

std::optional<Bytes> Bytes::Slice(std::uint64_t offset, std::uint64_t count) const {
  if (!Contains(offset, count)) return std::nullopt;
  Bytes part = *this;
  part.begin_ += offset;
  part.size_ = count;
  return part;
}

Bytes Bytes::From(std::uint64_t offset) const {
  if (offset > size_) offset = size_;
  return *Slice(offset, size_ - offset);
}

bool Bytes::Read(std::uint64_t offset, char* to, std::size_t count) const {
  if (!Contains(offset, count)) return false;
  return count == 0 || source_->Read(begin_ + offset, to, count);
}

std::optional<std::string> Bytes::Copy(std::uint64_t offset, std::size_t count) const {
  if (!Contains(offset, count)) return std::nullopt;  // before memory is taken for it
  std::string copy(count, '\0');
  if (!Read(offset, copy.data(), count)) return std::nullopt;
  return copy;
}

std::optional<std::uint64_t> Bytes::U64(std::uint64_t offset) const {
  const auto record = ReadRecord<8>(offset);
  if (!record) return std::nullopt;
  return record->U64<0>();
}

std::optional<std::uint32_t> Bytes::U32(std::uint64_t offset) const {
  const auto record = ReadRecord<4>(offset);
  if (!record) return std::nullopt;
  return record->U32<0>();
}

bool Bytes::StartsWith(std::string_view magic) const {
  const std::optional<std::string> start = Copy(0, magic.size());
  return start && *start == magic;
}

std::string Bytes::TextAt(std::uint64_t offset, std::size_t limit) const {
  constexpr std::size_t kStep = 256;  // names are short, and the source keeps small reads
  std::string text;
  while (offset < size_ && text.size() < limit) {
    std::size_t step = limit - text.size() < kStep ? limit - text.size() : kStep;
    if (size_ - offset < step) step = static_cast<std::size_t>(size_ - offset);
    const std::optional<std::string> piece = Copy(offset, step);
    if (!piece) return text;
    const std::size_t end = piece->find('\0');
    text += piece->substr(0, end);
    if (end != std::string::npos) return text;
    offset += step;
  }
  return text;
}

}  // namespace cuda_arch_guard::base
