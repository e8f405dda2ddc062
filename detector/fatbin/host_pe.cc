#include "fatbin/host_pe.h"

#include "fatbin/fatbin_format.h"
#include "fatbin/host_file.h"

namespace cuda_arch_guard::fatbin {

void AddHostPe(const objfile::PeFile& pe, const ReadOptions& options, DeviceCode& code) {
  const std::string no_member;
  HostFile host(no_member, options, code);
  std::uint32_t index = 0;
  for (const objfile::PeSection& section : pe.sections()) {
    ++index;
    const bool executable = section.name == kPeExecutableSection;
    const bool wrapper = section.name == kPeWrapperSection;
    if (!executable && !wrapper && section.name != kPeRelocatableSection) continue;
    const std::optional<base::Bytes> bytes = pe.Contents(section);
    if (!bytes) {
      host.AddMissing(section.name, pe.bytes().origin() + section.offset);
      continue;
    }
    const HostSection part = {section.name, index, section.address, *bytes};
    if (wrapper) {
      host.AddWrappers(part);
    } else {
      host.AddRegions(part, executable ? Where::kRegistered : Where::kRelocatable);
    }
  }
  host.Finish(true);
}

}  // namespace cuda_arch_guard::fatbin
