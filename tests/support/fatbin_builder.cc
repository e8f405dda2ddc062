#include "support/fatbin_builder.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#ifdef CUDA_ARCH_GUARD_HAVE_ZSTD
#include <zstd.h>
#endif
#ifdef CUDA_ARCH_GUARD_HAVE_LZ4
#include <lz4.h>
#endif

namespace cuda_arch_guard::test {
namespace {

std::string Number(std::uint64_t value, int width) {
  std::string bytes;
  for (int i = 0; i < width; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
  return bytes;
}

void Pad(std::string& bytes, std::size_t alignment) {
  while (bytes.size() % alignment != 0) bytes += '\0';
}

// "sm_90a/empty/cuda=12.8": prefix "sm", number 90, letter 'a', modifiers.
struct Words {
  std::string prefix;
  unsigned number = 0;
  char letter = 0;
  std::map<std::string, std::string> modifiers;

  bool Has(const std::string& name) const { return modifiers.count(name) > 0; }
  std::string Get(const std::string& name, const std::string& fallback) const {
    const auto found = modifiers.find(name);
    return found == modifiers.end() ? fallback : found->second;
  }
  std::string Architecture() const {
    return std::to_string(number) + (letter == 0 ? std::string() : std::string(1, letter));
  }
};

Words Parse(const std::string& text) {
  std::istringstream stream(text);
  std::string head;
  std::getline(stream, head, '/');
  Words words;
  const std::size_t underscore = head.find('_');
  if (underscore == std::string::npos) throw std::invalid_argument(text);
  words.prefix = head.substr(0, underscore);
  words.number = static_cast<unsigned>(std::stoul(head.substr(underscore + 1)));
  if (head.back() == 'a' || head.back() == 'f') words.letter = head.back();
  for (std::string modifier; std::getline(stream, modifier, '/');) {
    const std::size_t equals = modifier.find('=');
    words.modifiers[modifier.substr(0, equals)] =
        equals == std::string::npos ? "" : modifier.substr(equals + 1);
  }
  return words;
}

std::string ToolNote(const Words& words) {
  const std::string text = std::string("\0ptxas\0", 7) + "Cuda compilation tools, release " +
                           words.Get("cuda", "13.0") + ", V0.0.1" + '\0' + "-arch sm_" +
                           words.Architecture() + " -m 64 " + '\0';
  std::string note = U32(12) + U32(24 + text.size()) + U32(2000) + std::string("NVIDIA Corp\0", 12);
  note += U32(2) + U32(0) + U32(1) + U32(7) + U32(0) + U32(0) + text;
  Pad(note, 4);
  return note;
}

// Records as ptxas 13 writes them; attribute 9 says `a`.
std::string Compatibility(bool specific) {
  return std::string("\x02\x02\x01\x00", 4) + std::string("\x04\x0b\x08\x00", 4) +
         U64(0x0009090909090909) + std::string("\x02\x09", 2) + U16(specific ? 1 : 0);
}

std::string Compress([[maybe_unused]] const std::string& raw, [[maybe_unused]] bool zstd) {
#ifdef CUDA_ARCH_GUARD_HAVE_ZSTD
  if (zstd) {
    std::string packed(ZSTD_compressBound(raw.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), raw.data(), raw.size(), 3));
    return packed;
  }
#endif
#ifdef CUDA_ARCH_GUARD_HAVE_LZ4
  if (!zstd) {
    std::string packed(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(raw.size()))),
                       '\0');
    packed.resize(static_cast<std::size_t>(LZ4_compress_default(
        raw.data(), packed.data(), static_cast<int>(raw.size()), static_cast<int>(packed.size()))));
    return packed;
  }
#endif
  throw std::runtime_error("this compression was not built in");
}

