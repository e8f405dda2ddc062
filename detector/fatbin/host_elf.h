// The CUDA sections of a program, library or object file for the host.
#pragma once

#include <string>

#include "fatbin/device_code.h"
#include "objfile/elf_file.h"

namespace cuda_arch_guard::fatbin {

// Adds the units of `elf`, and a problem where they are broken or fewer than the wrappers that
// register them.
void AddHostElf(const objfile::ElfFile& elf, const std::string& member, const ReadOptions& options,
                DeviceCode& code);

}  // namespace cuda_arch_guard::fatbin
