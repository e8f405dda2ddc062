#include "fatbin/region.h"

#include <algorithm>

#include "fatbin/fatbin_format.h"

namespace cuda_arch_guard::fatbin {
namespace {

using base::Breakage;

constexpr std::size_t kMaxIdentifier = 4096;

arch::Variant VariantOf(std::uint64_t flags) {
  if ((flags & kFlagSpecific) != 0) return arch::Variant::kSpecific;
  return (flags & kFlagFamily) != 0 ? arch::Variant::kFamily : arch::Variant::kPlain;
}

Compression CompressionOf(const ImageHeader& header) {
  if ((header.flags() & kFlagScrambled) != 0) return Compression::kUnknown;
  if ((header.flags() & kFlagZstd) != 0) return Compression::kZstd;
  if ((header.flags() & kFlagLz4) != 0) return Compression::kLz4;
  return header.compressed_size() == 0 ? Compression::kNone : Compression::kUnknown;
}

void SetKind(const ImageHeader& header, Image& image) {
  image.kind = header.kind();
  switch (header.kind()) {
    case kKindCubin:
      image.traits.kind = arch::ImageKind::kCubin;
      break;
    case kKindPtx:
      image.traits.kind = arch::ImageKind::kPtx;
      image.traits.ptx_isa = {header.major_version(), header.minor_version()};
      break;
    case kKindLtoIr:
      image.traits.kind = arch::ImageKind::kLtoIr;
      break;
    default:
      image.known = false;
  }
  // No architecture has fewer than two digits or more than three.
  if (header.architecture() < 10 || header.architecture() > 999) image.known = false;
}

// The image at `offset` of `images`; its whole size goes to `size`.
base::Parsed<Image> ReadImage(const base::Bytes& images, std::uint64_t offset,
                              std::uint64_t* size) {
  const std::uint64_t origin = images.origin() + offset;
  ImageHeader header;
  if (!images.Read(offset, header.data(), ImageHeader::kSize)) {
    return Breakage{origin, "the header of a device image is cut off"};
  }
  if (header.header_size() < ImageHeader::kSize) {
    return Breakage{origin, "the header of a device image claims a size of " +
                                std::to_string(header.header_size()) + " bytes"};
  }
  const std::optional<std::uint64_t> whole =
      base::CheckedAdd(header.header_size(), header.payload_size());
  if (!whole || !images.Contains(offset, *whole)) {
    return Breakage{origin, "a device image of " + std::to_string(header.payload_size()) +
                                " bytes ends beyond its region"};
  }
  *size = *whole;
  Image image;
  SetKind(header, image);
  image.traits.architecture = {static_cast<int>(header.architecture() % 1000),
                               VariantOf(header.flags())};
  image.compression = CompressionOf(header);
  const bool packed = image.compression != Compression::kNone && header.compressed_size() != 0;
  const std::uint64_t stored =
      packed ? std::min<std::uint64_t>(header.compressed_size(), header.payload_size())
             : header.payload_size();
  image.payload = *images.Slice(offset + header.header_size(), stored);
  image.raw_size =
      image.compression == Compression::kNone ? header.payload_size() : header.raw_size();
  if (header.identifier_size() > 0 && header.identifier_offset() < header.header_size() &&
      header.identifier_size() <= header.header_size() - header.identifier_offset()) {
    image.identifier =
        images.TextAt(offset + header.identifier_offset(),
                      std::min<std::size_t>(header.identifier_size(), kMaxIdentifier));
  }
  return image;
}

}  // namespace

std::string Image::ToString() const {
  if (!known) return "kind " + std::to_string(kind);
  const char* prefix = traits.kind == arch::ImageKind::kCubin ? "sm_"
                       : traits.kind == arch::ImageKind::kPtx ? "compute_"
                                                              : "lto_";
  return prefix + traits.architecture.ToString();
}

base::Parsed<Region> ReadRegion(const base::Bytes& bytes, std::uint64_t offset,
                                const Limits& limits, std::uint64_t* work) {
  RegionHeader header;
  const std::uint64_t origin = bytes.origin() + offset;
  if (!bytes.Read(offset, header.data(), RegionHeader::kSize)) {
    const std::optional<std::uint32_t> magic = bytes.U32(offset);
    if (!magic || *magic != kRegionMagicNumber) return base::NotThisFormat{};
    return Breakage{origin, "the header of a region of device code is cut off"};
  }
  if (header.magic() != kRegionMagicNumber) return base::NotThisFormat{};
  if (header.version() != 1 || header.header_size() < RegionHeader::kSize) {
    return Breakage{origin, "a region of device code has version " +
                                std::to_string(header.version()) + " and a header of " +
                                std::to_string(header.header_size()) + " bytes"};
  }
  const std::uint64_t begin = offset + header.header_size();
  const std::optional<base::Bytes> images = bytes.Slice(begin, header.size());
  if (!images) {
    return Breakage{origin, "a region of device code of " + std::to_string(header.size()) +
                                " bytes ends beyond the end"};
  }
  Region region;
  region.offset = origin;
  region.size = header.header_size() + header.size();
  for (std::uint64_t at = 0; at < images->size();) {
    if (region.images.size() >= limits.max_images) {
      return Breakage{origin, "a region of device code has more than " +
                                  std::to_string(limits.max_images) + " images"};
    }
    if (work != nullptr) ++*work;
    std::uint64_t size = 0;
    base::Parsed<Image> image = ReadImage(*images, at, &size);
    if (image.broken()) return image.breakage();
    region.images.push_back(std::move(*image));
    at += size;
  }
  return region;
}

RegionWalk WalkRegions(const base::Bytes& section, const Limits& limits) {
  constexpr std::uint64_t kChunk = 64 << 10;  // between regions lie zero bytes, if anything
  RegionWalk walk;
  Limits left = limits;
  for (std::uint64_t at = 0; at < section.size();) {
    base::Parsed<Region> region = ReadRegion(section, at, left);
    if (region.broken()) {
      walk.breakage = region.breakage();
      return walk;
    }
    if (region.read()) {
      at += region->size;
      left.max_images -= region->images.size();
      walk.regions.push_back(std::move(*region));
      continue;
    }
    const std::string gap =
        section.Copy(at, static_cast<std::size_t>(std::min(kChunk, section.size() - at)))
            .value_or("?");
    const std::size_t zeros = std::min(gap.find_first_not_of('\0'), gap.size());
    if (zeros == 0) {
      walk.breakage = Breakage{section.origin() + at, "no region of device code begins here"};
      return walk;
    }
    at += zeros;
  }
  return walk;
}

}  // namespace cuda_arch_guard::fatbin
