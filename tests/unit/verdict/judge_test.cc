// The golden table of verdicts. Each row was derived by hand from the rules (arch/compatibility.h)
// and the classes of units (verdict/judge.h), not from the code.
#include "verdict/judge.h"

#include <gtest/gtest.h>

#include <sstream>

#include "support/fatbin_builder.h"
#include "verdict/findings.h"

namespace cuda_arch_guard::verdict {
namespace {

using test::HostElf;
using test::HostOptions;
using test::Region;

// "sm_80 compute_80 | sm_90": two regions.
std::vector<std::string> Regions(const std::string& words) {
  std::vector<std::string> regions;
  std::istringstream stream(words);
  for (std::string region; std::getline(stream, region, '|');) regions.push_back(Region(region));
  return regions;
}

enum FileKind { kLinked, kDeviceLinked, kObject, kBare };

std::string Content(FileKind kind, const std::string& registered, const std::string& relocatable) {
  HostOptions options;
  options.registered = Regions(registered);
  options.relocatable = Regions(relocatable);
  if (kind == kDeviceLinked) options.device_linked = 0;
  options.linked = kind != kObject;
  if (kind == kBare)
    return registered.find("sm_") == 0 ? test::Cubin(registered) : test::Ptx(registered);
  return HostElf(options);
}

std::string CountsText(const UnitCounts& units) {
  std::string text;
  const auto add = [&](const char* name, int count) {
    if (count > 0) text += (text.empty() ? "" : " ") + std::to_string(count) + " " + name;
  };
  add("covered", units.covered);
  add("by_jit", units.by_jit);
  add("empty", units.empty);
  add("specialised", units.specialised);
  add("gap", units.gap);
  add("unknown", units.unknown);
  return text;
}

FileVerdict JudgeContent(const std::string& content, const std::string& device,
                         const Policy& policy) {
  const test::TemporaryFile file(content);
  fatbin::ReadOptions options;
  options.name_sources = true;
  Examined examined = Examine(fatbin::ReadDeviceCode(file.path(), options));
  return Judge(examined, *arch::ParseComputeCapability(device), policy);
}

struct Row {
  FileKind kind;
  const char* registered;
  const char* relocatable;
  const char* device;
  Verdict verdict;
  bool sure;
  const char* units;
};

class GoldenTable : public testing::TestWithParam<Row> {};

TEST_P(GoldenTable, Holds) {
  const Row& row = GetParam();
  Policy policy;
  policy.driver.cuda = {13, 0};  // takes all PTX here, so that only the architectures decide
  const FileVerdict verdict =
      JudgeContent(Content(row.kind, row.registered, row.relocatable), row.device, policy);
  const std::string what = std::string(row.registered) + " ~ " + row.relocatable + " on " +
                           row.device + ": " + verdict.reason;
  EXPECT_STREQ(ToString(verdict.verdict), ToString(row.verdict)) << what;
  EXPECT_EQ(verdict.sure, row.sure) << what;
  EXPECT_EQ(CountsText(verdict.units), row.units) << what;
}

constexpr Verdict kNone = Verdict::kNoDeviceCode;
constexpr Verdict kRuns = Verdict::kRuns;
constexpr Verdict kJit = Verdict::kRunsByJit;
constexpr Verdict kPartly = Verdict::kPartly;
constexpr Verdict kFails = Verdict::kFails;

INSTANTIATE_TEST_SUITE_P(
    OneUnit, GoldenTable,
    testing::Values(Row{kLinked, "sm_80", "", "8.0", kRuns, true, "1 covered"},
                    Row{kLinked, "sm_80", "", "8.6", kRuns, true, "1 covered"},
                    Row{kLinked, "sm_86", "", "8.0", kFails, true, "1 gap"},
                    Row{kLinked, "sm_80", "", "9.0", kFails, true, "1 gap"},
                    Row{kLinked, "sm_80", "", "8.7", kFails, true, "1 gap"},
                    Row{kLinked, "sm_80 compute_80", "", "8.7", kJit, true, "1 by_jit"},
                    Row{kLinked, "sm_80 compute_80", "", "12.0", kJit, true, "1 by_jit"},
                    Row{kLinked, "compute_90", "", "8.9", kFails, true, "1 gap"},
                    Row{kLinked, "sm_90a", "", "9.0", kRuns, true, "1 covered"},
                    Row{kLinked, "sm_90a", "", "10.0", kFails, true, "1 specialised"},
                    Row{kLinked, "sm_90a compute_90a", "", "10.0", kFails, true, "1 specialised"},
                    Row{kLinked, "sm_90a compute_90", "", "10.0", kJit, true, "1 by_jit"},
                    Row{kLinked, "sm_100f", "", "10.3", kRuns, true, "1 covered"},
                    Row{kLinked, "sm_101", "", "11.0", kRuns, false, "1 covered"},
                    Row{kLinked, "sm_90/kind=64", "", "9.0", kFails, false, "1 unknown"},
                    Row{kLinked, "sm_90/empty", "", "9.0", kNone, true, "1 empty"},
                    Row{kLinked, "sm_90/empty", "", "8.0", kNone, true, "1 empty"},
                    Row{kLinked, "", "", "8.0", kNone, true, ""}));

INSTANTIATE_TEST_SUITE_P(
    SeveralUnits, GoldenTable,
    testing::Values(
        // Two objects of different architectures in one program: the union has both, no GPU is
        // served.
        Row{kLinked, "sm_80|sm_90", "", "8.0", kPartly, true, "1 covered 1 gap"},
        Row{kLinked, "sm_80|sm_90", "", "9.0", kPartly, true, "1 covered 1 gap"},
        Row{kLinked, "sm_80|sm_90", "", "7.5", kFails, true, "2 gap"},
        Row{kLinked, "sm_80 compute_80|sm_90", "", "9.0", kJit, true, "1 covered 1 by_jit"},
        // The stub of a device link has every architecture and no kernel.
        Row{kDeviceLinked, "sm_75/empty sm_80/empty sm_90/empty|sm_90", "", "8.0", kFails, true,
            "1 empty 1 gap"},
        Row{kDeviceLinked, "sm_75/empty sm_80/empty sm_90/empty|sm_90", "", "9.0", kRuns, true,
            "1 covered 1 empty"},
        // A source without kernels that lacks the device takes nothing away.
        Row{kLinked, "sm_80|sm_90/empty", "", "8.0", kRuns, true, "1 covered 1 empty"},
        // Code for other devices on purpose, beside code that serves the device.
        Row{kLinked, "sm_80|sm_90a", "", "8.0", kRuns, false, "1 covered 1 specialised"},
        Row{kLinked, "sm_80|sm_90a sm_100f", "", "8.0", kRuns, false, "1 covered 1 specialised"},
        Row{kLinked, "sm_80|sm_90a sm_90", "", "8.0", kPartly, true, "1 covered 1 gap"},
        Row{kLinked, "sm_90|sm_90a", "", "9.0", kRuns, true, "2 covered"},
        // What cannot be opened is unknown only where it matters.
        Row{kLinked, "sm_80/claim-zstd|sm_80", "", "8.0", kRuns, true, "2 covered"},
        Row{kLinked, "sm_90/claim-zstd|sm_80", "", "8.0", kRuns, false, "1 covered 1 unknown"},
        Row{kLinked, "sm_80/claim-zstd|sm_90", "", "8.0", kFails, false, "1 gap 1 unknown"},
        Row{kLinked, "sm_90/claim-zstd", "", "8.0", kFails, false, "1 unknown"}));

INSTANTIATE_TEST_SUITE_P(
    DeviceLinks, GoldenTable,
    testing::Values(
        Row{kDeviceLinked, "sm_80 sm_90", "sm_80 sm_90 compute_90|sm_80 sm_90 compute_90", "8.0",
            kRuns, true, "1 covered"},
        // No image of the device link, but all that it was made of can be linked again.
        Row{kDeviceLinked, "sm_80 sm_90", "sm_90 compute_90|compute_90", "12.0", kJit, false,
            "1 by_jit"},
        Row{kDeviceLinked, "sm_80 sm_90", "sm_90 compute_90|sm_90", "12.0", kFails, true, "1 gap"},
        // LTO-IR covers nothing, neither there nor in an object file.
        Row{kDeviceLinked, "sm_90", "lto_90", "12.0", kFails, true, "1 gap"},
        Row{kObject, "", "sm_80 lto_80", "8.6", kRuns, true, "1 covered"},
        Row{kObject, "", "compute_80 lto_80", "8.6", kJit, true, "1 by_jit"},
        Row{kObject, "", "lto_80", "8.0", kFails, false, "1 unknown"},
        Row{kObject, "sm_80", "sm_90", "9.0", kPartly, true, "1 covered 1 gap"},
        // Relocatable code that no device link was made of is never loaded.
        Row{kLinked, "", "sm_90", "9.0", kFails, false, "1 covered"},
        Row{kLinked, "sm_90", "sm_90", "9.0", kFails, false, "2 covered"}));

INSTANTIATE_TEST_SUITE_P(
    BareImages, GoldenTable,
    testing::Values(Row{kBare, "sm_90", "", "9.0", kRuns, true, "1 covered"},
                    Row{kBare, "sm_90", "", "8.0", kFails, true, "1 gap"},
                    Row{kBare, "sm_90a/abi7", "", "9.0", kRuns, true, "1 covered"},
                    Row{kBare, "compute_80", "", "9.0", kJit, true, "1 by_jit"},
                    Row{kBare, "sm_100f", "", "10.3", kRuns, true, "1 covered"}));

TEST(Embedded, DecidesOnlyWhereNothingElseHasAKernel) {
  HostOptions options;
  options.read_only_data = Region("sm_90");
  const FileVerdict alone = JudgeContent(HostElf(options), "9.0", {});
  EXPECT_EQ(alone.verdict, kRuns);
  EXPECT_FALSE(alone.sure);
  EXPECT_EQ(JudgeContent(HostElf(options), "8.0", {}).verdict, kFails);
  options.registered = Regions("sm_80/empty");
  EXPECT_EQ(JudgeContent(HostElf(options), "9.0", {}).verdict, kRuns);
  options.registered = Regions("sm_80");
  const FileVerdict beside = JudgeContent(HostElf(options), "9.0", {});
  EXPECT_EQ(beside.verdict, kFails);
  EXPECT_TRUE(beside.sure);
  EXPECT_EQ(CountsText(beside.units), "1 gap");
}

FileVerdict JudgeWith(const Policy& policy, const std::string& registered,
                      const std::string& device) {
  return JudgeContent(Content(kLinked, registered, ""), device, policy);
}

TEST(Driver, WithoutOneJitIsOnlyLikely) {
  const FileVerdict verdict = JudgeWith({}, "compute_80", "9.0");
  EXPECT_EQ(verdict.verdict, kJit);
  EXPECT_FALSE(verdict.sure);
}

TEST(Driver, PtxNewerThanItsJitIsAGap) {
  Policy policy;
  policy.driver.cuda = {12, 8};  // PTX 8.7
  EXPECT_EQ(JudgeWith(policy, "compute_80/isa=8.7", "9.0").verdict, kJit);
  const FileVerdict verdict = JudgeWith(policy, "compute_80/isa=9.0", "9.0");
  EXPECT_EQ(verdict.verdict, kFails);
  EXPECT_NE(verdict.reason.find("8.7"), std::string::npos) << verdict.reason;
  // Made for this very device, but the driver cannot compile it: no specialisation, a gap.
  EXPECT_EQ(CountsText(JudgeWith(policy, "compute_90a/isa=9.0", "9.0").units), "1 gap");
}

TEST(Driver, AJetsonsNumberTellsNothing) {
  Policy policy;
  policy.driver.number = {540, 4};
  EXPECT_FALSE(JudgeWith(policy, "compute_80/isa=7.0", "8.7").sure);
  EXPECT_TRUE(JudgeWith(policy, "compute_80/isa=7.0", "8.6").sure);
}

TEST(Driver, TooOldForTheCudaThatMadeTheCode) {
  Policy policy;
  policy.driver.number = {550, 54};
  policy.driver.cuda = {12, 4};
  const FileVerdict verdict = JudgeWith(policy, "sm_90/cuda=13.0", "9.0");
  EXPECT_EQ(verdict.verdict, kFails);
  EXPECT_EQ(verdict.too_new_cuda, base::Version(13, 0));
  EXPECT_EQ(JudgeWith(policy, "sm_90/cuda=12.9", "9.0").verdict, kRuns);  // same major
  EXPECT_EQ(JudgeWith(policy, "sm_90/abi7", "9.0").verdict, kRuns);       // its maker is unknown
}

TEST(Environment, ForcedAndForbiddenJitAreHonoured) {
  Policy policy;
  policy.driver.cuda = {13, 0};
  policy.disable_ptx_jit = true;
  EXPECT_EQ(JudgeWith(policy, "compute_80", "9.0").verdict, kFails);
  EXPECT_EQ(JudgeWith(policy, "sm_80 compute_80", "8.0").verdict, kRuns);
  policy.disable_ptx_jit = false;
  policy.force_ptx_jit = true;
  EXPECT_EQ(JudgeWith(policy, "sm_80 compute_80", "8.0").verdict, kJit);
  EXPECT_EQ(JudgeWith(policy, "sm_80", "8.0").verdict, kFails);
}

TEST(Policy, ForbiddenJitMakesItFail) {
  Policy policy;
  policy.driver.cuda = {13, 0};
  policy.forbid_jit = true;
  EXPECT_EQ(JudgeWith(policy, "compute_80", "9.0").verdict, kFails);
  EXPECT_EQ(JudgeWith(policy, "compute_80|sm_90", "9.0").verdict, kPartly);
  EXPECT_EQ(JudgeWith(policy, "compute_80 sm_80|sm_80", "8.0").verdict, kRuns);
}

TEST(Policy, GapsMayBeAllowedByName) {
  HostOptions options;
  options.registered = {Region("sm_80"), Region("sm_90")};
  options.sources = {"a.cu", "only_hopper.cu"};
  Policy policy;
  policy.allow_gap = *base::Pattern::Parse("^only_hopper\\.cu$");
  const FileVerdict allowed = JudgeContent(HostElf(options), "8.0", policy);
  EXPECT_EQ(allowed.verdict, kRuns);
  EXPECT_EQ(CountsText(allowed.units), "1 covered 1 gap");
  EXPECT_EQ(JudgeContent(HostElf(options), "9.0", policy).verdict, kPartly);  // a.cu may not
  // Nothing at all that runs is a failure, whatever is allowed.
  EXPECT_EQ(JudgeContent(HostElf(options), "7.5", policy).verdict, kFails);
}

TEST(Policy, UnitsOfAStrippedFileAreNamedByTheirKernels) {
  HostOptions options;
  options.registered = Regions("sm_80|sm_90/kernel=_ZN6hopper4gemmEPf|sm_90/empty");
  const FileVerdict verdict = JudgeContent(HostElf(options), "8.0", {});
  EXPECT_NE(verdict.reason.find("kernel hopper::gemm (has sm_90, nothing for 8.0)"),
            std::string::npos)
      << verdict.reason;
  for (const char* pattern : {"^kernel hopper::gemm$", "^hopper::", "_ZN6hopper"}) {
    Policy policy;
    policy.allow_gap = *base::Pattern::Parse(pattern);
    EXPECT_EQ(JudgeContent(HostElf(options), "8.0", policy).verdict, kRuns) << pattern;
  }
}

TEST(SelfSelecting, ALibraryThatPicksByGpuIsOneItem) {
  HostOptions options;
  options.registered = Regions("sm_80|sm_90|sm_90");
  options.soname = "libcublasLt.so.13";
  const FileVerdict verdict = JudgeContent(HostElf(options), "8.0", {});
  EXPECT_EQ(verdict.verdict, kRuns);
  EXPECT_FALSE(verdict.sure);
  EXPECT_EQ(CountsText(verdict.units), "1 covered 2 gap");
  EXPECT_NE(verdict.reason.find("1 of 3 units"), std::string::npos) << verdict.reason;
  const FileVerdict none = JudgeContent(HostElf(options), "7.5", {});
  EXPECT_EQ(none.verdict, kFails);
  EXPECT_TRUE(none.sure);
  options.soname = "libmine.so.1";
  EXPECT_EQ(JudgeContent(HostElf(options), "8.0", {}).verdict, kPartly);
}

TEST(Policy, SpecialisedUnitsMayBeForbiddenButForSomeNames) {
  Policy policy;
  policy.forbid_specialised = true;
  EXPECT_EQ(JudgeWith(policy, "sm_80|sm_90a", "8.0").verdict, kPartly);
  policy.allow_specialised = *base::Pattern::Parse("^special$");
  EXPECT_EQ(JudgeWith(policy, "sm_80|sm_90a", "8.0").verdict, kPartly);
  EXPECT_EQ(JudgeWith(policy, "sm_80|sm_90a/kernel=special", "8.0").verdict, kRuns);
}

std::vector<base::Finding> FindingsFor(const std::string& registered, const std::string& device) {
  const test::TemporaryFile file(Content(kLinked, registered, ""));
  Examined examined = Examine(fatbin::ReadDeviceCode(file.path(), {}));
  const FileVerdict verdict = Judge(examined, *arch::ParseComputeCapability(device), {});
  std::vector<base::Finding> findings = FindingsOf(examined);
  for (const base::Finding& finding : FindingsOf(examined, verdict, {})) {
    findings.push_back(finding);
  }
  return findings;
}

TEST(Findings, EachVerdictHasItsOwn) {
  struct Expectation {
    const char* registered;
    const char* device;
    const char* id;
    base::Severity severity;
  };
  const Expectation expectations[] = {
      {"sm_80", "9.0", "no-code-for-device", base::Severity::kError},
      {"sm_80|sm_90", "9.0", "units-lack-device", base::Severity::kError},
      {"compute_80", "9.0", "runs-by-jit", base::Severity::kNote},
      {"sm_90/claim-zstd|sm_80", "8.0", "insufficient-evidence", base::Severity::kWarning},
      {"sm_90/claim-zstd", "8.0", "insufficient-evidence", base::Severity::kWarning},
  };
  for (const Expectation& expected : expectations) {
    const auto findings = FindingsFor(expected.registered, expected.device);
    ASSERT_EQ(findings.size(), 1u) << expected.registered;
    EXPECT_EQ(findings[0].id, expected.id);
    EXPECT_EQ(findings[0].severity, expected.severity) << expected.id;
    EXPECT_FALSE(findings[0].found.empty());
    EXPECT_FALSE(findings[0].because.empty());
    EXPECT_FALSE(findings[0].todo.empty());
  }
  EXPECT_TRUE(FindingsFor("sm_90", "9.0").empty());
  EXPECT_TRUE(FindingsFor("", "9.0").empty());
}

TEST(Findings, NameTheUnitsThatLackTheDevice) {
  HostOptions options;
  options.registered = {Region("sm_80"), Region("sm_90")};
  options.sources = {"first.cu", "second.cu"};
  const FileVerdict verdict = JudgeContent(HostElf(options), "8.0", {});
  EXPECT_NE(verdict.reason.find("second.cu (has sm_90, nothing for 8.0)"), std::string::npos)
      << verdict.reason;
  EXPECT_EQ(verdict.reason.find("first.cu"), std::string::npos) << verdict.reason;
}

TEST(Findings, ABrokenFileIsNeverSure) {
  HostOptions options;
  options.registered = {Region("sm_80"), Region("sm_80")};
  options.registered[1].replace(8, 8, test::U64(1 << 30));
  const FileVerdict verdict = JudgeContent(HostElf(options), "8.0", {});
  EXPECT_EQ(verdict.verdict, kRuns);
  EXPECT_FALSE(verdict.sure);
  EXPECT_NE(verdict.reason.find("not all"), std::string::npos) << verdict.reason;
}

}  // namespace
}  // namespace cuda_arch_guard::verdict
