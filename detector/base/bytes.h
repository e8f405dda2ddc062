// Bytes enter the program through here, and only here. What is read may come from anybody, so every
// offset and size in it is hostile until it was checked.
//
//   ByteSource  where bytes come from: memory, or a file (random_access_file.h)
//   Bytes       a stretch of a source; whatever lies outside answers "nothing"
//   Record<N>   N bytes copied out at once; its fields have fixed places, checked when compiled
//
// No number is ever read by casting a pointer: fields are put together byte by byte, little-endian,
// so that neither alignment nor the machine's byte order matters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cuda_arch_guard::base {

// a + b and a * b, or nothing if 64 bits cannot hold it.
std::optional<std::uint64_t> CheckedAdd(std::uint64_t a, std::uint64_t b);
std::optional<std::uint64_t> CheckedMultiply(std::uint64_t a, std::uint64_t b);

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual std::uint64_t size() const = 0;
  // All `count` bytes, or false: they are not there, or could not be read.
  virtual bool Read(std::uint64_t offset, char* to, std::size_t count) const = 0;
};

// Bytes that are in memory already. Keeps no copy: `text` must outlive it.
class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::string_view text) : text_(text) {}
  std::uint64_t size() const override { return text_.size(); }
  bool Read(std::uint64_t offset, char* to, std::size_t count) const override;

 private:
  std::string_view text_;
};

template <std::size_t N>
class Record {
 public:
  template <std::size_t kAt>
  std::uint8_t U8() const {
    static_assert(kAt + 1 <= N, "the field lies outside the record");
    return static_cast<std::uint8_t>(Number(kAt, 1));
  }
  template <std::size_t kAt>
  std::uint16_t U16() const {
    static_assert(kAt + 2 <= N, "the field lies outside the record");
    return static_cast<std::uint16_t>(Number(kAt, 2));
  }
  template <std::size_t kAt>
  std::uint32_t U32() const {
    static_assert(kAt + 4 <= N, "the field lies outside the record");
    return static_cast<std::uint32_t>(Number(kAt, 4));
  }
  template <std::size_t kAt>
  std::uint64_t U64() const {
    static_assert(kAt + 8 <= N, "the field lies outside the record");
    return Number(kAt, 8);
  }
  std::string_view text() const { return std::string_view(bytes_, N); }
  char* data() { return bytes_; }

 private:
  std::uint64_t Number(std::size_t at, std::size_t width) const {
    std::uint64_t value = 0;
    for (std::size_t i = width; i-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(bytes_[at + i]);
    }
    return value;
  }

  char bytes_[N] = {};
};

// A view: cheap to copy, valid while its source is.
class Bytes {
 public:
  Bytes() = default;
  explicit Bytes(const ByteSource& source) : source_(&source), size_(source.size()) {}

  std::uint64_t size() const { return size_; }
  // Where it begins in its source: for messages.
  std::uint64_t origin() const { return begin_; }

  bool Contains(std::uint64_t offset, std::uint64_t count) const {
    return offset <= size_ && count <= size_ - offset;
  }
  // The part at `offset`, all of it or nothing.
  std::optional<Bytes> Slice(std::uint64_t offset, std::uint64_t count) const;
  // Everything from `offset` on; empty if that is beyond the end.
  Bytes From(std::uint64_t offset) const;

  // Nothing also where reading failed: a file that shrinks under us looks like one that is short.
  bool Read(std::uint64_t offset, char* to, std::size_t count) const;
  std::optional<std::string> Copy(std::uint64_t offset, std::size_t count) const;
  template <std::size_t N>
  std::optional<Record<N>> ReadRecord(std::uint64_t offset) const {
    Record<N> record;
    if (!Read(offset, record.data(), N)) return std::nullopt;
    return record;
  }
  std::optional<std::uint64_t> U64(std::uint64_t offset) const;
  std::optional<std::uint32_t> U32(std::uint64_t offset) const;

  bool StartsWith(std::string_view magic) const;
  // The text up to a NUL, or up to `limit` bytes, or to the end.
  std::string TextAt(std::uint64_t offset, std::size_t limit) const;

 private:
  const ByteSource* source_ = nullptr;
  std::uint64_t begin_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace cuda_arch_guard::base