std::string Image(const std::string& text) {
  const Words words = Parse(text);
  const bool ptx = words.prefix == "compute";
  const bool lto = words.prefix == "lto";
  std::string payload = ptx ? Ptx(text) : lto ? "scrambled" : Cubin(text);
  const std::string isa = words.Get("isa", "9.0");
  const std::size_t dot = isa.find('.');
  std::uint64_t flags = 0x11;
  if (words.letter == 'a') flags |= 0x100000;
  if (words.letter == 'f') flags |= 0x200000;
  std::uint64_t packed = 0;
  std::uint64_t raw = 0;
  if (words.Has("zstd") || words.Has("lz4") || words.Has("claim-zstd")) {
    raw = payload.size();
    if (!words.Has("claim-zstd")) payload = Compress(payload, words.Has("zstd"));
    packed = payload.size();
    flags |= words.Has("lz4") ? 0x2000 : 0x8000;
  }
  if (lto) flags |= 0x8000 | 0x10000;
  Pad(payload, 8);
  std::string identifier = words.Get("identifier", "");
  const std::size_t identifier_size = identifier.size();
  Pad(identifier, 8);
  std::string image = U16(ptx ? 1 : lto ? 8 : 2);
  if (words.Has("kind")) image = U16(std::stoul(words.Get("kind", "")));
  image += U16(0x101) + U32(64 + identifier.size()) + U64(payload.size()) + U32(packed) + U32(0);
  image += ptx ? U16(std::stoul(isa.substr(dot + 1))) + U16(std::stoul(isa)) : U16(8) + U16(1);
  image += U32(words.number) + U32(identifier_size > 0 ? 64 : 0) + U32(identifier_size);
  image += U64(flags) + U64(0) + U64(raw);
  return image + identifier + payload;
}

}  // namespace

std::string U16(std::uint64_t value) { return Number(value, 2); }
std::string U32(std::uint64_t value) { return Number(value, 4); }
std::string U64(std::uint64_t value) { return Number(value, 8); }

std::string Cubin(const std::string& text) {
  const Words words = Parse(text);
  const std::string kernel = words.Get("kernel", "_Z4workPf");
  std::vector<Section> sections;
  const bool abi7 = words.Has("abi7");
  if (!abi7) {
    sections.push_back({".note.nv.tkinfo", ToolNote(words), 7, 0, 0, 0});
    sections.push_back({".nv.compat", Compatibility(words.letter == 'a'), 0x70000086, 0, 0, 0});
  }
  sections.push_back({".nv.callgraph", U64(0), 0x70000001, 0, 0, 0});
  if (!words.Has("empty")) {
    sections.push_back({".text." + kernel, std::string(128, 'x'), 1, 0, 0, 0});
    sections.push_back({".nv.constant0." + kernel, std::string(64, '\0'), 1, 0, 0, 0});
  }
  sections.push_back({".nv.pad", std::string(std::stoul(words.Get("pad", "0")), '\0'), 1, 0, 0, 0});
  ElfOptions options;
  options.type = words.Has("relocatable") ? 1 : 2;
  options.machine = 190;
  options.os_abi = abi7 ? 0x33 : 0x41;
  options.abi_version = abi7 ? 7 : 8;
  options.flags =
      abi7 ? 0x500 | words.number << 16 | words.number | (words.letter == 'a' ? 0x800 : 0)
           : 0x06000002 | words.number << 8;
  return Elf(sections, options);
}

std::string Ptx(const std::string& text) {
  const Words words = Parse(text);
  std::string ptx =
      "//\n// Generated by a test, with .entry in a comment\n//\n.version " +
      words.Get("isa", "9.0") + "\n.target sm_" + words.Architecture() +
      "\n.address_size 64\n\n.extern .func (.param .b32 r) vprintf (.param .b64 p);\n";
  if (!words.Has("empty")) {
    ptx += ".visible .entry " + words.Get("kernel", "_Z4workPf") +
           "(\n\t.param .u64 p\n)\n{\n\tret;\n}\n";
  }
  return ptx + '\0';
}

std::string Region(const std::string& images) {
  std::istringstream stream(images);
  std::string content;
  for (std::string image; stream >> image;) content += Image(image);
  return U32(0xBA55ED50) + U16(1) + U16(16) + U64(content.size()) + content;
}

