#include "verdict/unit_name.h"

#include <cstdio>
#include <vector>

#include "fatbin/kernel_name.h"
#include "fatbin/kernels.h"

namespace cuda_arch_guard::verdict {
namespace {

// What the compiler left: a symbol of the file, or the identifier of an image.
std::string SourceOf(const fatbin::Unit& unit) {
  if (!unit.source.empty()) return unit.source;
  for (const fatbin::Image& image : unit.images) {
    if (!image.identifier.empty()) return image.identifier;
  }
  return "";
}

std::string ByKernels(const std::vector<std::string>& kernels) {
  if (kernels.empty()) return "";
  const std::string first = fatbin::ReadableKernelName(kernels[0]);
  if (kernels.size() == 1) return "kernel " + first;
  return "kernel " + first + " and " + std::to_string(kernels.size() - 1) + " more";
}

std::string ByPlace(const fatbin::Unit& unit, std::size_t index) {
  char offset[32];
  std::snprintf(offset, sizeof offset, "0x%llx", static_cast<unsigned long long>(unit.offset));
  return "unit " + std::to_string(index) + " at offset " + offset;
}

}  // namespace

std::string UnitName(Examined& file, std::size_t unit) {
  file.names.resize(file.code.units.size());
  std::string& name = file.names[unit];
  if (!name.empty()) return name;
  const fatbin::Unit& of = file.code.units[unit];
  name = SourceOf(of);
  if (name.empty()) {
    const auto kernels = fatbin::UnitKernels(of, file.budget);
    if (kernels) name = ByKernels(*kernels);
  }
  if (name.empty()) name = ByPlace(of, unit);
  if (!of.member.empty()) name = of.member + ": " + name;
  return name;
}

bool UnitMatches(Examined& file, std::size_t unit, const base::Pattern& pattern) {
  if (pattern.Matches(UnitName(file, unit))) return true;
  const fatbin::Unit& of = file.code.units[unit];
  if (!SourceOf(of).empty()) return false;
  const auto kernels = fatbin::UnitKernels(of, file.budget);
  if (!kernels) return false;
  for (const std::string& kernel : *kernels) {
    if (pattern.Matches(kernel) || pattern.Matches(fatbin::ReadableKernelName(kernel))) return true;
  }
  return false;
}

}  // namespace cuda_arch_guard::verdict
