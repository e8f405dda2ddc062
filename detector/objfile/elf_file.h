// ELF, 64-bit little-endian: sections, symbols, dynamic names. Any machine: a CUDA cubin is an ELF
// file too.
//
// The section table may be missing (sstrip, some packers), may count more sections than 16 bits
// hold (then the true numbers are in section 0), and may lie. Names are looked up in the string
// table when asked for, so that a file that names a million sections costs no memory for them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/parsed.h"

namespace cuda_arch_guard::objfile {

inline constexpr std::uint16_t kElfRelocatable = 1;  // e_type of a .o
inline constexpr std::uint16_t kElfExecutable = 2;
inline constexpr std::uint16_t kElfShared = 3;

struct ElfSection {
  std::uint32_t index = 0;
  std::uint32_t name = 0;  // offset in the section name table
  std::uint32_t type = 0;
  std::uint32_t link = 0;
  std::uint32_t info = 0;
  std::uint64_t flags = 0;
  std::uint64_t address = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;

  // SHT_NOBITS and SHT_NULL take no room in the file: a split debug file keeps only such headers.
  bool has_bytes() const { return type != 8 && type != 0; }
  bool executable() const { return (flags & 0x4) != 0; }
};

struct ElfSymbol {
  base::Bytes strings;
  std::uint32_t name = 0;  // offset in `strings`
  std::uint64_t value = 0;
  std::uint64_t size = 0;
  std::uint8_t type = 0;  // 2 function, 4 file
  std::uint8_t binding = 0;
  std::uint32_t section = 0;  // index; 0xfff1 absolute

  bool is_file() const { return type == 4; }
  std::string Name() const;
};

class ElfFile {
 public:
  // `bytes` must outlive the file.
  static base::Parsed<ElfFile> Read(const base::Bytes& bytes);

  std::uint16_t type() const { return type_; }
  std::uint16_t machine() const { return machine_; }
  std::uint32_t flags() const { return flags_; }
  std::uint8_t os_abi() const { return os_abi_; }
  std::uint8_t abi_version() const { return abi_version_; }
  const base::Bytes& bytes() const { return bytes_; }
  // Empty where there is no section table.
  const std::vector<ElfSection>& sections() const { return sections_; }

  std::string_view Name(const ElfSection& section) const;
  // The first section of that name, bytes or not; nullptr if there is none.
  const ElfSection* Find(std::string_view name) const;
  // Nothing if the section takes no room in the file or lies outside it.
  std::optional<base::Bytes> Contents(const ElfSection& section) const;
  // The section whose loaded addresses hold `address`; nullptr if none does.
  const ElfSection* AtAddress(std::uint64_t address) const;

  // Where the last thing that the headers speak of ends: the size of an ELF file that lies inside
  // of another file.
  std::uint64_t Extent() const;

  // Every symbol of .symtab in order, until `visit` returns false. No .symtab: none.
  void VisitSymbols(const std::function<bool(const ElfSymbol&)>& visit) const;
  // What a relative relocation puts at each address within [begin, end): for pointers that the
  // linker left to the loader.
  void VisitRelativeRelocations(
      std::uint64_t begin, std::uint64_t end,
      const std::function<void(std::uint64_t address, std::uint64_t value)>& visit) const;
  // DT_SONAME; empty if there is none.
  std::string Soname() const;

 private:
  std::optional<base::Breakage> ReadSections(std::uint64_t table, std::uint64_t count,
                                             std::uint32_t names);

  base::Bytes bytes_;
  std::uint16_t type_ = 0;
  std::uint16_t machine_ = 0;
  std::uint32_t flags_ = 0;
  std::uint8_t os_abi_ = 0;
  std::uint8_t abi_version_ = 0;
  std::uint64_t section_table_ = 0;
  std::vector<ElfSection> sections_;
  std::string names_;
};

}  // namespace cuda_arch_guard::objfile
