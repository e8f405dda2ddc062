#include "fatbin/host_elf.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "fatbin/fatbin_format.h"
#include "fatbin/host_file.h"
#include "fatbin/llvm_offload.h"

namespace cuda_arch_guard::fatbin {
namespace {

void AddWrappers(const objfile::ElfFile& elf, const HostSection& section, HostFile& host) {
  const std::vector<std::uint64_t> pointers = host.AddWrappers(section);
  if (pointers.empty()) return;
  // GNU ld writes the address in place, lld leaves it to the relocation.
  elf.VisitRelativeRelocations(
      section.address, section.address + section.bytes.size(),
      [&](std::uint64_t address, std::uint64_t value) {
        if (std::binary_search(pointers.begin(), pointers.end(), address)) {
          host.AddDeviceLinked(value);
        }
      });
}

// nvcc compiles a generated "tmpxft_000020a9_00000000-6_kernels.cudafe1.cpp", or for several
// architectures "…_kernels.compute_90.cudafe1.cpp"; what people know is "kernels.cu".
std::string SourceName(std::string name) {
  constexpr std::string_view kGenerated = ".cudafe1.cpp";
  name = name.substr(name.rfind('/') + 1);
  if (!base::EndsWith(name, kGenerated)) return name == "link.stub" ? "device link" : name;
  name.resize(name.size() - kGenerated.size());
  if (base::StartsWith(name, "tmpxft_")) {
    std::size_t at = 0;  // behind tmpxft_<number>_<number>-<number>_
    for (int i = 0; i < 3 && at != std::string::npos; ++i) at = name.find('_', at + 1);
    if (at != std::string::npos) name = name.substr(at + 1);
  }
  const std::size_t dot = name.rfind('.');
  if (dot != std::string::npos && base::StartsWith(name.substr(dot), ".compute_")) {
    name.resize(dot);
  }
  return name + ".cu";
}

// A file's local symbols follow its own FILE symbol, and the compiler puts one on each region.
void NameSources(const objfile::ElfFile& elf, std::vector<Place> places, DeviceCode& code) {
  if (places.empty()) return;
  const auto before = [](const Place& a, const Place& b) {
    return a.section != b.section ? a.section < b.section : a.address < b.address;
  };
  std::sort(places.begin(), places.end(), before);
  objfile::ElfSymbol file;
  elf.VisitSymbols([&](const objfile::ElfSymbol& symbol) {
    if (symbol.is_file()) file = symbol;
    if (symbol.binding != 0 || symbol.type == 3 || file.name == 0) return true;  // 3: a section
    const Place wanted = {symbol.section, symbol.value, 0};
    const auto found = std::lower_bound(places.begin(), places.end(), wanted, before);
    if (found != places.end() && found->section == wanted.section &&
        found->address == wanted.address && code.units[found->unit].source.empty()) {
      code.units[found->unit].source = SourceName(file.Name());
    }
    return true;
  });
}

}  // namespace

void AddHostElf(const objfile::ElfFile& elf, const std::string& member, const ReadOptions& options,
                DeviceCode& code) {
  HostFile host(member, options, code);
  for (const objfile::ElfSection& section : elf.sections()) {
    const std::string_view name = elf.Name(section);
    if (name != kExecutableSection && name != kRelocatableSection && name != kWrapperSection) {
      continue;
    }
    if (!section.has_bytes()) continue;  // a split debug file
    const std::optional<base::Bytes> bytes = elf.Contents(section);
    if (!bytes) {
      host.AddMissing(name, elf.bytes().origin() + section.offset);
      continue;
    }
    const HostSection part = {name, section.index, section.address, *bytes};
    if (name == kWrapperSection) {
      AddWrappers(elf, part, host);
    } else {
      host.AddRegions(part, name == kExecutableSection ? Where::kRegistered : Where::kRelocatable);
    }
  }
  host.Finish(elf.type() != objfile::kElfRelocatable);
  if (const objfile::ElfSection* offload = elf.Find(kOffloadSection)) {
    const std::optional<base::Bytes> bytes = elf.Contents(*offload);
    if (bytes) AddOffloadBinaries(*bytes, member, options, code);
  }
  if (options.name_sources) NameSources(elf, host.places(), code);
}

}  // namespace cuda_arch_guard::fatbin
