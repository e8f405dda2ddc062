// Cubins: ELF files for machine 190. What one is for, who made it, which kernels it has.
//
// Two layouts of the header's flags are in use:
//   ABI 7   CUDA up to 12.9, below sm_100: number in bits 0-7, `a` is bit 0x800
//   ABI 8   sm_100 and up since 12.8, everything since 13.0: number in bits 8-15; `a` is bit 0x8 as
//           12.8 and 12.9 write it; 13.x leaves that bit and says it in section .nv.compat instead
// The letter `f` stands in no field, only in the command line that ptxas keeps in section
// .note.nv.tkinfo, together with its own version.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arch/architecture.h"
#include "base/bytes.h"
#include "base/parsed.h"
#include "base/version.h"
#include "fatbin/region.h"
#include "objfile/elf_file.h"

namespace cuda_arch_guard::fatbin {

inline constexpr std::uint16_t kCudaMachine = 190;  // EM_CUDA

struct Cubin {
  arch::Architecture architecture;
  base::Version cuda;        // the ptxas or nvlink that wrote it; count 0: unknown
  bool relocatable = false;  // input of the device linker (-rdc)
  bool has_kernel = false;
  bool has_function = false;  // device code of any sort
};

// "Other": no ELF file, or one for another machine.
base::Parsed<Cubin> ReadCubin(const base::Bytes& bytes);

// The same as an image by itself; `bytes` are the whole of it.
Image ImageOf(const Cubin& cubin, const base::Bytes& bytes);

// Mangled names of the kernels in it, in file order.
std::vector<std::string> CubinKernels(const objfile::ElfFile& elf);

}  // namespace cuda_arch_guard::fatbin
