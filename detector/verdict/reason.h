// A verdict in words.
#pragma once

#include <string>

#include "verdict/judge.h"

namespace cuda_arch_guard::verdict {

// One sentence for the whole file, without a full stop at its end.
std::string Reason(Examined& file, const FileVerdict& verdict, const Policy& policy);

// Why a unit is not served: "sm_90 and compute_90 do not run on 8.0".
std::string WhyNot(const Examined& file, const UnitVerdict& unit, const FileVerdict& verdict,
                   const Policy& policy);

// "sm_80, sm_90 and compute_90"
std::string ImageList(const fatbin::Unit& unit);

const char* ToString(UnitClass unit_class);  // "by_jit"

}  // namespace cuda_arch_guard::verdict
