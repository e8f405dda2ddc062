#include "objfile/elf_file.h"

#include <algorithm>

namespace cuda_arch_guard::objfile {
namespace {

using base::Breakage;

constexpr std::uint32_t kSymbolTable = 2;      // SHT_SYMTAB
constexpr std::uint32_t kRelocationTable = 4;  // SHT_RELA
constexpr std::uint32_t kDynamicTable = 6;     // SHT_DYNAMIC
constexpr std::uint32_t kExtendedIndex = 0xffff;
constexpr std::uint64_t kTagSoname = 14;  // DT_SONAME

// Bounds on what is taken into memory for one file. The largest real libraries have under 100
// sections, object files with a section a function some ten thousand.
constexpr std::uint64_t kMaxSections = 1 << 20;
constexpr std::uint64_t kMaxNames = 64 << 20;
constexpr std::size_t kMaxSymbolName = 16 << 10;
constexpr std::size_t kChunk = 64 << 10;  // tables are read in pieces of this size

// The file header.
struct Header : base::Record<64> {
  std::uint8_t bits() const { return U8<4>(); }
  std::uint8_t byte_order() const { return U8<5>(); }
  std::uint8_t os_abi() const { return U8<7>(); }
  std::uint8_t abi_version() const { return U8<8>(); }
  std::uint16_t type() const { return U16<16>(); }
  std::uint16_t machine() const { return U16<18>(); }
  std::uint64_t section_table() const { return U64<40>(); }
  std::uint32_t flags() const { return U32<48>(); }
  std::uint16_t section_entry_size() const { return U16<58>(); }
  std::uint16_t section_count() const { return U16<60>(); }
  std::uint16_t name_section() const { return U16<62>(); }
};

constexpr std::size_t kSectionEntry = 64;

ElfSection ParseSection(const base::Record<kSectionEntry>& record, std::uint32_t index) {
  ElfSection section;
  section.index = index;
  section.name = record.U32<0>();
  section.type = record.U32<4>();
  section.flags = record.U64<8>();
  section.address = record.U64<16>();
  section.offset = record.U64<24>();
  section.size = record.U64<32>();
  section.link = record.U32<40>();
  section.info = record.U32<44>();
  return section;
}

// Calls visit(record) for each N-byte entry of a table, reading it in pieces.
template <std::size_t N, typename Visit>
void VisitTable(const base::Bytes& table, Visit visit) {
  for (std::uint64_t at = 0; at + N <= table.size();) {
    const std::uint64_t entries = std::min<std::uint64_t>(kChunk, table.size() - at) / N;
    const std::optional<std::string> chunk = table.Copy(at, static_cast<std::size_t>(entries * N));
    if (!chunk) return;
    const base::MemorySource memory(*chunk);
    const base::Bytes view(memory);
    for (std::uint64_t i = 0; i < entries; ++i) {
      if (!visit(*view.ReadRecord<N>(i * N))) return;
    }
    at += entries * N;
  }
}

}  // namespace

std::string ElfSymbol::Name() const { return strings.TextAt(name, kMaxSymbolName); }

base::Parsed<ElfFile> ElfFile::Read(const base::Bytes& bytes) {
  if (!bytes.StartsWith("\x7f"
                        "ELF"))
    return base::NotThisFormat{};
  Header header;
  if (!bytes.Read(0, header.data(), 64)) {
    // Enough of it to tell whether it would have been ours?
    const std::optional<std::string> start = bytes.Copy(0, 6);
    if (start && ((*start)[4] != 2 || (*start)[5] != 1)) return base::NotThisFormat{};
    return Breakage{bytes.origin(), "the ELF header is cut off"};
  }
  if (header.bits() != 2 || header.byte_order() != 1) return base::NotThisFormat{};
  ElfFile file;
  file.bytes_ = bytes;
  file.type_ = header.type();
  file.machine_ = header.machine();
  file.flags_ = header.flags();
  file.os_abi_ = header.os_abi();
  file.abi_version_ = header.abi_version();
  file.section_table_ = header.section_table();
  if (header.section_table() == 0) return file;
  const std::uint64_t at = bytes.origin() + header.section_table();
  if (header.section_entry_size() != kSectionEntry) {
    return Breakage{bytes.origin() + 58, "the entries of the section table have a size of " +
                                             std::to_string(header.section_entry_size()) +
                                             " bytes instead of 64"};
  }
  const auto first = bytes.ReadRecord<kSectionEntry>(header.section_table());
  if (!first) return Breakage{at, "the section table lies beyond the end"};
  const ElfSection zero = ParseSection(*first, 0);
  const std::uint64_t count = header.section_count() != 0 ? header.section_count() : zero.size;
  const std::uint32_t names =
      header.name_section() == kExtendedIndex ? zero.link : header.name_section();
  if (auto breakage = file.ReadSections(header.section_table(), count, names)) return *breakage;
  return file;
}

std::optional<Breakage> ElfFile::ReadSections(std::uint64_t table, std::uint64_t count,
                                              std::uint32_t names) {
  const std::uint64_t at = bytes_.origin() + table;
  if (count > kMaxSections) {
    return Breakage{at, "the section table claims " + std::to_string(count) + " sections"};
  }
  const std::optional<base::Bytes> entries = bytes_.Slice(table, count * kSectionEntry);
  if (!entries) {
    return Breakage{at, "the section table of " + std::to_string(count) +
                            " sections ends beyond the end of the file"};
  }
  sections_.reserve(static_cast<std::size_t>(count));
  VisitTable<kSectionEntry>(*entries, [&](const base::Record<kSectionEntry>& record) {
    sections_.push_back(ParseSection(record, static_cast<std::uint32_t>(sections_.size())));
    return true;
  });
  if (sections_.size() != count) return Breakage{at, "the section table could not be read"};
  if (names == 0) return std::nullopt;
  if (names >= sections_.size()) {
    return Breakage{at, "there is no section " + std::to_string(names) + " to hold the names"};
  }
  const std::optional<base::Bytes> text = Contents(sections_[names]);
  if (!text || text->size() > kMaxNames) {
    return Breakage{at, "the section names lie beyond the end of the file"};
  }
  std::optional<std::string> copy = text->Copy(0, static_cast<std::size_t>(text->size()));
  if (!copy) return Breakage{text->origin(), "the section names could not be read"};
  names_ = std::move(*copy);
  return std::nullopt;
}

std::string_view ElfFile::Name(const ElfSection& section) const {
  if (section.name >= names_.size()) return "";
  const std::string_view rest = std::string_view(names_).substr(section.name);
  return rest.substr(0, rest.find('\0'));
}

const ElfSection* ElfFile::Find(std::string_view name) const {
  for (const ElfSection& section : sections_) {
    if (Name(section) == name) return &section;
  }
  return nullptr;
}

std::optional<base::Bytes> ElfFile::Contents(const ElfSection& section) const {
  if (!section.has_bytes()) return std::nullopt;
  return bytes_.Slice(section.offset, section.size);
}

const ElfSection* ElfFile::AtAddress(std::uint64_t address) const {
  for (const ElfSection& section : sections_) {
    if (section.address != 0 && address >= section.address &&
        address - section.address < section.size) {
      return &section;
    }
  }
  return nullptr;
}

std::uint64_t ElfFile::Extent() const {
  std::uint64_t end = 64;
  if (!sections_.empty()) end = section_table_ + sections_.size() * kSectionEntry;
  for (const ElfSection& section : sections_) {
    if (section.has_bytes()) {
      end = std::max(end, base::CheckedAdd(section.offset, section.size).value_or(UINT64_MAX));
    }
  }
  return end;
}

void ElfFile::VisitSymbols(const std::function<bool(const ElfSymbol&)>& visit) const {
  for (const ElfSection& section : sections_) {
    if (section.type != kSymbolTable || section.link >= sections_.size()) continue;
    const std::optional<base::Bytes> table = Contents(section);
    const std::optional<base::Bytes> strings = Contents(sections_[section.link]);
    if (!table || !strings) return;
    VisitTable<24>(*table, [&](const base::Record<24>& record) {
      ElfSymbol symbol;
      symbol.type = record.U8<4>() & 0xf;
      symbol.binding = static_cast<std::uint8_t>(record.U8<4>() >> 4);
      symbol.section = record.U16<6>();
      symbol.value = record.U64<8>();
      symbol.size = record.U64<16>();
      symbol.strings = *strings;
      symbol.name = record.U32<0>();
      return visit(symbol);
    });
    return;
  }
}

void ElfFile::VisitRelativeRelocations(
    std::uint64_t begin, std::uint64_t end,
    const std::function<void(std::uint64_t, std::uint64_t)>& visit) const {
  constexpr std::uint16_t kX86_64 = 62;
  constexpr std::uint16_t kAarch64 = 183;
  const std::uint32_t relative = machine_ == kX86_64 ? 8 : machine_ == kAarch64 ? 1027 : 0;
  if (relative == 0) return;
  for (const ElfSection& section : sections_) {
    if (section.type != kRelocationTable) continue;
    const std::optional<base::Bytes> table = Contents(section);
    if (!table) continue;
    VisitTable<24>(*table, [&](const base::Record<24>& record) {
      const std::uint64_t address = record.U64<0>();
      if (address >= begin && address < end && record.U32<8>() == relative) {
        visit(address, record.U64<16>());
      }
      return true;
    });
  }
}

std::string ElfFile::Soname() const {
  for (const ElfSection& section : sections_) {
    if (section.type != kDynamicTable || section.link >= sections_.size()) continue;
    const std::optional<base::Bytes> table = Contents(section);
    const std::optional<base::Bytes> strings = Contents(sections_[section.link]);
    if (!table || !strings) return "";
    std::string soname;
    VisitTable<16>(*table, [&](const base::Record<16>& record) {
      if (record.U64<0>() == 0) return false;
      if (record.U64<0>() == kTagSoname) soname = strings->TextAt(record.U64<8>(), 4096);
      return soname.empty();
    });
    return soname;
  }
  return "";
}

}  // namespace cuda_arch_guard::objfile
