#include "knowledge/pci_devices.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>

#include "base/text.h"
#include "knowledge/architectures.h"

namespace cuda_arch_guard::knowledge {
namespace {

struct Row {
  unsigned id;
  int number;
  const char* name;
};
constexpr Row kRows[] = {
#include "knowledge/pci_devices.inc"
};

std::string ChipOf(const Row& row) {
  return std::string(row.name).substr(0, std::string(row.name).find(' '));
}

TEST(PciDevices, AreSortedKnownAndFound) {
  unsigned previous = 0;
  for (const Row& row : kRows) {
    EXPECT_LT(previous, row.id) << row.name;
    previous = row.id;
    EXPECT_LE(row.id, 0xffffu) << row.name;
    const arch::ComputeCapability capability{row.number / 10, row.number % 10};
    EXPECT_NE(FindArchitecture(capability), nullptr) << row.name;
    const GpuMatch match = FindPciDevice(row.id);
    EXPECT_EQ(match.name, row.name);
    ASSERT_EQ(match.capabilities.size(), 1u) << row.name;
    EXPECT_EQ(match.capabilities[0], capability) << row.name;
  }
}

TEST(PciDevices, OfOneChipHaveOneCapability) {
  std::map<std::string, int> numbers;
  for (const Row& row : kRows) {
    const int number = numbers.emplace(ChipOf(row), row.number).first->second;
    EXPECT_EQ(number, row.number) << row.name;
  }
}

TEST(PciDevices, ThatAreNotInTheTableAreUnknown) {
  for (const unsigned id : {0u, 0x0001u, 0x22ceu, 0x30c0u, 0x3224u, 0xffffu, 0x12204u}) {
    EXPECT_TRUE(FindPciDevice(id).capabilities.empty()) << id;
    EXPECT_TRUE(FindPciDevice(id).name.empty()) << id;
  }
}

TEST(PciDevices, AnswerForChipsTooOldForAnyToolkit) {
  EXPECT_EQ(FindPciDevice(0x0a65).name, "GT218 [GeForce 210]");
  EXPECT_EQ(FindPciDevice(0x0a65).capabilities.at(0).ToString(), "1.2");
}

TEST(PciDevices, AreFoundByChip) {
  EXPECT_EQ(FindChip("ga102").capabilities.at(0).ToString(), "8.6");
  EXPECT_EQ(FindChip("gk208b").capabilities.at(0).ToString(), "3.5");
  EXPECT_TRUE(FindChip("ga1").capabilities.empty());
  EXPECT_TRUE(FindChip("").capabilities.empty());
}

// Where the names table knows the product in the brackets, it must allow for this chip.
TEST(PciDevices, AgreeWithTheNames) {
  int compared = 0;
  for (const Row& row : kRows) {
    // Cards that pci.ids names unlike their chip; the chip decides by id, the name by name.
    if (row.id == 0x0fc5 || row.id == 0x11c7) continue;
    const std::string name(row.name);
    const std::size_t open = name.find('[');
    if (open == std::string::npos) continue;
    const GpuMatch match = FindGpu(name.substr(open + 1, name.size() - open - 2));
    if (match.capabilities.empty()) continue;
    ++compared;
    bool allowed = false;
    for (const arch::ComputeCapability& each : match.capabilities)
      allowed = allowed || each.number() == row.number;
    EXPECT_TRUE(allowed) << row.name << " against " << match.name;
  }
  EXPECT_GT(compared, 700);
}

}  // namespace
}  // namespace cuda_arch_guard::knowledge
