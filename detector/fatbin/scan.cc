#include "fatbin/scan.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fatbin/cubin.h"
#include "fatbin/fatbin_format.h"
#include "objfile/elf_file.h"

namespace cuda_arch_guard::fatbin {
namespace {

constexpr std::uint64_t kWindow = 1 << 20;
// Images and sections that may be looked at, valid or not: nested lies would take for ever. The
// largest libraries need some 50,000.
constexpr std::uint64_t kMaxWork = 8 << 20;
constexpr std::string_view kElfStart(
    "\x7f"
    "ELF\x02\x01\x01",
    7);
// The region's magic without its first byte: 'P' is frequent, and it is the first byte of what is
// searched that decides how fast the search is.
constexpr std::string_view kRegionTail = kRegionMagic.substr(1);

struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// The next place at or behind `from` where either may begin; npos if there is none.
class Candidates {
 public:
  explicit Candidates(std::string_view window) : window_(window) {}

  std::size_t Next(std::size_t from) {
    if (region_ != std::string_view::npos && region_ < from + 1) {
      region_ = window_.find(kRegionTail, from + 1);
    }
    if (elf_ != std::string_view::npos && elf_ < from) elf_ = window_.find(kElfStart, from);
    const std::size_t region = region_ == std::string_view::npos ? region_ : region_ - 1;
    return std::min(region, elf_);
  }

 private:
  std::string_view window_;
  std::size_t region_ = 0;
  std::size_t elf_ = window_.substr(0, kElfStart.size()) == kElfStart ? 0 : window_.find(kElfStart);
};

class Scanner {
 public:
  Scanner(const base::Bytes& bytes, const ReadOptions& options, DeviceCode& code)
      : bytes_(bytes), options_(options), code_(code) {
    for (const Unit& unit : code.units) {
      if (unit.size > 0) known_.push_back({unit.offset, unit.offset + unit.size});
    }
    std::sort(known_.begin(), known_.end(),
              [](const Range& a, const Range& b) { return a.begin < b.begin; });
  }

  void Run() {
    std::uint64_t at = 0;
    while (at < bytes_.size()) {
      const std::uint64_t size = std::min(kWindow, bytes_.size() - at);
      const std::optional<std::string> window = bytes_.Copy(at, static_cast<std::size_t>(size));
      if (!window) return;  // the file shrank: whoever opened it says so
      const std::uint64_t next = ScanWindow(at, *window);
      // Windows overlap, so that nothing that begins near the end of one is missed.
      at = size < kWindow ? bytes_.size() : std::max(next, at + size - kElfStart.size());
    }
  }

 private:
  // Returns where to go on.
  std::uint64_t ScanWindow(std::uint64_t begin, std::string_view window) {
    Candidates candidates(window);
    std::size_t at = 0;
    while (at < window.size()) {
      const std::size_t hit = candidates.Next(at);
      if (hit == std::string_view::npos) break;
      const std::uint64_t offset = begin + hit;
      std::uint64_t end = EndOfKnown(bytes_.origin() + offset);
      if (end == 0) end = TryAt(offset);
      if (end == 0) end = offset + 1;
      if (end >= begin + window.size()) return end;
      at = static_cast<std::size_t>(end - begin);
    }
    return begin;
  }

  // Where the unit that holds this place ends, in `bytes_`; 0 if none does.
  std::uint64_t EndOfKnown(std::uint64_t origin) {
    while (next_known_ < known_.size() && known_[next_known_].end <= origin) ++next_known_;
    if (next_known_ == known_.size() || origin < known_[next_known_].begin) return 0;
    return known_[next_known_].end - bytes_.origin();
  }

  // Where the code that begins here ends; 0 if there is none.
  std::uint64_t TryAt(std::uint64_t offset) {
    Limits limits = options_.limits;
    limits.max_images -= std::min(limits.max_images, code_.image_count);
    if (limits.max_images == 0 || work_ > kMaxWork) {
      if (!limit_said_) {
        code_.problems.push_back({Problem::Kind::kBroken, "", bytes_.origin() + offset,
                                  "more in it looks like device code than is looked at"});
      }
      limit_said_ = true;
      return 0;
    }
    ++work_;
    Unit unit;
    unit.where = Where::kEmbedded;
    unit.offset = bytes_.origin() + offset;
    base::Parsed<Region> region = ReadRegion(bytes_, offset, limits, &work_);
    if (region.read()) {
      if (std::none_of(region->images.begin(), region->images.end(),
                       [](const Image& image) { return image.known; })) {
        return 0;
      }
      unit.size = region->size;
      unit.images = std::move(region->images);
    } else if (!ReadBareCubin(offset, unit)) {
      return 0;
    }
    code_.image_count += unit.images.size();
    const std::uint64_t end = offset + unit.size;
    code_.units.push_back(std::move(unit));
    return end;
  }

  bool ReadBareCubin(std::uint64_t offset, Unit& unit) {
    constexpr std::uint64_t kSectionCount = 60;
    const base::Bytes rest = bytes_.From(offset);
    // Numbers beyond the header's field are for linkers; no cubin needs them.
    const auto count = rest.ReadRecord<2>(kSectionCount);
    if (!count || count->U16<0>() == 0) return false;
    work_ += count->U16<0>();
    const base::Parsed<objfile::ElfFile> elf = objfile::ElfFile::Read(rest);
    if (!elf.read() || elf->machine() != kCudaMachine) return false;
    const std::optional<base::Bytes> whole = rest.Slice(0, elf->Extent());
    if (!whole) return false;
    const base::Parsed<Cubin> cubin = ReadCubin(*whole);
    if (!cubin.read() || cubin->architecture.number < 10) return false;
    unit.size = whole->size();
    unit.images.push_back(ImageOf(*cubin, *whole));
    return true;
  }

  const base::Bytes& bytes_;
  const ReadOptions& options_;
  DeviceCode& code_;
  std::vector<Range> known_;  // in the file, ascending
  std::size_t next_known_ = 0;
  std::uint64_t work_ = 0;
  bool limit_said_ = false;
};

}  // namespace

void ScanForEmbedded(const base::Bytes& bytes, const ReadOptions& options, DeviceCode& code) {
  Scanner(bytes, options, code).Run();
  code.scanned = true;
}

}  // namespace cuda_arch_guard::fatbin
