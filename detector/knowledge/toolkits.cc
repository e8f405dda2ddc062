#include "knowledge/toolkits.h"

#include "base/text.h"

namespace cuda_arch_guard::knowledge {
namespace {

constexpr ToolkitRow kToolkits[] = {
#include "knowledge/toolkits.inc"
};

struct DriverBranch {
  int branch;
  base::Version cuda;
};
constexpr DriverBranch kLinuxBranches[] = {
#include "knowledge/driver_branches_linux.inc"
};
constexpr DriverBranch kWindowsBranches[] = {
#include "knowledge/driver_branches_windows.inc"
};

// Driver branch 565 reports 12.7 and takes its PTX ISA; a toolkit 12.7 was never released.
constexpr base::Version kUnreleasedCuda(12, 7);
constexpr base::Version kUnreleasedPtxIsa(8, 6);

// From this version on code runs on every driver of the same major, if it is new enough for that.
constexpr base::Version kMinorCompatibilitySince(11, 0);

Rows<DriverBranch> BranchesOf(Platform platform) {
  return platform == Platform::kLinux ? Rows<DriverBranch>(kLinuxBranches)
                                      : Rows<DriverBranch>(kWindowsBranches);
}

}  // namespace

Rows<ToolkitRow> Toolkits() { return Rows<ToolkitRow>(kToolkits); }

const ToolkitRow* FindToolkit(const base::Version& version) {
  for (const ToolkitRow& row : kToolkits) {
    if (row.version.major() == version.major() && row.version.minor() == version.minor())
      return &row;
  }
  return nullptr;
}

const ToolkitRow& NewestToolkit() { return Toolkits().back(); }

base::List<arch::Architecture> BuiltBy(const ToolkitRow& toolkit) {
  base::List<arch::Architecture> architectures;
  for (const std::string& word : base::SplitAny(toolkit.architectures, " ")) {
    if (const auto architecture = arch::ParseArchitecture(word))
      architectures.push_back(*architecture);
  }
  return architectures;
}

base::Maybe<base::Version> CudaOfDriver(const base::Version& driver, Platform platform) {
  base::Maybe<base::Version> cuda;
  if (driver.count == 0) return cuda;
  for (const DriverBranch& row : BranchesOf(platform)) {
    if (row.branch <= driver.major()) cuda = row.cuda;
  }
  return cuda;
}

base::Maybe<base::Version> PtxIsaOfCuda(const base::Version& cuda) {
  if (cuda.major() == kUnreleasedCuda.major() && cuda.minor() == kUnreleasedCuda.minor())
    return kUnreleasedPtxIsa;
  base::Maybe<base::Version> ptx_isa;
  for (const ToolkitRow& row : kToolkits) {
    if (row.version <= cuda) ptx_isa = row.ptx_isa;
  }
  return ptx_isa;
}

base::Maybe<base::Version> CudaOfPtxIsa(const base::Version& ptx_isa) {
  if (ptx_isa == kUnreleasedPtxIsa) return kUnreleasedCuda;
  for (const ToolkitRow& row : kToolkits) {
    if (row.ptx_isa == ptx_isa) return row.version;
  }
  return base::kNothing;
}

base::Maybe<base::Version> MinimumDriver(const base::Version& cuda, Platform platform) {
  const ToolkitRow* row = FindToolkit(cuda);
  if (row == nullptr) return base::kNothing;
  return base::Version::Parse(platform == Platform::kLinux ? row->linux_minimum
                                                           : row->windows_minimum);
}

DriverAnswer DriverRunsCuda(const base::Version& driver_cuda, const base::Version& driver,
                            const base::Version& code_cuda, Platform platform) {
  if (code_cuda.count == 0) return DriverAnswer::kUnknown;
  if (driver_cuda.count > 0) {
    if (driver_cuda >= base::Version(code_cuda.major(), code_cuda.minor()))
      return DriverAnswer::kYes;
    if (driver_cuda.major() != code_cuda.major() || driver_cuda < kMinorCompatibilitySince)
      return DriverAnswer::kNo;
    // A driver that reports the very first version may be older than the least one of the others.
    if (driver_cuda.minor() > kMinorCompatibilitySince.minor() ||
        driver_cuda.major() > kMinorCompatibilitySince.major())
      return DriverAnswer::kYes;
  }
  if (driver.count == 0) return DriverAnswer::kUnknown;
  const base::Maybe<base::Version> minimum = MinimumDriver(code_cuda, platform);
  if (minimum) return driver >= *minimum ? DriverAnswer::kYes : DriverAnswer::kNo;
  const base::Maybe<base::Version> supported = CudaOfDriver(driver, platform);
  return supported && *supported >= base::Version(code_cuda.major(), code_cuda.minor())
             ? DriverAnswer::kYes
             : DriverAnswer::kUnknown;
}

}  // namespace cuda_arch_guard::knowledge
