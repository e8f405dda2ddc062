#include "fatbin/llvm_offload.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "fatbin/cubin.h"
#include "fatbin/fatbin_format.h"
#include "fatbin/ptx.h"

namespace cuda_arch_guard::fatbin {
namespace {

struct OffloadHeader : base::Record<32> {
  static constexpr std::size_t kSize = 32;
  std::uint32_t version() const { return U32<4>(); }
  std::uint64_t size() const { return U64<8>(); }
  std::uint64_t entry() const { return U64<16>(); }
};

struct OffloadEntry : base::Record<40> {
  static constexpr std::size_t kSize = 40;
  std::uint16_t image_kind() const { return U16<0>(); }
  std::uint16_t offload_kind() const { return U16<2>(); }
  std::uint64_t strings() const { return U64<8>(); }
  std::uint64_t string_count() const { return U64<16>(); }
  std::uint64_t image() const { return U64<24>(); }
  std::uint64_t image_size() const { return U64<32>(); }
};

constexpr std::uint16_t kOffloadCuda = 2;
constexpr std::uint16_t kImageBitcode = 2;
constexpr std::uint64_t kMaxStrings = 64;

// The value of a key in the string table: pairs of offsets.
std::string StringOf(const base::Bytes& binary, const OffloadEntry& entry, std::string_view key) {
  const std::uint64_t count = std::min(entry.string_count(), kMaxStrings);
  const std::optional<base::Bytes> table = binary.Slice(entry.strings(), 16 * count);
  if (!table) return "";
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto pair = table->ReadRecord<16>(16 * i);
    if (pair && binary.TextAt(pair->U64<0>(), 64) == key) return binary.TextAt(pair->U64<8>(), 64);
  }
  return "";
}

Image OffloadImage(const base::Bytes& payload, const OffloadEntry& entry,
                   const std::string& architecture) {
  Image image;
  if (const base::Parsed<Cubin> cubin = ReadCubin(payload); cubin.read()) {
    image = ImageOf(*cubin, payload);
  } else if (const base::Parsed<Ptx> ptx = ReadPtx(payload); ptx.read()) {
    image.kind = kKindPtx;
    image.traits.kind = arch::ImageKind::kPtx;
    image.traits.ptx_isa = ptx->isa;
  } else {
    image.kind = entry.image_kind();
    image.traits.kind = arch::ImageKind::kLtoIr;
    image.known = entry.image_kind() == kImageBitcode;
    image.compression = Compression::kUnknown;
  }
  image.payload = payload;
  image.raw_size = payload.size();
  const auto named = base::StartsWith(architecture, "sm_")
                         ? arch::ParseArchitecture(std::string_view(architecture).substr(3))
                         : std::nullopt;
  // The string has the letter that the flags of a cubin leave out.
  if (named) image.traits.architecture = *named;
  if (!named && image.traits.architecture.number == 0) image.known = false;
  return image;
}

bool HoldsArchitecture(const Unit& unit, const Image& image) {
  return std::any_of(unit.images.begin(), unit.images.end(), [&](const Image& other) {
    return other.traits.kind == image.traits.kind &&
           other.traits.architecture == image.traits.architecture;
  });
}

}  // namespace

void AddOffloadBinaries(const base::Bytes& bytes, const std::string& member,
                        const ReadOptions& options, DeviceCode& code) {
  Unit unit;
  const auto flush = [&] {
    if (!unit.images.empty()) code.units.push_back(std::move(unit));
    unit = Unit();
  };
  const auto breakage = [&](std::uint64_t at, const char* what) {
    code.problems.push_back({Problem::Kind::kBroken, member, bytes.origin() + at, what});
  };
  for (std::uint64_t at = 0; at < bytes.size();) {
    OffloadHeader header;
    if (!bytes.From(at).StartsWith(kOffloadMagic)) break;  // padding
    if (!bytes.Read(at, header.data(), OffloadHeader::kSize)) {
      breakage(at, "the header of an offload binary is cut off");
      break;
    }
    const std::optional<base::Bytes> binary = bytes.Slice(at, header.size());
    OffloadEntry entry;
    if (header.size() < OffloadHeader::kSize || !binary ||
        !binary->Read(header.entry(), entry.data(), OffloadEntry::kSize)) {
      breakage(at, "an offload binary ends beyond the end");
      break;
    }
    if (code.image_count >= options.limits.max_images) {
      breakage(at, "there are more images than are looked at");
      break;
    }
    const std::optional<base::Bytes> payload = binary->Slice(entry.image(), entry.image_size());
    if (!payload) {
      breakage(at, "an image ends beyond its offload binary");
      break;
    }
    if (entry.offload_kind() == kOffloadCuda) {
      Image image = OffloadImage(*payload, entry, StringOf(*binary, entry, "arch"));
      if (HoldsArchitecture(unit, image)) flush();
      if (unit.images.empty()) {
        unit.where = Where::kRelocatable;
        unit.member = member;
        unit.offset = bytes.origin() + at;
      }
      unit.images.push_back(std::move(image));
      unit.size = binary->origin() + binary->size() - unit.offset;
      ++code.image_count;
    }
    at += header.size();
  }
  flush();
}

}  // namespace cuda_arch_guard::fatbin
