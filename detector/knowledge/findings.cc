#include "knowledge/findings.h"

namespace cuda_arch_guard::knowledge {
namespace {

constexpr FindingRow kFindings[] = {
#include "knowledge/findings.inc"
};

}  // namespace

Rows<FindingRow> Findings() { return Rows<FindingRow>(kFindings); }

const FindingRow* FindFinding(std::string_view id) {
  for (const FindingRow& row : kFindings) {
    if (id == row.id) return &row;
  }
  return nullptr;
}

}  // namespace cuda_arch_guard::knowledge