std::string OffloadBinaries(const std::string& images) {
  std::istringstream stream(images);
  std::string all;
  for (std::string text; stream >> text;) {
    const Words words = Parse(text);
    const bool ptx = words.prefix == "compute";
    const bool bitcode = words.prefix == "lto";
    const std::string payload = ptx                     ? Ptx(text)
                                : bitcode               ? "BC"
                                : words.prefix == "hip" ? "HIP"
                                                        : Cubin(text);
    // The header, the entry, two pairs of strings, the strings, the image.
    const std::string names = std::string("arch\0sm_", 8) + words.Architecture() + '\0' + "triple" +
                              '\0' + "nvptx64-nvidia-cuda" + '\0';
    constexpr std::uint64_t kStrings = 72 + 32;
    const std::uint64_t image = kStrings + names.size();
    std::string binary = std::string("\x10\xFF\x10\xAD", 4) + U32(1) + U64(image + payload.size()) +
                         U64(32) + U64(40);
    binary += U16(bitcode ? 2 : 1) + U16(words.prefix == "hip" ? 4 : 2) + U32(0) + U64(72) +
              U64(2) + U64(image) + U64(payload.size());
    const std::uint64_t triple = kStrings + names.find("triple");
    binary += U64(kStrings) + U64(kStrings + 5) + U64(triple) + U64(triple + 7);
    all += binary + names + payload;
  }
  return all;
}

std::string Elf(const std::vector<Section>& sections, const ElfOptions& options) {
  std::string names(1, '\0');
  std::string body;
  const std::size_t first = 64;  // behind the header
  std::string table = U32(0) + U32(0) + U64(0) + U64(0) + U64(0);
  const std::uint64_t count = sections.size() + 2;  // the null section and the names
  table += U64(options.extended_numbering ? count : 0);
  table += U32(options.extended_numbering ? count - 1 : 0) + U32(0) + U64(0) + U64(0);
  const auto add = [&](const Section& section) {
    table += U32(names.size()) + U32(section.type) + U64(2) + U64(section.address);
    names += section.name + '\0';
    Pad(body, 8);
    table += U64(first + body.size()) + U64(section.content.size()) + U32(section.link) + U32(0) +
             U64(8) + U64(section.entry_size);
    if (section.type != 8) body += section.content;
  };
  for (const Section& section : sections) add(section);
  std::string all_names = names + ".shstrtab" + '\0';
  add({".shstrtab", all_names, 3, 0, 0, 0});
  Pad(body, 8);
  std::string header = std::string(
      "\x7f"
      "ELF\x02\x01\x01",
      7);
  header += static_cast<char>(options.os_abi);
  header += static_cast<char>(options.abi_version);
  header += std::string(7, '\0') + U16(options.type) + U16(options.machine) + U32(1) + U64(0) +
            U64(0) + U64(options.section_table ? first + body.size() : 0) + U32(options.flags) +
            U16(64) + U16(56) + U16(0) + U16(64);
  if (!options.section_table) return header + U16(0) + U16(0) + body;
  header += options.extended_numbering ? U16(0) + U16(0xffff) : U16(count) + U16(count - 1);
  return header + body + table;
}

