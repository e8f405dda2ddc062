#include "select/selection.h"

#include "arch/compatibility.h"
#include "unit/select/golden.h"

namespace cuda_arch_guard::select {
namespace {

enum Options {
  kNone = 0,
  kMinimal = 1,
  kPtxOn = 2,
  kPtxOff = 4,
  kFamily = 8,
  kSpecific = 16,
  kArm = 32
};

struct Row {
  const char* devices;
  const char* toolkit;
  int options;
  const char* entries;
  const char* findings;
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.devices << " with CUDA " << row.toolkit << " options " << row.options;
}

class Golden : public ::testing::TestWithParam<Row> {};

constexpr Row kAttached[] = {
    // Its own architecture.
    {"8.6", "13.0", kNone, "86-real:8.6", ""},
    {"8.6 8.6 8.9", "13.0", kNone, "86-real:8.6 89-real:8.9", ""},
    {"12.1 9.0 8.6", "13.0", kNone, "86-real:8.6 90-real:9.0 121-real:12.1", ""},
    {"7.0", "12.8", kNone, "70-real:7.0", ""},
    {"3.5", "9.0", kNone, "35-real:3.5", ""},
    // None of its own: the highest cubin of its major that is below it.
    {"10.3", "12.8", kNone, "100-real:10.3", ""},
    {"10.0 10.3", "12.8", kNone, "100-real:10.0,10.3", ""},
    {"12.1", "12.8", kNone, "120-real:12.1", ""},
    {"7.5", "9.0", kNone, "70-real:7.5", ""},
    {"8.9", "11.7", kNone, "86-real:8.9", ""},
    {"10.7", "13.0", kNone, "103-real:10.7", ""},
    // No cubin crosses to or from Tegra: PTX does.
    {"8.7", "11.1", kNone, "86-virtual:8.7", "note:jit-only"},
    {"8.8", "12.8", kNone, "87-virtual:8.8", "note:jit-only"},
    {"8.7", "13.0", kNone, "87-real:8.7", ""},
    {"11.0", "12.9", kNone, "103-virtual:11.0", "note:jit-only"},
    {"10.1", "13.0", kNone, "100-virtual:10.1", "note:jit-only"},
    // Newer than the toolkit.
    {"12.0", "12.4", kNone, "90-virtual:12.0", "note:jit-only"},
    {"8.6", "9.0", kNone, "70-virtual:8.6", "note:jit-only"},
    {"13.0", "13.0", kNone, "121-virtual:13.0", "note:jit-only"},
    {"12.0", "12.4", kPtxOff, "", "error:ptx-off"},
    {"12.0 9.0", "12.4", kPtxOff, "90-real:9.0", "warning:ptx-off"},
    // Older than the toolkit.
    {"7.0", "13.0", kNone, "", "error:toolkit-dropped-gpu"},
    {"7.0 7.0 8.6", "13.0", kNone, "86-real:8.6", "warning:toolkit-dropped-gpu"},
    {"6.1 7.0", "13.0", kNone, "", "error:toolkit-dropped-gpu error:toolkit-dropped-gpu"},
    {"3.7", "12.8", kNone, "", "error:toolkit-dropped-gpu"},
    // Fewer entries.
    {"8.6 8.9", "13.0", kMinimal, "86-real:8.6,8.9", ""},
    {"8.0 8.6 8.9 9.0", "13.0", kMinimal, "80-real:8.0,8.6,8.9 90-real:9.0", ""},
    {"8.6 8.7 8.9", "13.0", kMinimal, "86-real:8.6,8.9 87-real:8.7", ""},
    {"12.0 12.1 10.3", "13.0", kMinimal, "103-real:10.3 120-real:12.0,12.1", ""},
    // More PTX.
    {"8.6", "13.0", kPtxOn, "86-real:8.6 86-virtual", ""},
    {"8.6 12.1", "13.0", kPtxOn, "86-real:8.6 121-real:12.1 121-virtual", ""},
    {"12.0", "12.4", kPtxOn, "90-virtual:12.0", "note:jit-only"},
    {"9.0", "13.0", kPtxOn | kSpecific, "90-virtual 90a-real:9.0", ""},
    // Variants where the toolkit has them, plain elsewhere.
    {"8.6 10.0 10.3", "13.0", kFamily, "86-real:8.6 100f-real:10.0,10.3", ""},
    {"10.3", "13.0", kFamily, "100f-real:10.3", ""},
    {"12.1", "13.0", kFamily, "120f-real:12.1", ""},
    {"10.3", "12.8", kFamily, "100-real:10.3", ""},
    {"11.0", "13.0", kFamily | kArm, "110f-real:11.0", ""},
    {"9.0 10.3 8.6", "13.0", kSpecific, "86-real:8.6 90a-real:9.0 103a-real:10.3", ""},
    {"9.0 10.3", "11.8", kSpecific, "90-real:9.0 90-virtual:10.3", "note:jit-only"},
    {"9.0 10.3", "13.0", kFamily | kSpecific, "90a-real:9.0 100f-real:10.3", ""},
};

Request WithOptions(Request request, int options) {
  request.minimal = (options & kMinimal) != 0;
  if ((options & kPtxOn) != 0) request.ptx = PtxPolicy::kOn;
  if ((options & kPtxOff) != 0) request.ptx = PtxPolicy::kOff;
  if ((options & kFamily) != 0) request.variants.push_back(arch::Variant::kFamily);
  if ((options & kSpecific) != 0) request.variants.push_back(arch::Variant::kSpecific);
  if ((options & kArm) != 0) request.host = Host::kAarch64;
  return request;
}

TEST_P(Golden, AttachedDevices) {
  const Row& row = GetParam();
  const Selection selection = Select(WithOptions(RequestFor("auto"), row.options),
                                     MachineWith(row.devices), TableToolkit(row.toolkit));
  EXPECT_EQ(Entries(selection), row.entries) << row.devices << " with CUDA " << row.toolkit;
  EXPECT_EQ(Findings(selection), row.findings) << row.devices << " with CUDA " << row.toolkit;
}
INSTANTIATE_TEST_SUITE_P(Rows, Golden, ::testing::ValuesIn(kAttached));

struct WishRow {
  const char* wish;
  Reading reading;
  const char* devices;  // attached
  const char* toolkit;
  int options;
  const char* entries;
  const char* findings;
};

void PrintTo(const WishRow& row, std::ostream* out) {
  *out << row.wish << " with CUDA " << row.toolkit << " options " << row.options;
}

class GoldenWish : public ::testing::TestWithParam<WishRow> {};

constexpr WishRow kWishes[] = {
    {"86", Reading::kOwn, "", "13.0", kNone, "86-real:8.6", ""},
    {"86", Reading::kOwn, "", "13.0", kPtxOn, "86-real:8.6 86-virtual", ""},
    {"86-real", Reading::kOwn, "", "13.0", kPtxOn, "86-real:8.6", ""},
    {"8.6+PTX", Reading::kOwn, "", "13.0", kNone, "86-real:8.6 86-virtual", ""},
    {"compute_80", Reading::kOwn, "8.6", "13.0", kNone, "80-virtual:8.0", ""},
    {"90a;100f;120", Reading::kOwn, "", "13.0", kNone, "90a-real:9.0 100f-real:10.0 120-real:12.0",
     ""},
    // What CMake makes of it.
    {"86", Reading::kCMake, "8.6", "13.0", kNone, "86-real:8.6 86-virtual", ""},
    {"86;90-virtual", Reading::kCMake, "8.6", "13.0", kNone,
     "86-real:8.6 86-virtual 90-virtual:9.0", ""},
    {"86", Reading::kCMake, "8.6", "13.0", kPtxOff, "86-real:8.6 86-virtual", ""},
    {"8.0 8.6+PTX", Reading::kTorch, "8.6", "13.0", kNone, "80-real:8.0 86-real:8.6 86-virtual",
     ""},
    {"Ampere", Reading::kTorch, "8.6", "13.0", kNone, "80-real:8.0 86-real:8.6 86-virtual", ""},
    // Checked against the toolkit …
    {"60;86", Reading::kOwn, "", "13.0", kNone, "86-real:8.6", "error:not-buildable"},
    {"100f", Reading::kOwn, "", "12.8", kNone, "", "error:not-buildable"},
    {"90a", Reading::kOwn, "", "11.8", kNone, "", "error:not-buildable"},
    // … and against what is attached.
    {"75", Reading::kOwn, "8.6", "13.0", kNone, "75-real:7.5", "warning:not-covered"},
    {"80", Reading::kOwn, "8.6", "13.0", kNone, "80-real:8.0", ""},
    {"89", Reading::kOwn, "8.6", "13.0", kNone, "89-real:8.9", "warning:not-covered"},
    {"86", Reading::kOwn, "8.7", "13.0", kNone, "86-real:8.6", "warning:not-covered"},
    {"80-virtual", Reading::kOwn, "8.7", "13.0", kNone, "80-virtual:8.0", ""},
    {"90a", Reading::kOwn, "10.0", "13.0", kNone, "90a-real:9.0", "warning:not-covered"},
    // Names are devices: the toolkit decides how they are served.
    {"RTX 5090", Reading::kOwn, "", "12.4", kNone, "90-virtual:12.0", "note:jit-only"},
    {"RTX 3090;RTX 4090", Reading::kOwn, "", "13.0", kMinimal, "86-real:8.6,8.9", ""},
    {"Ampere", Reading::kOwn, "", "13.0", kNone, "80-real:8.0 86-real:8.6", ""},
    {"Ampere", Reading::kOwn, "", "13.0", kArm, "80-real:8.0 86-real:8.6 87-real:8.7", ""},
    {"RTX 3090+PTX", Reading::kOwn, "", "13.0", kNone, "86-real:8.6 86-virtual", ""},
    // Whole sets.
    {"covering", Reading::kOwn, "8.6", "13.0", kNone,
     "75-real:7.5 80-real:8.0,8.6,8.9 90-real:9.0 100-real:10.0,10.3,10.7 120-real:12.0,12.1 "
     "120-virtual",
     ""},
    {"covering", Reading::kOwn, "", "13.0", kArm,
     "75-real:7.5 80-real:8.0,8.6,8.9 87-real:8.7 90-real:9.0 100-real:10.0,10.3,10.7 "
     "110-real:11.0 120-real:12.0,12.1 120-virtual",
     ""},
    {"covering", Reading::kOwn, "", "13.0", kPtxOff,
     "75-real:7.5 80-real:8.0,8.6,8.9 90-real:9.0 100-real:10.0,10.3,10.7 120-real:12.0,12.1", ""},
    {"covering", Reading::kOwn, "", "13.0", kFamily,
     "75-real:7.5 80-real:8.0,8.6,8.9 90-real:9.0 100f-real:10.0,10.3 103-real:10.7 "
     "120-virtual 120f-real:12.0,12.1",
     ""},
    {"covering", Reading::kOwn, "", "12.8", kNone,
     "50-real:5.0,5.2 60-real:6.0,6.1 70-real:7.0,7.5 80-real:8.0,8.6,8.9 90-real:9.0 "
     "100-real:10.0,10.3,10.7 120-real:12.0,12.1 120-virtual",
     ""},
    {"covering", Reading::kOwn, "", "11.8", kNone,
     "35-real:3.5,3.7 50-real:5.0,5.2 60-real:6.0,6.1 70-real:7.0,7.5 80-real:8.0,8.6,8.9 "
     "90-real:9.0 90-virtual:10.0,10.3,10.7,12.0,12.1",
     ""},
    {"all-major", Reading::kOwn, "", "13.0", kNone,
     "75-real:7.5 80-real:8.0 90-real:9.0 100-real:10.0 110-real:11.0 120-real:12.0 120-virtual",
     ""},
    {"all-major", Reading::kCMake, "", "9.0", kNone,
     "30-real:3.0 50-real:5.0 60-real:6.0 70-real:7.0 70-virtual", ""},
    {"all", Reading::kOwn, "", "13.0", kNone,
     "75-real:7.5 80-real:8.0 86-real:8.6 87-real:8.7 88-real:8.8 89-real:8.9 90-real:9.0 "
     "100-real:10.0 103-real:10.3 110-real:11.0 120-real:12.0 120-virtual 121-real:12.1",
     ""},
    {"OFF", Reading::kCMake, "8.6", "13.0", kNone, "", ""},
};

TEST_P(GoldenWish, Entries) {
  const WishRow& row = GetParam();
  const Selection selection = Select(WithOptions(RequestFor(row.wish, row.reading), row.options),
                                     MachineWith(row.devices), TableToolkit(row.toolkit));
  EXPECT_EQ(Entries(selection), row.entries) << row.wish << " with CUDA " << row.toolkit;
  EXPECT_EQ(Findings(selection), row.findings) << row.wish << " with CUDA " << row.toolkit;
  EXPECT_EQ(selection.off, std::string(row.wish) == "OFF");
}
INSTANTIATE_TEST_SUITE_P(Rows, GoldenWish, ::testing::ValuesIn(kWishes));

TEST(Selection, WithoutAGpuFollowsThePolicyAndNamesTheChoices) {
  Request request = RequestFor("");
  request.without_gpu = *ParseWish("80;90+PTX", Reading::kOwn);
  const Selection selection = Select(request, MachineWith(""), TableToolkit("13.0"));
  EXPECT_EQ(Entries(selection), "80-real:8.0 90-real:9.0 90-virtual");
  ASSERT_EQ(Findings(selection), "warning:no-gpu-at-build");
  const std::string text = base::Render(selection.findings[0]);
  for (const char* choice : {"CudaArchGuard_GPUS", "CudaArchGuard_WITHOUT_GPU=covering, all-major",
                             "error", "CudaArchGuard_ARCHITECTURES"}) {
    EXPECT_TRUE(base::Contains(text, choice)) << choice << "\n" << text;
  }
}

TEST(Selection, WithoutAGpuCanBeAnError) {
  Request request = RequestFor("native");
  request.without_gpu_error = true;
  const Selection selection = Select(request, MachineWith(""), TableToolkit("13.0"));
  EXPECT_EQ(Entries(selection), "");
  EXPECT_EQ(Findings(selection), "error:no-gpu-at-build");
}

TEST(Selection, AnUnansweredSourceIsNeverNoGpu) {
  for (const probe::SourceState state :
       {probe::SourceState::kTimedOut, probe::SourceState::kCrashed, probe::SourceState::kMalformed,
        probe::SourceState::kFailed, probe::SourceState::kIncomplete}) {
    probe::Inventory inventory;
    inventory.sources.resize(1);
    inventory.sources[0].name = "libcuda";
    inventory.sources[0].state = state;
    inventory.sources[0].code = 999;
    inventory.sources[0].reason = "it went wrong";
    const Selection selection = Select(RequestFor(""), inventory, TableToolkit("13.0"));
    EXPECT_EQ(Findings(selection), "warning:detection-failed") << probe::ToString(state);
  }
}

TEST(Selection, AnAnsweredNoDeviceIsNoGpu) {
  probe::Inventory inventory;
  inventory.sources.resize(1);
  inventory.sources[0].name = "libcuda";
  inventory.sources[0].state = probe::SourceState::kFailed;
  inventory.sources[0].code = 100;
  EXPECT_EQ(Findings(Select(RequestFor(""), inventory, TableToolkit("13.0"))),
            "warning:no-gpu-at-build");
}

TEST(Selection, AGpuOfUnknownCapabilityIsNeverGuessed) {
  const Selection beside = Select(RequestFor(""), MachineWith("8.6 ?"), TableToolkit("13.0"));
  EXPECT_EQ(Entries(beside), "86-real:8.6");
  EXPECT_EQ(Findings(beside), "warning:gpu-unknown");
  const Selection alone = Select(RequestFor(""), MachineWith("?"), TableToolkit("12.4"));
  EXPECT_EQ(Findings(alone), "warning:gpu-unknown");
  EXPECT_FALSE(alone.entries.empty());
}

TEST(Selection, HiddenGpusCount) {
  probe::Inventory inventory;
  inventory.hidden_devices = MachineWith("9.0").devices;
  EXPECT_EQ(Entries(Select(RequestFor(""), inventory, TableToolkit("13.0"))), "90-real:9.0");
}

TEST(Selection, WhatTheProjectCannotBuildIsLeftOutAndSaid) {
  Request request = RequestFor("");
  request.supported = ParseWish("80;90a", Reading::kOwn)->items;
  const Selection selection = Select(request, MachineWith("8.6 9.0"), TableToolkit("13.0"));
  EXPECT_EQ(Entries(selection), "80-real:8.6 90a-real:9.0");
  EXPECT_EQ(Findings(selection), "note:unsupported-by-project");

  const Selection newer = Select(request, MachineWith("12.0"), TableToolkit("13.0"));
  EXPECT_EQ(Entries(newer), "80-virtual:12.0");

  request.supported = ParseWish("80-real;90a", Reading::kOwn)->items;
  EXPECT_EQ(Findings(Select(request, MachineWith("12.0"), TableToolkit("13.0"))),
            "error:unsupported-by-project");
}

TEST(Selection, TheProjectSaysWhichFormsItBuilds) {
  const struct {
    const char* supported;
    const char* devices;
    int options;
    const char* entries;
    const char* findings;
  } rows[] = {
      {"90;90a", "9.0", kNone, "90-real:9.0", ""},
      {"80-virtual", "8.0", kNone, "80-virtual:8.0", "note:jit-only"},
      {"86-real;80-virtual", "8.6 12.0", kMinimal, "80-virtual:12.0 86-real:8.6", "note:jit-only"},
      {"90", "12.0", kPtxOff, "", "error:unsupported-by-project"},
      {"100f;103a", "10.3", kNone, "103a-real:10.3", ""},
      {"100f;100", "10.3", kNone, "100-real:10.3", "note:unsupported-by-project"},
  };
  for (const auto& row : rows) {
    Request request = WithOptions(RequestFor(""), row.options);
    request.supported = ParseWish(row.supported, Reading::kOwn)->items;
    const Selection selection = Select(request, MachineWith(row.devices), TableToolkit("13.0"));
    EXPECT_EQ(Entries(selection), row.entries) << row.supported;
    EXPECT_EQ(Findings(selection), row.findings) << row.supported;
  }
}

TEST(Selection, AGivenListWinsOverWhatTheProjectSupports) {
  Request request = RequestFor("75");
  request.supported = ParseWish("80;90", Reading::kOwn)->items;
  const Selection selection = Select(request, MachineWith(""), TableToolkit("13.0"));
  EXPECT_EQ(Entries(selection), "75-real:7.5");
  EXPECT_EQ(Findings(selection), "warning:unsupported-by-project");
}

struct DriverRow {
  const char* device;
  const char* toolkit;
  const char* driver;
  const char* cuda;
  const char* entries;
  const char* findings;
};
constexpr DriverRow kDrivers[] = {
    {"8.6", "13.0", "580.65.06", "13.0", "86-real:8.6", ""},
    {"8.6", "13.0", "470.256.02", "11.4", "86-real:8.6", "warning:driver-too-old-for-runtime"},
    {"8.6", "13.0", "470.256.02", "", "86-real:8.6", "warning:driver-too-old-for-runtime"},
    {"8.6", "13.0", "", "12.8", "86-real:8.6", "warning:driver-too-old-for-runtime"},
    // Minor-version compatibility covers cubins …
    {"8.6", "12.8", "535.183.01", "12.2", "86-real:8.6", ""},
    {"8.6", "12.8", "", "12.0", "86-real:8.6", ""},
    // … and never PTX.
    {"8.7", "11.1", "450.80.02", "11.0", "", "error:ptx-newer-than-driver"},
    {"12.0", "12.4", "570.86.15", "12.8", "90-virtual:12.0", "note:jit-only"},
};

TEST(Selection, TheDriverIsAskedForCubinsAndForPtx) {
  for (const DriverRow& row : kDrivers) {
    probe::Inventory inventory = MachineWith(row.device);
    inventory.driver.version = row.driver;
    inventory.driver.cuda = row.cuda;
    const Selection selection = Select(RequestFor(""), inventory, TableToolkit(row.toolkit));
    EXPECT_EQ(Entries(selection), row.entries) << row.device << " " << row.driver << row.cuda;
    EXPECT_EQ(Findings(selection), row.findings) << row.device << " " << row.driver << row.cuda;
  }
}

TEST(Selection, TheDriverNumbersOfJetsonAndOfWindowsAreNotCompared) {
  for (const char* cuda : {"12.6", ""}) {
    for (const bool wsl : {false, true}) {
      probe::Inventory inventory = MachineWith(wsl ? "8.9" : "8.7");
      inventory.tegra = !wsl;
      inventory.wsl = wsl;
      inventory.driver.version = "540.4.0";
      inventory.driver.cuda = cuda;
      EXPECT_EQ(Findings(Select(RequestFor(""), inventory, TableToolkit("12.8"))), "");
      const bool known = cuda[0] != '\0';
      EXPECT_EQ(Findings(Select(RequestFor(""), inventory, TableToolkit("13.0"))),
                known ? "warning:driver-too-old-for-runtime" : "");
    }
  }
}

TEST(Selection, TheReasonNamesOnlyWhatIsServed) {
  probe::Inventory inventory = MachineWith("8.6 7.0 8.6");
  for (probe::Device& device : inventory.devices) device.name = "";
  inventory.devices[0].name = inventory.devices[2].name = "NVIDIA GeForce RTX 3090";
  EXPECT_EQ(Select(RequestFor(""), inventory, TableToolkit("13.0")).reason,
            "86-real for 2 x NVIDIA GeForce RTX 3090 (8.6); from the attached GPUs; CUDA 13.0");
  Request request = RequestFor("80");
  request.origin = "CUDAARCHS (environment)";
  EXPECT_EQ(Select(request, inventory, TableToolkit("13.0")).reason,
            "80-real; from CUDAARCHS (environment); CUDA 13.0");
}

TEST(Selection, FindingsNameTheToolkitThatStillCan) {
  const Selection old = Select(RequestFor(""), MachineWith("7.0"), TableToolkit("13.0"));
  EXPECT_TRUE(base::Contains(old.findings.at(0).because, "CUDA 9.0 to 12.9"));
  const Selection refused = Select(RequestFor("100f"), MachineWith(""), TableToolkit("12.8"));
  EXPECT_TRUE(base::Contains(refused.findings.at(0).because, "CUDA 12.9 or newer for 100f"));
}

TEST(Selection, WhatIsNotCoveredComesWithWhatWouldCoverIt) {
  const auto because = [](const char* wish, const char* devices, const char* toolkit) {
    const Selection selection =
        Select(RequestFor(wish), MachineWith(devices), TableToolkit(toolkit));
    EXPECT_EQ(Findings(selection), "warning:not-covered") << wish;
    return selection.findings.at(0).because;
  };
  EXPECT_EQ(because("75", "8.6", "13.0"), "code that this GPU takes: 86-real");
  EXPECT_EQ(because("75", "8.6 12.0 8.6", "12.4"), "code that this GPU takes: 86-real;90-virtual");
  EXPECT_EQ(because("75", "7.0", "13.0"), "another toolkit: CUDA 13.0 has nothing for this GPU");
}

TEST(Selection, DetectionsFindingsMatterOnlyWhereGpusDecide) {
  probe::Inventory inventory = MachineWith("8.6");
  base::Finding finding;
  finding.id = "driver-missing";
  finding.severity = base::Severity::kWarning;
  inventory.findings.push_back(finding);
  EXPECT_EQ(Findings(Select(RequestFor(""), inventory, TableToolkit("13.0"))),
            "warning:driver-missing");
  EXPECT_EQ(Findings(Select(RequestFor("86"), inventory, TableToolkit("13.0"))), "");
}

// Whatever is attached, an entry is only ever for devices that the rules let it run on, and every
// device is in exactly one place: served, or named in a finding.
TEST(Selection, NeverClaimsADeviceThatItsEntryDoesNotServe) {
  const char* const all[] = {"3.5", "5.0", "5.3", "6.1",  "7.0",  "7.2",  "7.5",  "8.0",  "8.6",
                             "8.7", "8.9", "9.0", "10.0", "10.3", "11.0", "12.0", "12.1", "13.0"};
  for (const char* version : {"9.0", "11.8", "12.4", "12.8", "12.9", "13.0", "13.4"}) {
    const probe::Toolkit toolkit = TableToolkit(version);
    for (const char* device : all) {
      for (const int options : {0, 1, 2, 4, 8, 16, 24}) {
        const Selection selection =
            Select(WithOptions(RequestFor(""), options), MachineWith(device), toolkit);
        EXPECT_EQ(DevicesMeant(selection).empty(), base::HasError(selection.findings));
        for (const Selected& entry : selection.entries) {
          for (const arch::ComputeCapability& each : entry.devices) {
            arch::ImageTraits image;
            image.kind =
                entry.code == arch::Code::kReal ? arch::ImageKind::kCubin : arch::ImageKind::kPtx;
            image.architecture = entry.architecture;
            image.cuda = *base::Version::Parse(version);
            EXPECT_NE(arch::MayRun(image, each).outcome, arch::Outcome::kNo)
                << version << " " << device << " " << Entries(selection);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace cuda_arch_guard::select
