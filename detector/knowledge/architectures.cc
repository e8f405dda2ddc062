#include "knowledge/architectures.h"

#include <string>

#include "base/text.h"

namespace cuda_arch_guard::knowledge {
namespace {

constexpr ArchitectureRow kArchitectures[] = {
#include "knowledge/architectures.inc"
};

// Other words for a generation; with a capability only that part of it.
struct GenerationAlias {
  const char* name;
  const char* generation;
  arch::ComputeCapability only;
};
constexpr GenerationAlias kGenerationAliases[] = {
    {"ada lovelace", "ada", {}},
    {"blackwell ultra", "blackwell", {10, 3}},
    {"vera rubin", "rubin", {}},
};

struct RenamedRow {
  arch::ComputeCapability old_name;
  arch::ComputeCapability new_name;
  base::Version since;
};
constexpr RenamedRow kRenamed[] = {{{10, 1}, {11, 0}, {13, 0}}};

bool IsOldName(arch::ComputeCapability capability) {
  for (const RenamedRow& row : kRenamed) {
    if (row.old_name == capability) return true;
  }
  return false;
}

// The first GPUs for CUDA are not asked for by their generation: its name, Tesla, became that of a
// product line.
bool HasGenerationName(const ArchitectureRow& row) { return row.capability.major > 1; }

}  // namespace

Rows<ArchitectureRow> Architectures() { return Rows<ArchitectureRow>(kArchitectures); }

const ArchitectureRow* FindArchitecture(arch::ComputeCapability capability) {
  for (const ArchitectureRow& row : kArchitectures) {
    if (row.capability == capability) return &row;
  }
  return nullptr;
}

arch::ComputeCapability NameInToolkit(arch::ComputeCapability capability,
                                      const base::Version& cuda) {
  if (cuda.count == 0) return capability;
  for (const RenamedRow& row : kRenamed) {
    if (row.old_name == capability && cuda >= row.since) return row.new_name;
    if (row.new_name == capability && cuda < row.since) return row.old_name;
  }
  return capability;
}

base::List<arch::ComputeCapability> FindGeneration(std::string_view name) {
  std::string wanted = base::ToLower(base::Trim(name));
  arch::ComputeCapability only;
  for (const GenerationAlias& alias : kGenerationAliases) {
    if (wanted != alias.name) continue;
    wanted = alias.generation;
    only = alias.only;
    break;
  }
  base::List<arch::ComputeCapability> capabilities;
  for (const ArchitectureRow& row : kArchitectures) {
    if (!HasGenerationName(row) || base::ToLower(row.generation) != wanted) continue;
    if (row.products[0] == '\0' || IsOldName(row.capability)) continue;
    if (only.major != 0 && only != row.capability) continue;
    capabilities.push_back(row.capability);
  }
  return capabilities;
}

base::List<std::string_view> GenerationNames() {
  base::List<std::string_view> names;
  for (const ArchitectureRow& row : kArchitectures) {
    bool known = !HasGenerationName(row);
    for (const std::string_view name : names) known = known || name == row.generation;
    if (!known) names.emplace_back(row.generation);
  }
  return names;
}

}  // namespace cuda_arch_guard::knowledge
