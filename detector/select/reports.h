// The findings of a selection, worded. Each function is one id.
#pragma once

#include <string>
#include "base/list.h"

#include "base/finding.h"
#include "probe/inventory.h"
#include "select/selection.h"
#include "select/service.h"

namespace cuda_arch_guard::select {

// "NVIDIA GeForce RTX 3090 (8.6)", "2 x NVIDIA A100 (8.0)", "8.6" where there is no name.
std::string Describe(const base::List<probe::Device>& devices);

// [toolkit-too-old-for-gpu], [toolkit-dropped-gpu], [ptx-off], [ptx-newer-than-driver],
// [unsupported-by-project].
base::Finding ReportMiss(const Means& means, const base::List<probe::Device>& devices, Miss miss,
                         const probe::Driver& driver, bool some_are_served);
base::Finding ReportJitOnly(const Means& means, const base::List<probe::Device>& devices,
                            arch::Architecture ptx);
base::Finding ReportServedByOlder(const base::List<probe::Device>& devices, arch::Architecture real,
                                  const base::List<WishItem>& supported);
base::Finding ReportNotBuildable(const Means& means, const std::string& text,
                                 arch::Architecture architecture);
// `missing`: the entries that would cover the devices; empty if this toolkit has none.
base::Finding ReportNotCovered(const Means& means, const base::List<probe::Device>& devices,
                               const std::string& list, const std::string& missing);
base::Finding ReportOutsideProject(const std::string& text, const base::List<WishItem>& supported);
base::Finding ReportGpuUnknown(const base::List<probe::Device>& devices);
base::Finding ReportDriverTooOld(const Means& means, const probe::Inventory& inventory);
// What becomes of `auto` where no GPU was found. `certain`: every source answered.
base::Finding ReportNoGpu(const probe::Inventory& inventory, const std::string& instead,
                          bool is_error);

}  // namespace cuda_arch_guard::select