namespace {

constexpr std::uint64_t kRegisteredAddress = 0x10000000;
constexpr std::uint64_t kRelocatableAddress = 0x20000000;
constexpr std::uint64_t kWrapperAddress = 0x30000000;

std::string JoinRegions(const std::vector<std::string>& regions, const std::string& gap,
                        std::vector<std::uint64_t>& offsets) {
  std::string content;
  for (const std::string& region : regions) {
    if (!content.empty()) content += gap;
    offsets.push_back(content.size());
    content += region;
  }
  return content;
}

// FILE symbols, each followed by a local symbol on its region.
void AddSymbols(const HostOptions& options, const std::vector<std::uint64_t>& offsets,
                std::vector<Section>& sections) {
  std::string strings(1, '\0');
  std::string symbols(24, '\0');
  for (std::size_t i = 0; i < options.sources.size(); ++i) {
    symbols += U32(strings.size()) + std::string("\x04\x00", 2) + U16(0xfff1) + U64(0) + U64(0);
    strings += options.sources[i] + '\0';
    symbols += U32(strings.size()) + std::string("\x00\x00", 2) + U16(1) +
               U64((options.linked ? kRegisteredAddress : 0) + offsets.at(i)) + U64(0);
    strings += std::string("fatbinData\0", 11);
  }
  const auto strings_index = static_cast<std::uint32_t>(sections.size() + 1);
  sections.push_back({".strtab", strings, 3, 0, 0, 0});
  sections.push_back({".symtab", symbols, 2, 0, strings_index, 24});
}

}  // namespace

std::string HostElf(const HostOptions& options) {
  const bool linked = options.linked;
  std::vector<std::uint64_t> registered;
  std::vector<std::uint64_t> relocatable;
  const std::string executable = JoinRegions(options.registered, options.gap, registered);
  const std::string device_link = JoinRegions(options.relocatable, options.gap, relocatable);
  std::string wrappers;
  std::string relocations;
  const auto wrap = [&](std::uint64_t version, std::uint64_t address) {
    if (options.addresses_by_relocation) {
      relocations += U64(kWrapperAddress + wrappers.size() + 8) + U64(8) + U64(address);
    }
    wrappers += U32(0x466243B1) + U32(version) +
                U64(options.addresses_by_relocation || !linked ? 0 : address) + U64(0);
  };
  for (std::size_t i = 0; i < registered.size(); ++i) {
    wrap(static_cast<int>(i) == options.device_linked ? 2 : 1, kRegisteredAddress + registered[i]);
  }
  for (const std::uint64_t offset : relocatable) wrap(1, kRelocatableAddress + offset);
  for (int i = 0; i < options.extra_wrappers; ++i) wrap(1, 0);

  std::vector<Section> sections;
  const std::uint32_t type = options.no_bits ? 8 : 1;
  if (!executable.empty() && !options.remove_regions) {
    sections.push_back({".nv_fatbin", executable, type, linked ? kRegisteredAddress : 0, 0, 0});
  }
  if (!device_link.empty() && !options.remove_regions) {
    sections.push_back(
        {"__nv_relfatbin", device_link, type, linked ? kRelocatableAddress : 0, 0, 0});
  }
  if (options.wrappers && !wrappers.empty()) {
    sections.push_back({".nvFatBinSegment", wrappers, type, linked ? kWrapperAddress : 0, 0, 0});
  }
  if (!relocations.empty()) sections.push_back({".rela.dyn", relocations, 4, 0, 0, 24});
  if (!options.read_only_data.empty()) {
    sections.push_back({".rodata", options.read_only_data, 1, 0x40000000, 0, 0});
  }
  if (!options.offload.empty())
    sections.push_back({".llvm.offloading", options.offload, 1, 0, 0, 0});
  if (!options.soname.empty()) {
    const auto strings = static_cast<std::uint32_t>(sections.size() + 1);
    sections.push_back({".dynstr", '\0' + options.soname + '\0', 3, 0, 0, 0});
    sections.push_back({".dynamic", U64(14) + U64(1) + U64(0) + U64(0), 6, 0, strings, 16});
  }
  if (!options.sources.empty()) AddSymbols(options, registered, sections);
  ElfOptions elf = options.elf;
  elf.type = linked ? elf.type : 1;
  return Elf(sections, elf);
}

