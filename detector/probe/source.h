// The sources of knowledge about GPUs and driver, and how their answers travel from the child
// process that asked to the process that merges. A source never decides what a machine is; it says
// what it was told, or why it was told nothing.
#pragma once

#include <string>
#include <string_view>
#include "base/list.h"
#include "base/maybe.h"

#include "base/dynamic_library.h"
#include "base/process.h"
#include "probe/inventory.h"

namespace cuda_arch_guard::probe {

// Each asks in this very process: to be run in a child (RunSource).
SourceReport AskLibcuda();
SourceReport AskNvml();
SourceReport AskPci();

// nvidia-smi is a program already. Empty: there is none.
std::string FindNvidiaSmi();
// Programs before compute_cap was a field (drivers before 510) refuse the whole query.
base::List<std::string> NvidiaSmiQuery(const std::string& program, bool with_compute_cap);
SourceReport ReadNvidiaSmi(const base::ProcessOutcome& outcome, bool with_compute_cap);

// The private line format. Decode takes a complete answer of the expected source or nothing at all.
std::string Encode(const SourceReport& report);
base::Maybe<SourceReport> Decode(std::string_view text, std::string_view expected_name);

// Opens the first of the names that is there. False: the report says whether none is there
// (kAbsent) or why the first that is cannot be loaded (kFailed).
bool OpenDriverLibrary(const char* const* names, std::size_t count, base::DynamicLibrary& library,
                       SourceReport& report);

// "0000:01:00.0" from "00000000:01:00.0" or "0000:01:00.0"; empty if it is no PCI address.
std::string NormalPciBusId(std::string_view text);
// "12.8" from the 12080 of cuDriverGetVersion and NVML; empty if it makes no sense.
std::string CudaVersionText(int number);
// Nothing known above it, but a driver that says 0.0 or 99.0 is not believed.
bool IsPlausible(arch::ComputeCapability capability);
// Printed as it came is not safe: control characters out, length limited.
std::string CleanName(std::string_view name);

}  // namespace cuda_arch_guard::probe
