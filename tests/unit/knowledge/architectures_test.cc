#include "knowledge/architectures.h"

#include <gtest/gtest.h>

#include "arch/compatibility.h"
#include "knowledge/toolkits.h"

namespace cuda_arch_guard::knowledge {
namespace {

using arch::Architecture;
using arch::ComputeCapability;
using arch::Variant;
using base::Version;

std::string Names(const std::vector<ComputeCapability>& capabilities) {
  std::string names;
  for (const ComputeCapability& each : capabilities)
    names += (names.empty() ? "" : " ") + each.ToString();
  return names;
}

TEST(Architectures, AreSortedAndComplete) {
  ComputeCapability previous;
  for (const ArchitectureRow& row : Architectures()) {
    EXPECT_LT(previous, row.capability);
    previous = row.capability;
    EXPECT_STRNE(row.generation, "");
    EXPECT_GT(row.first_toolkit.count, 0);
    if (row.last_toolkit.count > 0) {
      EXPECT_LE(row.first_toolkit, row.last_toolkit);
    }
    for (const Version& since : {row.specific_since, row.family_since}) {
      if (since.count > 0) {
        EXPECT_LE(row.first_toolkit, since) << row.capability.ToString();
      }
    }
    if (row.last_driver_branch != 0) {
      EXPECT_LT(row.first_driver_branch, row.last_driver_branch);
    }
  }
}

TEST(Architectures, AgreeWithTheRulesOnWhatIsTegra) {
  for (const ArchitectureRow& row : Architectures())
    EXPECT_EQ(row.tegra, arch::IsTegra(row.capability)) << row.capability.ToString();
}

// The two tables were written down from different sources.
TEST(Architectures, AgreeWithTheListOfEveryToolkit) {
  for (const ToolkitRow& toolkit : Toolkits()) {
    std::vector<Architecture> expected;
    for (const ArchitectureRow& row : Architectures()) {
      const bool built = row.first_toolkit <= toolkit.version &&
                         (row.last_toolkit.count == 0 || toolkit.version <= row.last_toolkit);
      const int number = row.capability.number();
      const auto has = [&](const Version& since) {
        return built && since.count > 0 && since <= toolkit.version;
      };
      if (built) expected.push_back({number, Variant::kPlain});
      if (has(row.family_since)) expected.push_back({number, Variant::kFamily});
      if (has(row.specific_since)) expected.push_back({number, Variant::kSpecific});
    }
    EXPECT_EQ(BuiltBy(toolkit), expected) << "CUDA " << toolkit.version.ToString();
  }
}

TEST(Architectures, AreFoundByCapability) {
  ASSERT_NE(FindArchitecture({8, 6}), nullptr);
  EXPECT_STREQ(FindArchitecture({8, 6})->generation, "Ampere");
  EXPECT_EQ(FindArchitecture({6, 1})->last_toolkit, Version(12, 9));
  EXPECT_EQ(FindArchitecture({9, 0})->specific_since, Version(12, 0));
  EXPECT_EQ(FindArchitecture({9, 0})->family_since.count, 0);
  EXPECT_EQ(FindArchitecture({1, 1})->last_toolkit, Version(6, 5));
  EXPECT_EQ(FindArchitecture({4, 0}), nullptr);
  EXPECT_EQ(FindArchitecture({13, 0}), nullptr);
}

TEST(Architectures, ThorHasTwoNames) {
  EXPECT_EQ(NameInToolkit({11, 0}, Version(12, 8)).ToString(), "10.1");
  EXPECT_EQ(NameInToolkit({10, 1}, Version(13, 0)).ToString(), "11.0");
  EXPECT_EQ(NameInToolkit({11, 0}, Version(13, 5)).ToString(), "11.0");
  EXPECT_EQ(NameInToolkit({11, 0}, Version()).ToString(), "11.0");
  EXPECT_EQ(NameInToolkit({10, 0}, Version(12, 8)).ToString(), "10.0");
}

TEST(Generations, AreFoundByAnyOfTheirNames) {
  EXPECT_EQ(Names(FindGeneration("Ampere")), "8.0 8.6 8.7");
  EXPECT_EQ(Names(FindGeneration(" ampere ")), "8.0 8.6 8.7");
  EXPECT_EQ(Names(FindGeneration("Ada Lovelace")), "8.9");
  EXPECT_EQ(Names(FindGeneration("HOPPER")), "9.0");
  EXPECT_EQ(Names(FindGeneration("Blackwell")), "10.0 10.3 11.0 12.0 12.1");
  EXPECT_EQ(Names(FindGeneration("Blackwell Ultra")), "10.3");
  EXPECT_EQ(Names(FindGeneration("Vera Rubin")), "10.7");
  EXPECT_EQ(Names(FindGeneration("Fermi")), "2.0 2.1");
}

TEST(Generations, OfNoKnownNameAreEmpty) {
  for (const char* name : {"", "Tesla", "Ampere2", "Amper", "GeForce"})
    EXPECT_TRUE(FindGeneration(name).empty()) << name;
}

TEST(Generations, AreListedOldestFirstAndOnce) {
  const std::vector<std::string_view> expected = {"Fermi",  "Kepler",    "Maxwell", "Pascal",
                                                  "Volta",  "Turing",    "Ampere",  "Ada",
                                                  "Hopper", "Blackwell", "Rubin"};
  EXPECT_EQ(GenerationNames(), expected);
  for (const std::string_view name : GenerationNames())
    EXPECT_FALSE(FindGeneration(name).empty()) << name;
}

}  // namespace
}  // namespace cuda_arch_guard::knowledge