std::string HostPe(const HostOptions& options) {
  constexpr std::uint64_t kBase = 0x180000000;
  constexpr std::uint64_t kFirst = 0x400;  // behind the headers
  std::vector<std::uint64_t> registered;
  std::vector<std::uint64_t> relocatable;
  std::vector<std::pair<std::string, std::string>> sections;
  const std::string executable = JoinRegions(options.registered, options.gap, registered);
  const std::string device_link = JoinRegions(options.relocatable, options.gap, relocatable);
  // Each section at an address of its own, a megabyte apart.
  const auto address = [](std::uint64_t section) { return 0x100000 * (section + 1); };
  std::string wrappers;
  for (std::size_t i = 0; i < registered.size(); ++i) {
    wrappers += U32(0x466243B1) + U32(static_cast<int>(i) == options.device_linked ? 2 : 1) +
                U64(kBase + address(0) + registered[i]) + U64(0);
  }
  for (const std::uint64_t offset : relocatable) {
    wrappers += U32(0x466243B1) + U32(1) + U64(kBase + address(1) + offset) + U64(0);
  }
  for (int i = 0; i < options.extra_wrappers; ++i)
    wrappers += U32(0x466243B1) + U32(1) + U64(0) + U64(0);
  sections.emplace_back(options.remove_regions ? "gone" : ".nv_fatb", executable);
  sections.emplace_back(options.remove_regions ? "gone2" : "__nv_rel", device_link);
  sections.emplace_back(".nvFatBi", wrappers);
  sections.emplace_back(".rdata", options.read_only_data);

  std::string table;
  std::string body;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    std::string name = sections[i].first;
    name.resize(8, '\0');
    std::string content = options.remove_regions && i < 2 ? "" : sections[i].second;
    const std::size_t size = content.size();
    content.resize((size + 511) / 512 * 512, '\0');  // padded, as linkers do
    table += name + U32(size) + U32(address(i)) + U32(content.size()) + U32(kFirst + body.size()) +
             std::string(16, '\0');
    body += content;
  }
  std::string file = "MZ" + std::string(0x3a, '\0') + U32(0x40);
  file += std::string("PE\0\0", 4) + U16(0x8664) + U16(sections.size()) + std::string(12, '\0') +
          U16(112) + U16(0x2022);
  file += U16(0x20b) + std::string(22, '\0') + U64(kBase) + std::string(80, '\0');
  file += table;
  file.resize(kFirst, '\0');
  return file + body;
}

std::string Archive(const std::vector<std::pair<std::string, std::string>>& members,
                    ArchiveKind kind) {
  const auto field = [](std::string text, std::size_t width) {
    text.resize(width, ' ');
    return text;
  };
  std::string archive = kind == ArchiveKind::kThin ? "!<thin>\n" : "!<arch>\n";
  const auto add = [&](const std::string& name, const std::string& data, bool with_data,
                       std::size_t size) {
    archive += field(name, 16) + field("0", 12) + field("0", 6) + field("0", 6) + field("644", 8) +
               field(std::to_string(size), 10) + "`\n";
    if (with_data) archive += data;
    if (archive.size() % 2 != 0) archive += '\n';
  };
  std::string long_names;
  std::vector<std::string> short_names;
  for (const auto& [name, data] : members) {
    if (kind == ArchiveKind::kBsd) {
      short_names.push_back("#1/" + std::to_string(name.size()));
    } else if (name.size() > 15 || kind == ArchiveKind::kThin) {
      short_names.push_back("/" + std::to_string(long_names.size()));
      long_names += name + "/\n";
    } else {
      short_names.push_back(name + "/");
    }
  }
  add(kind == ArchiveKind::kBsd ? "__.SYMDEF" : "/", U32(0), true, 4);
  if (!long_names.empty()) add("//", long_names, true, long_names.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::string data =
        kind == ArchiveKind::kBsd ? members[i].first + members[i].second : members[i].second;
    add(short_names[i], data, kind != ArchiveKind::kThin, data.size());
  }
  return archive;
}

TemporaryFile::TemporaryFile(const std::string& content, const std::string& name) {
  std::string pattern =
      (std::filesystem::temp_directory_path() / "cuda-arch-guard.XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = pattern;
  path_ = folder_ + "/" + name;
  std::ofstream(path_, std::ios::binary) << content;
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

}  // namespace cuda_arch_guard::test
