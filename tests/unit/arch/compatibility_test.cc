// The golden table of the rules. Each row was derived by hand from the rule it names, not from the
// code.
#include "arch/compatibility.h"

#include <gtest/gtest.h>

#include <string>

namespace cuda_arch_guard::arch {
namespace {

// "sm_86", "compute_90a", "lto_90"
ImageTraits Image(const std::string& text, base::Version ptx_isa = {}, base::Version cuda = {}) {
  const std::size_t underscore = text.find('_');
  const std::string prefix = text.substr(0, underscore);
  ImageTraits image;
  image.kind = prefix == "sm"        ? ImageKind::kCubin
               : prefix == "compute" ? ImageKind::kPtx
                                     : ImageKind::kLtoIr;
  image.architecture = *ParseArchitecture(text.substr(underscore + 1));
  image.ptx_isa = ptx_isa;
  image.cuda = cuda;
  return image;
}

struct Row {
  const char* image;
  const char* device;
  Outcome outcome;
  bool sure;
  int rule;
};

class GoldenTable : public testing::TestWithParam<Row> {};

TEST_P(GoldenTable, Holds) {
  const Row& row = GetParam();
  // A PTX version and a driver that are known and fit, so that only the architecture decides.
  Conditions conditions;
  conditions.driver_ptx_isa = {9, 5};
  const Answer answer =
      MayRun(Image(row.image, {7, 0}), *ParseComputeCapability(row.device), conditions);
  EXPECT_EQ(answer.outcome, row.outcome) << row.image << " on " << row.device;
  EXPECT_EQ(answer.sure, row.sure) << row.image << " on " << row.device;
  EXPECT_EQ(answer.rule, row.rule) << row.image << " on " << row.device;
}

constexpr Outcome kNo = Outcome::kNo;
constexpr Outcome kJit = Outcome::kByJit;
constexpr Outcome kRuns = Outcome::kRuns;

INSTANTIATE_TEST_SUITE_P(
    Rules, GoldenTable,
    testing::Values(
        // R1: same major, minor not below
        Row{"sm_80", "8.0", kRuns, true, 1}, Row{"sm_80", "8.6", kRuns, true, 1},
        Row{"sm_86", "8.9", kRuns, true, 1}, Row{"sm_86", "8.0", kNo, true, 1},
        Row{"sm_89", "8.6", kNo, true, 1}, Row{"sm_80", "9.0", kNo, true, 1},
        Row{"sm_75", "8.0", kNo, true, 1}, Row{"sm_70", "7.5", kRuns, true, 1},
        Row{"sm_50", "5.2", kRuns, true, 1}, Row{"sm_60", "6.1", kRuns, true, 1},
        Row{"sm_61", "6.0", kNo, true, 1}, Row{"sm_100", "10.3", kRuns, true, 1},
        Row{"sm_103", "10.0", kNo, true, 1}, Row{"sm_100", "12.0", kNo, true, 1},
        Row{"sm_120", "12.1", kRuns, true, 1}, Row{"sm_121", "12.0", kNo, true, 1},
        Row{"sm_90", "10.0", kNo, true, 1}, Row{"sm_100", "11.0", kNo, true, 1},
        // R2: PTX reaches forward across majors, never back
        Row{"compute_80", "9.0", kJit, true, 2}, Row{"compute_52", "12.1", kJit, true, 2},
        Row{"compute_80", "8.0", kJit, true, 2}, Row{"compute_86", "8.0", kNo, true, 2},
        Row{"compute_120", "11.0", kNo, true, 2}, Row{"compute_80", "8.7", kJit, true, 2},
        Row{"compute_87", "8.9", kJit, true, 2}, Row{"compute_101", "11.0", kJit, true, 2},
        // R3: `a` is that capability and no other
        Row{"sm_90a", "9.0", kRuns, true, 3}, Row{"sm_90a", "10.0", kNo, true, 3},
        Row{"sm_100a", "10.3", kNo, true, 3}, Row{"sm_120a", "12.1", kNo, true, 3},
        Row{"compute_90a", "9.0", kJit, true, 3}, Row{"compute_90a", "12.0", kNo, true, 3},
        // R4: `f` is the family, from its own capability upwards
        Row{"sm_100f", "10.0", kRuns, true, 4}, Row{"sm_100f", "10.3", kRuns, true, 4},
        Row{"sm_103f", "10.0", kNo, true, 4}, Row{"sm_103f", "10.3", kRuns, true, 4},
        Row{"sm_100f", "10.7", kRuns, false, 4}, Row{"sm_100f", "11.0", kNo, true, 4},
        Row{"sm_100f", "12.0", kNo, true, 4}, Row{"sm_120f", "12.1", kRuns, true, 4},
        Row{"sm_121f", "12.0", kNo, true, 4}, Row{"sm_110f", "11.0", kRuns, true, 4},
        Row{"compute_120f", "12.1", kJit, true, 4}, Row{"compute_100f", "12.0", kNo, true, 4},
        // R5: cubins do not cross between Tegra and discrete
        Row{"sm_80", "8.7", kNo, true, 5}, Row{"sm_86", "8.7", kNo, true, 5},
        Row{"sm_87", "8.7", kRuns, true, 1}, Row{"sm_87", "8.9", kNo, true, 5},
        Row{"sm_87", "8.6", kNo, true, 1}, Row{"sm_70", "7.2", kNo, true, 5},
        Row{"sm_72", "7.5", kNo, true, 5}, Row{"sm_52", "5.3", kNo, true, 5},
        Row{"sm_61", "6.2", kNo, true, 5}, Row{"sm_100", "10.1", kNo, true, 5},
        Row{"sm_86", "8.8", kNo, true, 5}, Row{"sm_88", "8.9", kNo, true, 5},
        // 10.1 and 11.0 are one chip renamed: unconfirmed, never sure
        Row{"sm_101", "11.0", kRuns, false, 5}, Row{"sm_110", "10.1", kRuns, false, 5},
        Row{"sm_101a", "11.0", kRuns, false, 5}, Row{"compute_110", "10.1", kJit, false, 5},
        // LTO-IR is never loaded
        Row{"lto_90", "9.0", kNo, true, 10}));

TEST(Compatibility, PtxNewerThanTheDriverDoesNotRun) {
  Conditions conditions;
  conditions.driver_ptx_isa = {8, 7};
  EXPECT_EQ(MayRun(Image("compute_80", {8, 7}), {9, 0}, conditions).outcome, Outcome::kByJit);
  const Answer refused = MayRun(Image("compute_80", {9, 0}), {9, 0}, conditions);
  EXPECT_EQ(refused.outcome, Outcome::kNo);
  EXPECT_EQ(refused.rule, 8);
}

TEST(Compatibility, UnknownDriverMakesJitUnsure) {
  const Answer answer = MayRun(Image("compute_80", {8, 7}), {9, 0});
  EXPECT_EQ(answer.outcome, Outcome::kByJit);
  EXPECT_FALSE(answer.sure);
}

TEST(Compatibility, FamilyGrowsWithTheToolkitThatKnowsIt) {
  EXPECT_FALSE(MayRun(Image("sm_100f", {}, {13, 0}), {10, 7}).sure);
  EXPECT_TRUE(MayRun(Image("sm_100f", {}, {13, 4}), {10, 7}).sure);
  EXPECT_EQ(FamilyMembers(100, {13, 0}).size(), 2u);
  EXPECT_EQ(FamilyMembers(100, {13, 5}).size(), 3u);
  EXPECT_TRUE(FamilyMembers(90, {13, 5}).empty());
}

TEST(Compatibility, CubinBeforePtxAndTheNearestCubin) {
  const std::vector<ImageTraits> images = {Image("compute_86", {7, 0}), Image("sm_80"),
                                           Image("sm_86"), Image("sm_89")};
  Conditions conditions;
  conditions.driver_ptx_isa = {9, 0};
  EXPECT_EQ(Choose(images, {8, 6}, conditions).index, 2);
  EXPECT_EQ(Choose(images, {8, 9}, conditions).index, 3);
  EXPECT_EQ(Choose(images, {9, 0}, conditions).index, 0);
  EXPECT_EQ(Choose(images, {7, 5}, conditions).index, -1);
  conditions.force_ptx_jit = true;
  EXPECT_EQ(Choose(images, {8, 6}, conditions).index, 0);
  conditions.force_ptx_jit = false;
  conditions.disable_ptx_jit = true;
  EXPECT_EQ(Choose(images, {9, 0}, conditions).index, -1);
}

}  // namespace
}  // namespace cuda_arch_guard::arch
