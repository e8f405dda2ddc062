// Device code in files for the host, whatever their format: regions in sections, and the wrappers
// that register them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "fatbin/device_code.h"

namespace cuda_arch_guard::fatbin {

// Where a region is, in the file's own addresses. In an object file all sections begin at 0: there
// the section and the offset in it name the place.
struct Place {
  std::uint32_t section = 0;
  std::uint64_t address = 0;
  std::size_t unit = 0;  // into DeviceCode::units
};

struct HostSection {
  std::string_view name;
  std::uint32_t index = 0;
  std::uint64_t address = 0;
  base::Bytes bytes;
};

class HostFile {
 public:
  // `member` is the archive's, or empty. What is found is added to `code`.
  HostFile(const std::string& member, const ReadOptions& options, DeviceCode& code);

  // A section that holds regions.
  void AddRegions(const HostSection& section, Where where);
  // A section that lies outside the file.
  void AddMissing(std::string_view name, std::uint64_t offset);
  // The wrappers. Returns the addresses of the pointers in them that belong to device links, for
  // files that leave the pointers' values to relocations.
  std::vector<std::uint64_t> AddWrappers(const HostSection& section);
  void AddDeviceLinked(std::uint64_t region_address);

  // When all sections are there: marks device links, and compares regions with wrappers. Without
  // addresses (an object file) an object that has nothing but device links is recognised all the
  // same: nvcc -dlink makes such.
  void Finish(bool has_addresses);

  const std::vector<Place>& places() const { return places_; }

 private:
  const std::string& member_;
  const ReadOptions& options_;
  DeviceCode& code_;
  std::vector<Place> places_;
  std::uint64_t wrappers_ = 0;
  std::uint64_t device_link_wrappers_ = 0;
  std::vector<std::uint64_t> device_linked_;
  bool broken_ = false;
};

}  // namespace cuda_arch_guard::fatbin
