#include "objfile/pe_file.h"

#include <algorithm>

namespace cuda_arch_guard::objfile {
namespace {

constexpr std::uint64_t kPointerToHeader = 0x3c;
constexpr std::uint16_t kPe64 = 0x20b;  // PE32+

// "PE\0\0", then the COFF header.
struct PeHeader : base::Record<24> {
  std::uint16_t section_count() const { return U16<6>(); }
  std::uint16_t optional_size() const { return U16<20>(); }
};

struct PeOptionalHeader : base::Record<32> {
  std::uint16_t magic() const { return U16<0>(); }
  std::uint64_t image_base() const { return U64<24>(); }
};

struct PeSectionHeader : base::Record<40> {
  static constexpr std::size_t kSize = 40;
  std::string_view name() const {
    const std::string_view padded = text().substr(0, 8);
    return padded.substr(0, padded.find('\0'));
  }
  std::uint32_t virtual_size() const { return U32<8>(); }
  std::uint32_t virtual_address() const { return U32<12>(); }
  std::uint32_t raw_size() const { return U32<16>(); }
  std::uint32_t raw_offset() const { return U32<20>(); }
};

}  // namespace

base::Parsed<PeFile> PeFile::Read(const base::Bytes& bytes) {
  if (!bytes.StartsWith("MZ")) return base::NotThisFormat{};
  const std::optional<std::uint32_t> at = bytes.U32(kPointerToHeader);
  PeHeader header;
  // A DOS program, or another text that begins so.
  if (!at || !bytes.Read(*at, header.data(), 24)) return base::NotThisFormat{};
  if (header.text().substr(0, 4) != std::string_view("PE\0\0", 4)) return base::NotThisFormat{};
  const std::uint64_t optional_at = std::uint64_t{*at} + 24;
  PeOptionalHeader optional;
  if (!bytes.Read(optional_at, optional.data(), 32)) {
    return base::Breakage{bytes.origin() + optional_at, "the PE header is cut off"};
  }
  if (optional.magic() != kPe64) return base::NotThisFormat{};
  PeFile file;
  file.bytes_ = bytes;
  const std::uint64_t table = optional_at + header.optional_size();
  for (std::uint64_t i = 0; i < header.section_count(); ++i) {
    PeSectionHeader section;
    if (!bytes.Read(table + i * PeSectionHeader::kSize, section.data(), PeSectionHeader::kSize)) {
      return base::Breakage{bytes.origin() + table, "the section table ends beyond the file"};
    }
    PeSection row;
    row.name = section.name();
    row.address = optional.image_base() + section.virtual_address();
    row.offset = section.raw_offset();
    row.size = section.virtual_size() == 0 ? section.raw_size()
                                           : std::min(section.virtual_size(), section.raw_size());
    file.sections_.push_back(row);
  }
  return file;
}

std::optional<base::Bytes> PeFile::Contents(const PeSection& section) const {
  return bytes_.Slice(section.offset, section.size);
}

}  // namespace cuda_arch_guard::objfile
