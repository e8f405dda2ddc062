#include "select/torch_parser.h"

#include "base/text.h"

namespace cuda_arch_guard::select {
namespace {

#define CUDA_ARCH_GUARD_TORCH_ACCEPTS(list) constexpr char kTorchAccepts[] = list;
#include "select/torch_parser.inc"
#undef CUDA_ARCH_GUARD_TORCH_ACCEPTS

struct TorchNameRow {
  const char* name;
  const char* list;
};

#define CUDA_ARCH_GUARD_TORCH_NAME(name, list) {name, list},
constexpr TorchNameRow kTorchNames[] = {
#include "select/torch_parser.inc"
};
#undef CUDA_ARCH_GUARD_TORCH_NAME

}  // namespace

bool TorchAccepts(arch::Architecture architecture) {
  for (const std::string& word : base::SplitAny(kTorchAccepts, " ")) {
    if (arch::ParseArchitecture(word) == base::Maybe<arch::Architecture>(architecture)) return true;
  }
  return false;
}

const char* TorchName(std::string_view name) {
  for (const TorchNameRow& row : kTorchNames) {
    if (name == row.name) return row.list;
  }
  return nullptr;
}

}  // namespace cuda_arch_guard::select
