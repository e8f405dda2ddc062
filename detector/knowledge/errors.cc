#include "knowledge/errors.h"

#include "base/text.h"

namespace cuda_arch_guard::knowledge {
namespace {

constexpr ErrorRow kErrors[] = {
#include "knowledge/errors.inc"
};

}  // namespace

Rows<ErrorRow> Errors() { return Rows<ErrorRow>(kErrors); }

const ErrorRow* FindError(std::string_view word) {
  const base::Maybe<int> code = base::ParseNumber(word);
  const std::string lower = base::ToLower(word);
  for (const ErrorRow& row : kErrors) {
    if (code == row.code) return &row;
    if (lower == base::ToLower(row.name)) return &row;
    if (row.driver_name[0] != '\0' && lower == base::ToLower(row.driver_name)) return &row;
  }
  return nullptr;
}

}  // namespace cuda_arch_guard::knowledge
