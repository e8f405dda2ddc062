#include "verdict/findings.h"

#include <cstdio>

#include "base/text.h"
#include "knowledge/toolkits.h"
#include "verdict/reason.h"

namespace cuda_arch_guard::verdict {
namespace {

using base::Finding;
using base::Severity;
using fatbin::Problem;

std::string Hexadecimal(std::uint64_t number) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(number));
  return text;
}

Finding OfProblem(const std::string& path, const Problem& problem) {
  Finding finding;
  finding.found = path + (problem.member.empty() ? "" : "(" + problem.member + ")") + ": " +
                  base::Printable(problem.what);
  switch (problem.kind) {
    case Problem::Kind::kUnreadable:
      finding.id = "file-unreadable";
      finding.wrong = "A file could not be read.";
      finding.because = "a regular file that may be read";
      finding.todo = {"check the path and its permissions"};
      break;
    case Problem::Kind::kBroken:
      finding.id = "device-code-damaged";
      finding.wrong = "A file is damaged or cut off: not all of its device code could be read.";
      finding.found += ", at offset " + Hexadecimal(problem.offset);
      finding.because = "a whole file, since what is missing may be the code for a device";
      finding.todo = {"build or download it again"};
      break;
    case Problem::Kind::kIncomplete:
      finding.id = "device-code-incomplete";
      finding.wrong = "A file registers another number of regions of device code than it holds.";
      finding.because = "one region for each that is registered, as every linker leaves them";
      finding.todo = {"build it again; strip and objcopy may keep the sections of device code"};
      break;
  }
  return finding;
}

Finding Stripped(const Examined& file) {
  Finding finding;
  finding.id = "device-code-stripped";
  finding.wrong = "The device code of a file was removed.";
  finding.found = file.code.path + ": " + std::to_string(file.code.stripped_regions) +
                  " regions of device code are registered, none is there";
  finding.because = "without them every kernel launch fails";
  finding.todo = {"keep the section .nv_fatbin: do not remove it with objcopy"};
  return finding;
}

std::string RebuildFor(arch::ComputeCapability device) {
  return "build it for " + device.ToString() +
         " too: -DCudaArchGuard_ARCHITECTURES=" + std::to_string(device.number()) +
         " (or a list with " + std::to_string(device.number()) + " in it)";
}

Finding DriverTooOld(const FileVerdict& verdict, const Policy& policy) {
  Finding finding;
  finding.id = "driver-too-old-for-binary";
  finding.wrong = "The driver is too old for a file's device code.";
  finding.found = verdict.path + " was made by CUDA " + verdict.too_new_cuda.ToString() +
                  "; driver " +
                  (policy.driver.number.count > 0 ? policy.driver.text
                                                  : "for CUDA " + policy.driver.cuda.ToString());
  const knowledge::ToolkitRow* toolkit = knowledge::FindToolkit(verdict.too_new_cuda);
  finding.because = toolkit != nullptr && *toolkit->linux_minimum != '\0'
                        ? std::string("driver ") + toolkit->linux_minimum + " or newer"
                        : "a newer driver";
  finding.todo = {"update the driver, or build with an older CUDA toolkit"};
  return finding;
}

bool OnlyUnknown(const UnitCounts& units) {
  return units.unknown > 0 && units.covered + units.by_jit + units.gap + units.specialised == 0;
}

}  // namespace

std::vector<Finding> FindingsOf(const Examined& file) {
  std::vector<Finding> findings;
  for (const Problem& problem : file.code.problems) {
    findings.push_back(OfProblem(file.code.path, problem));
  }
  if (file.code.stripped_regions > 0) findings.push_back(Stripped(file));
  return findings;
}

std::vector<Finding> FindingsOf(const Examined& file, const FileVerdict& verdict,
                                const Policy& policy) {
  std::vector<Finding> findings;
  const std::string device = verdict.device.ToString();
  const std::string found = verdict.path + ": " + verdict.reason;
  Finding finding;
  finding.found = found;
  if (verdict.undecided) {
    finding.id = "insufficient-evidence";
    finding.severity = Severity::kWarning;
    finding.wrong = "Whether a file runs on a device of " + device + " could not be settled.";
    finding.because = "images that had to be opened: " + file.closed;
    finding.todo = {base::Contains(file.closed, "built without")
                        ? "install the development files of zstd and LZ4 (Debian: libzstd-dev "
                          "liblz4-dev) and build cuda-arch-guard again"
                        : "build a cubin or PTX for " + device + ", whose content can be read"};
    findings.push_back(finding);
  }
  if (verdict.too_new_cuda.count > 0) {
    findings.push_back(DriverTooOld(verdict, policy));
  } else if (verdict.verdict == Verdict::kFails && !OnlyUnknown(verdict.units)) {
    finding.id = "no-code-for-device";
    finding.severity = Severity::kError;
    finding.wrong = "A file has no code for a device of " + device + ".";
    finding.because = "for each unit a cubin or PTX that runs on " + device;
    finding.todo = {RebuildFor(verdict.device)};
    if (verdict.never_linked) {
      finding.wrong = "A file's relocatable device code was never linked.";
      finding.because = "a device link (nvcc -dlink), since only its result is loaded";
      finding.todo = {"set the target property CUDA_RESOLVE_DEVICE_SYMBOLS, or link with nvcc"};
    }
    findings.push_back(finding);
  } else if (verdict.verdict == Verdict::kPartly) {
    finding.id = "units-lack-device";
    finding.severity = Severity::kError;
    finding.wrong = "Parts of a file have no code for a device of " + device + ".";
    finding.because = "every unit needs a cubin or PTX that runs on " + device +
                      ": its kernels fail at launch, the others run";
    finding.todo = {RebuildFor(verdict.device)};
    findings.push_back(finding);
  } else if (verdict.verdict == Verdict::kRunsByJit) {
    finding.id = "runs-by-jit";
    finding.severity = Severity::kNote;
    finding.wrong = "A file runs on a device of " + device + " only by JIT.";
    finding.because = "a cubin for " + device + " would start faster and need no newer driver";
    finding.todo = {RebuildFor(verdict.device)};
    findings.push_back(finding);
  }
  return findings;
}

}  // namespace cuda_arch_guard::verdict
