// CUDA's error codes as far as they have to do with architectures, drivers and visible GPUs. The
// rows are in errors.inc.
#pragma once

#include <string_view>

#include "knowledge/rows.h"

namespace cuda_arch_guard::knowledge {

struct ErrorRow {
  int code;
  const char* name;         // of the runtime API
  const char* driver_name;  // of the driver API; "": it has none
  const char* text;         // what cudaGetErrorString says
  const char* meaning;      // what is behind it
  const char* remedy;       // what to do first
};

Rows<ErrorRow> Errors();  // ascending by code

// By number ("209"), or by either name, case does not count. nullptr: not among them.
const ErrorRow* FindError(std::string_view word);

}  // namespace cuda_arch_guard::knowledge
