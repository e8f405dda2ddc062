// The payload of an image, uncompressed. Nothing but this opens images: headers tell the rest.
//
// zstd and LZ4 come from the system's libraries where the build found them
// (CUDA_ARCH_GUARD_HAVE_ZSTD, CUDA_ARCH_GUARD_HAVE_LZ4). Without them a compressed image stays
// closed, and whoever asked learns that it could not be opened.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/bytes.h"
#include "fatbin/region.h"

namespace cuda_arch_guard::fatbin {

// One image, and all images of a file together, may take this much when uncompressed. The largest
// seen have some 100 MB.
struct OpenBudget {
  std::uint64_t per_image = 1ull << 30;
  std::uint64_t left = 16ull << 30;
};

class OpenedImage {
 public:
  bool ok() const { return error_.empty(); }
  // A sentence: what is missing or broken.
  const std::string& error() const { return error_; }
  const base::Bytes& bytes() const { return bytes_; }

 private:
  friend OpenedImage OpenImage(const Image& image, OpenBudget& budget);

  std::string error_;
  std::unique_ptr<char[]> buffer_;  // not a vector: it would write zeros first
  std::unique_ptr<base::MemorySource> source_;
  base::Bytes bytes_;
};

OpenedImage OpenImage(const Image& image, OpenBudget& budget);

}  // namespace cuda_arch_guard::fatbin
