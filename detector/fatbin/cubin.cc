#include "fatbin/cubin.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "fatbin/fatbin_format.h"

namespace cuda_arch_guard::fatbin {
namespace {

constexpr std::string_view kCodePrefix = ".text.";
constexpr std::string_view kParametersPrefix = ".nv.constant0.";  // only kernels have parameters
constexpr std::size_t kMaxNote = 64 << 10;

// The sections are small; a hostile size is cut, not followed.
std::string ReadSmallSection(const objfile::ElfFile& elf, std::string_view name) {
  const objfile::ElfSection* section = elf.Find(name);
  if (section == nullptr) return "";
  const std::optional<base::Bytes> bytes = elf.Contents(*section);
  if (!bytes) return "";
  return bytes->Copy(0, std::min<std::uint64_t>(bytes->size(), kMaxNote)).value_or("");
}

// Records {u8 format, u8 attribute, u16 value}; format 4 has `value` bytes of data behind it.
bool CompatibilitySaysSpecific(std::string_view section) {
  constexpr std::uint8_t kWithData = 4;
  constexpr std::uint8_t kAcceleratorTarget = 9;
  const base::MemorySource memory(section);
  const base::Bytes bytes(memory);
  for (std::uint64_t at = 0;;) {
    const auto record = bytes.ReadRecord<4>(at);
    if (!record) return false;
    if (record->U8<1>() == kAcceleratorTarget) return record->U8<2>() == 1;
    at += 4 + (record->U8<0>() == kWithData ? record->U16<2>() : 0);
  }
}

struct ToolInfo {
  base::Version cuda;
  std::optional<arch::Architecture> architecture;
};

// Strings, each ended by a NUL: "Cuda compilation tools, release 13.0, V13.0.88" and the command
// line, "-arch sm_100f -m 64". A linked cubin has those of nvlink and, behind them, of its inputs:
// the newest tool counts, and the architecture that was linked for.
ToolInfo ReadToolInfo(std::string_view section) {
  constexpr std::string_view kRelease = "release ";
  ToolInfo info;
  for (std::size_t at = section.find(kRelease); at != std::string_view::npos;
       at = section.find(kRelease, at + 1)) {
    const std::string_view rest = section.substr(at + kRelease.size());
    const std::size_t end = rest.find_first_not_of("0123456789.");
    const std::optional<base::Version> version = base::Version::Parse(rest.substr(0, end));
    if (version && info.cuda < *version) info.cuda = *version;
  }
  for (const std::string_view option : {"-arch sm_", "-arch=sm_"}) {
    const std::size_t at = section.find(option);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = section.substr(at + option.size());
    const std::size_t end = rest.find_first_not_of("0123456789af");
    info.architecture = arch::ParseArchitecture(rest.substr(0, end));
    break;
  }
  return info;
}

arch::Architecture ArchitectureOf(const objfile::ElfFile& elf, const ToolInfo& tool) {
  constexpr std::uint8_t kAbi7 = 7;
  const std::uint32_t flags = elf.flags();
  arch::Architecture architecture;
  bool specific = false;
  if (elf.abi_version() <= kAbi7) {
    architecture.number = static_cast<int>(flags & 0xff);
    specific = (flags & 0x800) != 0;
  } else {
    architecture.number = static_cast<int>(flags >> 8 & 0xff);
    specific = (flags & 0x8) != 0 || CompatibilitySaysSpecific(ReadSmallSection(elf, ".nv.compat"));
  }
  if (specific) {
    architecture.variant = arch::Variant::kSpecific;
  } else if (tool.architecture && tool.architecture->number == architecture.number) {
    architecture.variant = tool.architecture->variant;
  }
  return architecture;
}

}  // namespace

base::Parsed<Cubin> ReadCubin(const base::Bytes& bytes) {
  const base::Parsed<objfile::ElfFile> elf = objfile::ElfFile::Read(bytes);
  if (elf.broken()) return elf.breakage();
  if (elf.other() || elf->machine() != kCudaMachine) return base::NotThisFormat{};
  if (elf->sections().empty()) {
    return base::Breakage{bytes.origin(), "a cubin without sections"};
  }
  const ToolInfo tool = ReadToolInfo(ReadSmallSection(*elf, ".note.nv.tkinfo"));
  Cubin cubin;
  cubin.architecture = ArchitectureOf(*elf, tool);
  cubin.cuda = tool.cuda;
  cubin.relocatable = elf->type() == objfile::kElfRelocatable;
  for (const objfile::ElfSection& section : elf->sections()) {
    const std::string_view name = elf->Name(section);
    if (base::StartsWith(name, kParametersPrefix)) cubin.has_kernel = true;
    if (base::StartsWith(name, kCodePrefix)) cubin.has_function = true;
  }
  return cubin;
}

Image ImageOf(const Cubin& cubin, const base::Bytes& bytes) {
  Image image;
  image.kind = kKindCubin;
  image.traits.kind = arch::ImageKind::kCubin;
  image.traits.architecture = cubin.architecture;
  image.traits.cuda = cubin.cuda;
  image.payload = bytes;
  image.raw_size = bytes.size();
  return image;
}

std::vector<std::string> CubinKernels(const objfile::ElfFile& elf) {
  std::vector<std::string> kernels;
  for (const objfile::ElfSection& section : elf.sections()) {
    const std::string_view name = elf.Name(section);
    if (base::StartsWith(name, kParametersPrefix)) {
      kernels.emplace_back(name.substr(kParametersPrefix.size()));
    }
  }
  return kernels;
}

}  // namespace cuda_arch_guard::fatbin
