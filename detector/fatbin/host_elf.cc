#include "fatbin/host_elf.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "fatbin/fatbin_format.h"

namespace cuda_arch_guard::fatbin {
namespace {

// Where a region is, in the file's own addresses. In a .o all addresses are 0: there the section
// and the offset in it name the place.
struct Place {
  std::uint32_t section = 0;
  std::uint64_t address = 0;
  std::size_t unit = 0;  // into DeviceCode::units
};

struct WrapperTable {
  std::uint64_t count = 0;
  std::vector<std::uint64_t> device_linked;  // addresses of regions of version 2, sorted
};

void AddRegions(const objfile::ElfFile& elf, const objfile::ElfSection& section, Where where,
                const std::string& member, const ReadOptions& options, DeviceCode& code,
                std::vector<Place>& places) {
  const std::optional<base::Bytes> bytes = elf.Contents(section);
  if (!bytes) {
    if (section.has_bytes()) {
      code.problems.push_back(
          {Problem::Kind::kBroken, member, elf.bytes().origin() + section.offset,
           "section " + std::string(elf.Name(section)) + " ends beyond the end of the file"});
    }
    return;
  }
  Limits limits = options.limits;
  limits.max_images -= std::min(limits.max_images, code.image_count);
  RegionWalk walk = WalkRegions(*bytes, limits);
  for (Region& region : walk.regions) {
    places.push_back(
        {section.index, section.address + (region.offset - bytes->origin()), code.units.size()});
    Unit unit;
    unit.where = where;
    unit.member = member;
    unit.offset = region.offset;
    unit.size = region.size;
    unit.images = std::move(region.images);
    code.image_count += unit.images.size();
    code.units.push_back(std::move(unit));
  }
  if (walk.breakage) {
    code.problems.push_back(
        {Problem::Kind::kBroken, member, walk.breakage->offset, walk.breakage->what});
  }
}

WrapperTable ReadWrappers(const objfile::ElfFile& elf) {
  WrapperTable table;
  for (const objfile::ElfSection& section : elf.sections()) {
    if (elf.Name(section) != kWrapperSection) continue;
    const std::optional<base::Bytes> bytes = elf.Contents(section);
    if (!bytes) continue;
    std::vector<std::uint64_t> pointers;  // where the addresses of version 2 stand
    Wrapper wrapper;
    for (std::uint64_t at = 0; bytes->Read(at, wrapper.data(), Wrapper::kSize);
         at += Wrapper::kSize) {
      if (wrapper.magic() != kWrapperMagicNumber) continue;
      ++table.count;
      if (wrapper.version() != 2) continue;
      table.device_linked.push_back(wrapper.region_address());
      pointers.push_back(section.address + at + Wrapper::kAddressField);
    }
    if (pointers.empty()) continue;
    // GNU ld writes the address in place, lld leaves it to the relocation.
    elf.VisitRelativeRelocations(
        section.address, section.address + section.size,
        [&](std::uint64_t address, std::uint64_t value) {
          if (std::binary_search(pointers.begin(), pointers.end(), address)) {
            table.device_linked.push_back(value);
          }
        });
  }
  std::sort(table.device_linked.begin(), table.device_linked.end());
  return table;
}

void MarkDeviceLinked(const WrapperTable& wrappers, const std::vector<Place>& places,
                      DeviceCode& code) {
  for (const Place& place : places) {
    if (std::binary_search(wrappers.device_linked.begin(), wrappers.device_linked.end(),
                           place.address)) {
      code.units[place.unit].device_linked = true;
    }
  }
}

void CheckCount(const WrapperTable& wrappers, std::size_t regions, bool broken,
                const std::string& member, DeviceCode& code) {
  if (wrappers.count == 0 || wrappers.count == regions) return;
  if (regions == 0 && !broken) {
    code.stripped_regions += wrappers.count;
    return;
  }
  code.problems.push_back({Problem::Kind::kIncomplete, member, 0,
                           "it registers " + std::to_string(wrappers.count) +
                               " regions of device code, but holds " + std::to_string(regions)});
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
  const std::size_t problems = code.problems.size();
  std::vector<Place> places;
  for (const objfile::ElfSection& section : elf.sections()) {
    const std::string_view name = elf.Name(section);
    if (name == kExecutableSection) {
      AddRegions(elf, section, Where::kRegistered, member, options, code, places);
    } else if (name == kRelocatableSection) {
      AddRegions(elf, section, Where::kRelocatable, member, options, code, places);
    }
  }
  const WrapperTable wrappers = ReadWrappers(elf);
  if (elf.type() != objfile::kElfRelocatable) MarkDeviceLinked(wrappers, places, code);
  CheckCount(wrappers, places.size(), code.problems.size() > problems, member, code);
  if (options.name_sources) NameSources(elf, places, code);
}

}  // namespace cuda_arch_guard::fatbin
