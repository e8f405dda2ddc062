// Every id that a finding may carry, with what it means. The rows are in findings.inc.
#pragma once

#include <string_view>

#include "knowledge/rows.h"

namespace cuda_arch_guard::knowledge {

struct FindingRow {
  const char* id;
  const char* summary;  // one sentence
  const char* meaning;  // what is behind it and what can be done, for `explain`
};

Rows<FindingRow> Findings();                         // ascending by id
const FindingRow* FindFinding(std::string_view id);  // nullptr: no such id

}  // namespace cuda_arch_guard::knowledge
