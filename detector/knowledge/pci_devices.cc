#include "knowledge/pci_devices.h"

#include <cstdint>

#include "base/text.h"

namespace cuda_arch_guard::knowledge {
namespace {

struct PciRow {
  std::uint16_t id;
  std::uint8_t number;  // 86: compute capability 8.6
  const char* name;     // "GA102 [GeForce RTX 3090]"
};

constexpr PciRow kPciDevices[] = {
#include "knowledge/pci_devices.inc"
};

GpuMatch MatchOf(std::string_view name, int number) {
  return {std::string(name), {{number / 10, number % 10}}};
}

}  // namespace

GpuMatch FindPciDevice(unsigned device_id) {
  std::size_t low = 0;
  std::size_t high = sizeof kPciDevices / sizeof kPciDevices[0];
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const PciRow& row = kPciDevices[middle];
    if (row.id == device_id) return MatchOf(row.name, row.number);
    if (row.id < device_id) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return {};
}

GpuMatch FindChip(std::string_view chip) {
  for (const PciRow& row : kPciDevices) {
    const std::string_view name(row.name);
    const std::string_view its_chip = name.substr(0, name.find(' '));
    if (its_chip.size() == chip.size() && base::ToLower(its_chip) == chip)
      return MatchOf(its_chip, row.number);
  }
  return {};
}

}  // namespace cuda_arch_guard::knowledge
