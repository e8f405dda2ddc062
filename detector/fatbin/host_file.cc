#include "fatbin/host_file.h"

#include <algorithm>
#include <utility>

#include "fatbin/fatbin_format.h"

namespace cuda_arch_guard::fatbin {

HostFile::HostFile(const std::string& member, const ReadOptions& options, DeviceCode& code)
    : member_(member), options_(options), code_(code) {}

void HostFile::AddRegions(const HostSection& section, Where where) {
  Limits limits = options_.limits;
  limits.max_images -= std::min(limits.max_images, code_.image_count);
  RegionWalk walk = WalkRegions(section.bytes, limits);
  for (Region& region : walk.regions) {
    places_.push_back({section.index, section.address + (region.offset - section.bytes.origin()),
                       code_.units.size()});
    Unit unit;
    unit.where = where;
    unit.member = member_;
    unit.offset = region.offset;
    unit.size = region.size;
    unit.images = std::move(region.images);
    code_.image_count += unit.images.size();
    code_.units.push_back(std::move(unit));
  }
  if (!walk.breakage) return;
  broken_ = true;
  code_.problems.push_back(
      {Problem::Kind::kBroken, member_, walk.breakage->offset, walk.breakage->what});
}

void HostFile::AddMissing(std::string_view name, std::uint64_t offset) {
  broken_ = true;
  code_.problems.push_back({Problem::Kind::kBroken, member_, offset,
                            "section " + std::string(name) + " ends beyond the end of the file"});
}

std::vector<std::uint64_t> HostFile::AddWrappers(const HostSection& section) {
  std::vector<std::uint64_t> pointers;
  Wrapper wrapper;
  for (std::uint64_t at = 0; section.bytes.Read(at, wrapper.data(), Wrapper::kSize);
       at += Wrapper::kSize) {
    if (wrapper.magic() != kWrapperMagicNumber) continue;
    ++wrappers_;
    if (wrapper.version() == 2) ++device_link_wrappers_;
    // No device link is without a region, and of those there cannot be more than images.
    if (wrapper.version() != 2 || pointers.size() >= options_.limits.max_images) continue;
    AddDeviceLinked(wrapper.region_address());
    pointers.push_back(section.address + at + Wrapper::kAddressField);
  }
  return pointers;
}

void HostFile::AddDeviceLinked(std::uint64_t region_address) {
  device_linked_.push_back(region_address);
}

void HostFile::Finish(bool has_addresses) {
  std::sort(device_linked_.begin(), device_linked_.end());
  const bool all = !has_addresses && wrappers_ > 0 && device_link_wrappers_ == wrappers_;
  for (const Place& place : places_) {
    const bool pointed_at =
        has_addresses &&
        std::binary_search(device_linked_.begin(), device_linked_.end(), place.address);
    if (all || pointed_at) code_.units[place.unit].device_linked = true;
  }
  if (wrappers_ == 0 || wrappers_ == places_.size()) return;
  if (places_.empty() && !broken_) {
    code_.stripped_regions += wrappers_;
    return;
  }
  code_.problems.push_back({Problem::Kind::kIncomplete, member_, 0,
                            "it registers " + std::to_string(wrappers_) +
                                " regions of device code, but holds " +
                                std::to_string(places_.size())});
}

}  // namespace cuda_arch_guard::fatbin
