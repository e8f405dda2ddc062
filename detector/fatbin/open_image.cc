#include "fatbin/open_image.h"

#include <limits>
#include <new>
#include <string_view>

#ifdef CUDA_ARCH_GUARD_HAVE_ZSTD
#include <zstd.h>
#endif
#ifdef CUDA_ARCH_GUARD_HAVE_LZ4
#include <lz4.h>
#endif

namespace cuda_arch_guard::fatbin {
namespace {

// Both write exactly to.size bytes or answer with the reason why not.
struct Target {
  char* data;
  std::size_t size;
};

std::string UnpackZstd([[maybe_unused]] std::string_view from, [[maybe_unused]] Target to) {
#ifdef CUDA_ARCH_GUARD_HAVE_ZSTD
  const std::size_t got = ZSTD_decompress(to.data, to.size, from.data(), from.size());
  if (ZSTD_isError(got) != 0) return std::string("zstd: ") + ZSTD_getErrorName(got);
  return got == to.size ? "" : "zstd: it has another size than its header says";
#else
  return "it is compressed with zstd, and this program was built without zstd";
#endif
}

std::string UnpackLz4([[maybe_unused]] std::string_view from, [[maybe_unused]] Target to) {
#ifdef CUDA_ARCH_GUARD_HAVE_LZ4
  constexpr std::size_t kMax = std::numeric_limits<int>::max();
  if (from.size() > kMax || to.size > kMax) return "LZ4: it is too large";
  const int got = LZ4_decompress_safe(from.data(), to.data, static_cast<int>(from.size()),
                                      static_cast<int>(to.size));
  return got >= 0 && static_cast<std::size_t>(got) == to.size ? "" : "LZ4: it is damaged";
#else
  return "it is compressed with LZ4, and this program was built without LZ4";
#endif
}

}  // namespace

OpenedImage OpenImage(const Image& image, OpenBudget& budget) {
  OpenedImage opened;
  if (!image.known || image.compression == Compression::kUnknown) {
    opened.error_ = "nobody has described how it is stored";
    return opened;
  }
  if (image.compression == Compression::kNone) {
    opened.bytes_ = image.payload;
    return opened;
  }
  if (image.raw_size > budget.per_image || image.raw_size > budget.left) {
    opened.error_ =
        "it has " + std::to_string(image.raw_size) + " bytes when uncompressed, beyond the limit";
    return opened;
  }
  budget.left -= image.raw_size;
  const auto from = image.payload.Copy(0, static_cast<std::size_t>(image.payload.size()));
  if (!from) {
    opened.error_ = "it could not be read";
    return opened;
  }
  const Target to = {new (std::nothrow) char[image.raw_size],
                     static_cast<std::size_t>(image.raw_size)};
  opened.buffer_.reset(to.data);
  if (to.data == nullptr) {
    opened.error_ = "there is no memory for its " + std::to_string(image.raw_size) + " bytes";
    return opened;
  }
  opened.error_ =
      image.compression == Compression::kZstd ? UnpackZstd(*from, to) : UnpackLz4(*from, to);
  if (!opened.error_.empty()) return opened;
  opened.source_ = std::make_unique<base::MemorySource>(std::string_view(to.data, to.size));
  opened.bytes_ = base::Bytes(*opened.source_);
  return opened;
}

}  // namespace cuda_arch_guard::fatbin
