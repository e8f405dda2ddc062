// The images of validation kernels, known by their names. The build writes one file for each kernel
// and architecture:
//
//   launch.sm_86.cubin   launch.compute_90a.ptx   launch.fatbin (all images of that kernel)
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arch/architecture.h"
#include "arch/compatibility.h"
#include "base/result.h"

namespace cuda_arch_guard::runner {

struct Image {
  std::string path;
  std::string feature;  // "launch"
  bool fat = false;     // all images of the feature: then traits say nothing
  arch::ImageTraits traits;
  // The devices that it was built for, where a list says so.
  std::vector<arch::ComputeCapability> devices;

  std::string Name() const;  // "sm_86", "compute_90a", "fatbin"
};

// Nothing if the file name is not one of ours.
std::optional<Image> ParseImagePath(const std::string& path);

// A folder: every image in it. A file: a list, one image a line, by its name relative to the list's
// folder and the devices that it was built for, if any: "launch.sm_86.cubin 8.6 8.9". PTX files are
// opened for their ISA version. Errors: [validation-images-unreadable].
base::Result<std::vector<Image>> ListImages(const std::string& folder_or_list);

// The PTX ISA version at the head of a PTX text (".version 9.0"); count 0 if there is none.
base::Version PtxIsaOf(std::string_view ptx);

}  // namespace cuda_arch_guard::runner
