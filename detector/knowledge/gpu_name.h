// GPU names are printed in many ways for one product. Here a name is taken apart into what tells
// products apart and what does not. Nothing is guessed: a letter or digit that differs is another
// product.
#pragma once

#include <string>
#include <string_view>
#include "base/list.h"

namespace cuda_arch_guard::knowledge {

struct GpuName {
  // "geforce", "rtx", "2080", "super": lower case, without vendor, MIG slice, vGPU profile and the
  // trailing qualifiers (Laptop GPU, Max-Q, 24GB, PCIe, Generation) that never decide the chip.
  base::List<std::string> words;
  std::string chip;          // "ga102gl", from the form of lspci: "GA102GL [RTX A6000]"; else empty
  int device_id = -1;        // from "[10de:2204]" or "Device 2204"; -1: none
  bool virtual_gpu = false;  // it had a vGPU profile: "-8Q"
};

GpuName ReadGpuName(std::string_view name);

// The letters and digits of words[first] and on, joined: "geforcertx2080super".
std::string GpuKey(const base::List<std::string>& words, std::size_t first = 0);

// Negative, 0 or positive as the letters and digits of `name`, in lower case, sort before `key`,
// are equal to it, or sort after it.
int CompareToKey(const char* name, std::string_view key);

}  // namespace cuda_arch_guard::knowledge
