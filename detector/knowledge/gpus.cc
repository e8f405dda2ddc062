#include "knowledge/gpus.h"

#include <cstdint>

#include "base/text.h"
#include "knowledge/gpu_name.h"
#include "knowledge/pci_devices.h"
#include "knowledge/rows.h"

namespace cuda_arch_guard::knowledge {
namespace {

struct GpuRow {
  const char* name;
  std::uint8_t number;  // 86: compute capability 8.6
  std::uint8_t second = 0;
  std::uint8_t third = 0;
};

constexpr GpuRow kGpus[] = {
#include "knowledge/gpus.inc"
};

constexpr GpuRow kVgpuBoards[] = {
#include "knowledge/vgpu_boards.inc"
};

// What people leave out in front of a name. The second list is for names that begin with a digit
// ("3090 Ti"): without a letter they could be anything.
constexpr const char* kBrands[] = {"geforce", "quadro", "tesla", "rtx", "jetson", "drive"};
constexpr const char* kBrandsOfNumbers[] = {"geforcertx", "geforcegtx", "rtx"};

// What people put in front of a name that does not have it ("Tesla A100").
constexpr const char* kDroppableBrands[] = {"geforce", "quadro", "tesla", "grid"};

const GpuRow* FindRow(const Rows<GpuRow>& rows, std::string_view key) {
  std::size_t low = 0;
  std::size_t high = rows.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const int order = CompareToKey(rows[middle].name, key);
    if (order == 0) return &rows[middle];
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return nullptr;
}

// Ascending, each once; 0 is none.
void Insert(base::List<arch::ComputeCapability>& capabilities, int number) {
  if (number == 0) return;
  arch::ComputeCapability capability{number / 10, number % 10};
  for (arch::ComputeCapability& held : capabilities) {
    if (held == capability) return;
    if (held < capability) continue;
    const arch::ComputeCapability smaller = capability;
    capability = held;
    held = smaller;
  }
  capabilities.push_back(capability);
}

// Adds what a row says. Another product under the same words widens the answer.
void Add(const GpuRow* row, GpuMatch& match) {
  if (row == nullptr) return;
  if (match.name.empty()) match.name = row->name;
  Insert(match.capabilities, row->number);
  Insert(match.capabilities, row->second);
  Insert(match.capabilities, row->third);
}

bool HasLetter(std::string_view key) {
  for (const char c : key) {
    if (c >= 'a' && c <= 'z') return true;
  }
  return false;
}

bool IsDroppableBrand(std::string_view word) {
  for (const char* brand : kDroppableBrands) {
    if (word == brand) return true;
  }
  return false;
}

GpuMatch FindByWords(const GpuName& name) {
  const Rows<GpuRow> gpus(kGpus);
  const std::string key = GpuKey(name.words);
  GpuMatch match;
  if (name.virtual_gpu) Add(FindRow(Rows<GpuRow>(kVgpuBoards), key), match);
  if (match.name.empty()) Add(FindRow(gpus, key), match);
  if (!match.name.empty() || !HasLetter(key)) return match;
  if (key[0] >= '0' && key[0] <= '9') {
    for (const char* brand : kBrandsOfNumbers) Add(FindRow(gpus, brand + key), match);
  } else {
    for (const char* brand : kBrands) Add(FindRow(gpus, brand + key), match);
  }
  if (match.name.empty() && name.words.size() > 1 && IsDroppableBrand(name.words[0]))
    Add(FindRow(gpus, GpuKey(name.words, 1)), match);
  return match;
}

// The name without the brand, which people leave out as often as not.
std::string WithoutBrand(std::string_view name) {
  const base::List<std::string> words = ReadGpuName(name).words;
  std::size_t first = 0;
  while (first + 1 < words.size() && IsDroppableBrand(words[first])) ++first;
  return GpuKey(words, first);
}

}  // namespace

GpuMatch FindGpu(std::string_view name) {
  const GpuName parts = ReadGpuName(name);
  GpuMatch match;
  if (parts.device_id >= 0) match = FindPciDevice(static_cast<unsigned>(parts.device_id));
  if (match.capabilities.empty() && !parts.chip.empty()) match = FindChip(parts.chip);
  if (match.capabilities.empty()) match = FindByWords(parts);
  if (match.capabilities.empty() && parts.words.size() == 1) match = FindChip(parts.words[0]);
  return match;
}

base::List<std::string> NearGpuNames(std::string_view name) {
  constexpr std::size_t kAtMost = 3;
  base::List<std::string> candidates;
  for (const GpuRow& row : kGpus) candidates.push_back(WithoutBrand(row.name));
  const std::string wanted = WithoutBrand(name);
  base::List<std::string> names;
  while (names.size() < kAtMost) {
    const std::string nearest = base::NearestSpelling(wanted, candidates);
    if (nearest.empty()) break;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (candidates[i] != nearest) continue;
      candidates[i].clear();
      if (names.size() < kAtMost) names.emplace_back(kGpus[i].name);
    }
  }
  return names;
}

}  // namespace cuda_arch_guard::knowledge
