// Regions and the images in them, by their headers alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arch/compatibility.h"
#include "base/bytes.h"
#include "base/parsed.h"

namespace cuda_arch_guard::fatbin {

enum class Compression { kNone, kZstd, kLz4, kUnknown };

struct Image {
  arch::ImageTraits traits;
  bool known = true;  // false: of a kind that nobody described; it counts for nothing
  std::uint16_t kind = 0;
  Compression compression = Compression::kNone;
  base::Bytes payload;         // as it lies in the file
  std::uint64_t raw_size = 0;  // uncompressed
  std::string identifier;      // source file, where the compiler left it

  // "sm_90a", "compute_90", "lto_90"
  std::string ToString() const;
};

struct Region {
  std::uint64_t offset = 0;  // in the file
  std::uint64_t size = 0;    // with its header
  std::vector<Image> images;
};

// How much of one file is looked at; what is beyond ends in an answer, not in a crash.
struct Limits {
  std::size_t max_images = 1 << 18;
};

// The region that begins at `offset` of `bytes`. "Other": no region begins there. The number of
// images that were looked at is added to `work`, broken or not.
base::Parsed<Region> ReadRegion(const base::Bytes& bytes, std::uint64_t offset,
                                const Limits& limits = {}, std::uint64_t* work = nullptr);

// All regions of a section. Where one is broken, what is whole comes first and `breakage` says
// where it ended.
struct RegionWalk {
  std::vector<Region> regions;
  std::optional<base::Breakage> breakage;
};
RegionWalk WalkRegions(const base::Bytes& section, const Limits& limits = {});

}  // namespace cuda_arch_guard::fatbin
