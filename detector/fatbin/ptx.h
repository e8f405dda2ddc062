// PTX: assembly text. The directives at its head say what it is for, `.entry` begins a kernel.
#pragma once

#include <string>
#include <vector>

#include "arch/architecture.h"
#include "base/bytes.h"
#include "base/parsed.h"
#include "base/version.h"

namespace cuda_arch_guard::fatbin {

struct Ptx {
  arch::Architecture architecture;
  base::Version isa;
  std::vector<std::string> kernels;  // mangled, as they stand in the text
  bool has_function = false;         // a device function with a body
};

// "Other": it does not begin with .version, after comments and white space.
base::Parsed<Ptx> ReadPtx(const base::Bytes& bytes);

}  // namespace cuda_arch_guard::fatbin
