// The contents of a file as data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json_writer.h"
#include "fatbin/device_code.h"
#include "fatbin/open_image.h"

namespace cuda_arch_guard::fatbin {

// Images that are alike, counted.
struct ImageGroup {
  arch::ImageKind kind = arch::ImageKind::kCubin;
  bool known = true;
  std::string architecture;  // "sm_90a"
  Where where = Where::kRegistered;
  int count = 0;
  std::uint64_t bytes = 0;  // as they lie in the file
};
// Ordered by where, kind, architecture.
std::vector<ImageGroup> GroupImages(const DeviceCode& code);

// The units that count for a verdict: in a linked file the registered ones; else all.
std::size_t UnitCount(const DeviceCode& code);

const char* ToString(arch::ImageKind kind);  // "cubin", "ptx", "ltoir"

struct UnitDetail {
  bool units = false;
  bool kernels = false;
};

// {"path":…,"format":…,"unit_count":…,"images":[…],"units":[…]}; `budget` is for kernel names
void Write(base::JsonWriter& json, const DeviceCode& code, const UnitDetail& detail,
           OpenBudget& budget);

}  // namespace cuda_arch_guard::fatbin
