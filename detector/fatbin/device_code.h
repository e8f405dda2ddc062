// All device code of one file, unit by unit.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "fatbin/open_image.h"
#include "fatbin/region.h"

namespace cuda_arch_guard::fatbin {

enum class Where {
  kRegistered,   // loaded with the program
  kRelocatable,  // input of the device linker
  kEmbedded,     // plain data, loaded by the program's own code if at all
};
const char* ToString(Where where);

// One region: normally one translation unit, or the result of a device link.
struct Unit {
  Where where = Where::kRegistered;
  std::string member;        // of an archive; else empty
  std::string source;        // "kernels.cu", if the file still tells; else empty
  std::uint64_t offset = 0;  // in the file
  std::uint64_t size = 0;
  bool device_linked = false;  // made by a device link (wrapper version 2)
  std::vector<Image> images;
};

struct Problem {
  enum class Kind {
    kUnreadable,  // it could not be opened or read
    kBroken,      // it breaks the rules of its own format
    kIncomplete,  // less device code was found than the file itself counts
  };
  Kind kind = Kind::kBroken;
  std::string member;
  std::uint64_t offset = 0;
  std::string what;
};

struct DeviceCode {
  std::string path;
  std::string format =
      "other";  // "elf", "pe", "archive", "fatbin", "cubin", "ptx", "llvm-offload", "other"
  // False for .o and .a: the device link is still to come.
  bool linked = true;
  std::string soname;
  std::vector<Unit> units;
  std::size_t image_count = 0;  // so far, in the host files; kept below Limits::max_images
  std::vector<Problem> problems;
  // Wrappers that register regions, while the section of the regions is gone.
  std::uint64_t stripped_regions = 0;
  bool scanned = false;  // embedded code was looked for too

  // What the images point into.
  std::vector<std::shared_ptr<const base::ByteSource>> sources;

  bool unreadable() const;
};

struct ReadOptions {
  bool scan = true;           // look for embedded code in the rest of the file
  bool name_sources = false;  // fill Unit::source
  Limits limits;
};

// Any file. Never fails: what could not be read is in `problems`.
DeviceCode ReadDeviceCode(const std::string& path, const ReadOptions& options);

// The same for bytes that are at hand; `path` only names them.
DeviceCode ReadDeviceCode(const std::string& path, std::shared_ptr<const base::ByteSource> source,
                          const ReadOptions& options);

}  // namespace cuda_arch_guard::fatbin
