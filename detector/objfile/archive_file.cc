#include "objfile/archive_file.h"

#include "base/text.h"

namespace cuda_arch_guard::objfile {
namespace {

using base::Breakage;

constexpr std::size_t kMagicSize = 8;
constexpr std::size_t kHeader = 60;
constexpr std::size_t kMaxName = 4096;

// Decimal digits and trailing spaces; up to 10 digits are possible, more than an int holds.
std::optional<std::uint64_t> ParseSize(std::string_view field) {
  field = base::Trim(field);
  if (field.empty()) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : field) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

// The symbol indexes of GNU (also in 64 bits) and of BSD.
bool IsIndex(std::string_view name) {
  return name == "/" || name == "/SYM64/" || name == "__.SYMDEF" || name == "__.SYMDEF SORTED" ||
         name == "__.SYMDEF_64" || name == "__.SYMDEF_64 SORTED";
}

// A long name ends with "/\n" (GNU); thin archives keep '/' inside paths.
std::string LongName(const base::Bytes& table, std::uint64_t offset) {
  const std::string text = table.TextAt(offset, kMaxName);
  std::string name = text.substr(0, text.find('\n'));
  if (!name.empty() && name.back() == '/') name.pop_back();
  return name;
}

}  // namespace

base::Parsed<ArchiveReader> ArchiveReader::Open(const base::Bytes& bytes) {
  ArchiveReader reader;
  reader.thin_ = bytes.StartsWith("!<thin>\n");
  if (!reader.thin_ && !bytes.StartsWith("!<arch>\n")) return base::NotThisFormat{};
  reader.bytes_ = bytes;
  reader.at_ = kMagicSize;
  return reader;
}

base::Parsed<ArchiveMember> ArchiveReader::Next() {
  while (at_ < bytes_.size()) {
    const std::uint64_t origin = bytes_.origin() + at_;
    const auto header = bytes_.ReadRecord<kHeader>(at_);
    if (!header) return Breakage{origin, "the header of an archive member is cut off"};
    const std::string_view text = header->text();
    if (text.substr(58, 2) != "`\n") return Breakage{origin, "no archive member begins here"};
    const std::optional<std::uint64_t> size = ParseSize(text.substr(48, 10));
    if (!size) return Breakage{origin + 48, "the size of an archive member is no number"};
    std::string name(base::Trim(text.substr(0, 16)));
    const bool table = name == "//" || name == "ARFILENAMES/";
    const bool inside = !thin_ || table || IsIndex(name);  // thin: only the tables have data
    const std::optional<base::Bytes> data = bytes_.Slice(at_ + kHeader, inside ? *size : 0);
    if (!data) {
      return Breakage{origin, "an archive member of " + std::to_string(*size) +
                                  " bytes ends beyond the end of the archive"};
    }
    at_ += kHeader + data->size();
    if (at_ % 2 != 0) ++at_;
    if (table) {
      long_names_ = *data;
      continue;
    }
    if (IsIndex(name)) continue;

    ArchiveMember member;
    member.bytes = *data;
    member.external = thin_;
    if (base::StartsWith(name, "#1/")) {
      const std::optional<std::uint64_t> length = ParseSize(std::string_view(name).substr(3));
      if (!length || *length > data->size() || *length > kMaxName) {
        return Breakage{origin, "the name of an archive member has no valid length"};
      }
      name = data->TextAt(0, static_cast<std::size_t>(*length));
      if (IsIndex(name)) continue;
      member.bytes = data->From(*length);
    } else if (name.size() > 1 && name[0] == '/') {
      const std::optional<std::uint64_t> offset = ParseSize(std::string_view(name).substr(1));
      if (!offset || *offset >= long_names_.size()) {
        return Breakage{origin, "the name of an archive member is not in the name table"};
      }
      name = LongName(long_names_, *offset);
    } else if (!name.empty() && name.back() == '/') {
      name.pop_back();
    }
    member.name = name;
    return member;
  }
  return base::NotThisFormat{};
}

}  // namespace cuda_arch_guard::objfile
