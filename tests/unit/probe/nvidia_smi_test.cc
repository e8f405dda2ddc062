// What nvidia-smi of several ages and machines prints for our question. The recorded texts are from
// bug reports and forum posts that quote this query, ids replaced.
#include "probe/source.h"
#include "unit/probe/machine.h"

namespace cuda_arch_guard::probe {
namespace {

base::ProcessOutcome Said(const std::string& out, int code = 0) {
  base::ProcessOutcome outcome;
  outcome.end = base::ProcessOutcome::End::kExited;
  outcome.code = code;
  outcome.out = out;
  return outcome;
}

constexpr const char* kTwoGpus =
    "0, NVIDIA GeForce RTX 3090, GPU-3090aaaa-0000-4000-8000-000000000001, 00000000:01:00.0, "
    "24576, "
    "570.86.15, 8.6\n"
    "1, NVIDIA H100 80GB HBM3, GPU-0100aaaa-0000-4000-8000-000000000001, 00000000:41:00.0, 81559, "
    "570.86.15, 9.0\n";

TEST(NvidiaSmi, ReadsTheFieldsItAskedFor) {
  const SourceReport report = ReadNvidiaSmi(Said(kTwoGpus), true);
  ASSERT_EQ(report.state, SourceState::kOk) << report.reason;
  EXPECT_EQ(Capabilities(report.devices), "8.6 9.0");
  EXPECT_EQ(report.devices[0].name, "NVIDIA GeForce RTX 3090");
  EXPECT_EQ(report.devices[0].uuid, "GPU-3090aaaa-0000-4000-8000-000000000001");
  EXPECT_EQ(report.devices[0].pci_bus_id, "0000:01:00.0");
  EXPECT_EQ(report.devices[0].memory_bytes, std::uint64_t{24576} << 20);
  EXPECT_EQ(report.devices[1].index, 1);
  EXPECT_EQ(report.driver.version, "570.86.15");
}

TEST(NvidiaSmi, WithoutComputeCapTheNameDecides) {
  const SourceReport report = ReadNvidiaSmi(
      Said("0, NVIDIA GeForce RTX 3090, GPU-3090aaaa, 00000000:01:00.0, 24268, 470.256.02\n"
           "1, Tesla K80, GPU-0080aaaa, 00000000:05:00.0, 11441, 470.256.02\n"
           "2, NVIDIA Invented 9999, GPU-9999aaaa, 00000000:06:00.0, 1, 470.256.02\n"),
      false);
  ASSERT_EQ(report.state, SourceState::kOk) << report.reason;
  EXPECT_EQ(Capabilities(report.devices), "8.6 3.7 ?");
}

TEST(NvidiaSmi, JetsonLeavesFieldsOut) {
  const SourceReport report =
      ReadNvidiaSmi(Said("0, Orin (nvgpu), [N/A], [N/A], [N/A], 540.4.0, [N/A]\n"), true);
  ASSERT_EQ(report.state, SourceState::kOk) << report.reason;
  ASSERT_EQ(report.devices.size(), 1u);
  EXPECT_EQ(Capabilities(report.devices), "8.7");
  EXPECT_EQ(report.devices[0].uuid, "");
  EXPECT_EQ(report.devices[0].pci_bus_id, "");
  EXPECT_EQ(report.devices[0].memory_bytes, 0u);
  EXPECT_EQ(report.driver.version, "540.4.0");
}

TEST(NvidiaSmi, UnknownFieldsAreUnknown) {
  const SourceReport report = ReadNvidiaSmi(
      Said(
          "0, NVIDIA L4, [Unknown Error], N/A, [Insufficient Permissions], [Not Supported], 8.9\n"),
      true);
  ASSERT_EQ(report.state, SourceState::kOk) << report.reason;
  EXPECT_EQ(Capabilities(report.devices), "8.9");
  EXPECT_EQ(report.driver.version, "");
}

TEST(NvidiaSmi, ANameMayHoldACommaAndLinesMayEndAsOnWindows) {
  const SourceReport report = ReadNvidiaSmi(
      Said("0, NVIDIA A, B and C, GPU-1, 00000000:01:00.0, 1024, 570.86.15, 8.6\r\n"), true);
  ASSERT_EQ(report.state, SourceState::kOk) << report.reason;
  EXPECT_EQ(report.devices[0].name, "NVIDIA A, B and C");
}

TEST(NvidiaSmi, ErrorsKeepTheirWords) {
  const char* failed =
      "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure "
      "that "
      "the latest NVIDIA driver is installed and running.\n\n";
  SourceReport report = ReadNvidiaSmi(Said(failed, 9), true);
  EXPECT_EQ(report.state, SourceState::kFailed);
  EXPECT_EQ(report.code, 9);
  EXPECT_EQ(report.reason.find("NVIDIA-SMI has failed because"), 0u);
  report =
      ReadNvidiaSmi(Said("Failed to initialize NVML: Driver/library version mismatch\n", 18), true);
  EXPECT_EQ(report.state, SourceState::kFailed);
  EXPECT_EQ(report.code, 18);
  EXPECT_EQ(ReadNvidiaSmi(Said("", 1), true).state, SourceState::kFailed);
}

TEST(NvidiaSmi, NoDevicesIsAnAnswer) {
  for (const int code : {0, 6}) {
    const SourceReport report = ReadNvidiaSmi(Said("No devices were found\n", code), true);
    EXPECT_EQ(report.state, SourceState::kOk);
    EXPECT_TRUE(report.devices.empty());
  }
}

TEST(NvidiaSmi, AnythingElseIsMalformed) {
  const char* texts[] = {
      "hello\n",
      "0, NVIDIA L4, GPU-1, 00000000:01:00.0, 1024\n",
      "x, NVIDIA L4, GPU-1, 00000000:01:00.0, 1024, 570.86.15, 8.9\n",
      "0, NVIDIA L4, GPU-1, 00000000:01:00.0, much, 570.86.15, 8.9\n",
      "0, NVIDIA L4, GPU-1, 00000000:01:00.0, 1024, newest, 8.9\n",
      "0, NVIDIA L4, GPU-1, 00000000:01:00.0, 1024, 570.86.15, 0.0\n",
      "0, NVIDIA L4, GPU-1, 00000000:01:00.0, 1024, 570.86.15, 86.0\n",
      "0, NVIDIA L4, GPU-1, 00000000:01:00.0, 1024, 570.86.15, 89\n",
  };
  for (const char* text : texts) {
    const SourceReport report = ReadNvidiaSmi(Said(kTwoGpus + std::string(text)), true);
    EXPECT_EQ(report.state, SourceState::kMalformed) << text;
    EXPECT_TRUE(report.devices.empty());
  }
}

// ---- in a detection, as a program ----

class NvidiaSmiProgram : public MachineTest {};

// A machine of which only nvidia-smi works.
constexpr const char* kNoLibraries = "absent libcuda\nabsent nvml\n";

TEST_F(NvidiaSmiProgram, IsAskedWhereNvmlIsSilent) {
  ENTER_TEXT(std::string("driver 570.86.15 cuda=12.8\ngpu name=\"NVIDIA L4\" cc=8.9 "
                         "uuid=GPU-0004aaaa-0000-4000-8000-000000000001 bus=0000:00:03.0 "
                         "memory=23034\n") +
             kNoLibraries);
  const Inventory inventory = Look();
  EXPECT_EQ(Capabilities(inventory.devices), "8.9");
  EXPECT_EQ(inventory.devices[0].source, "nvidia-smi");
  EXPECT_EQ(inventory.driver.version, "570.86.15");
  EXPECT_EQ(inventory.driver.cuda, "12.8");
  EXPECT_EQ(inventory.driver.cuda_source, "table");
  EXPECT_EQ(Ids(inventory), "libcuda-missing");
}

TEST_F(NvidiaSmiProgram, IsAskedAgainWithoutComputeCap) {
  ENTER_TEXT(std::string("driver 470.256.02 cuda=11.4\ngpu name=\"NVIDIA GeForce RTX 3090\" cc=8.6 "
                         "uuid=GPU-3090aaaa-0000-4000-8000-000000000001 bus=0000:01:00.0 "
                         "memory=24268\n") +
             kNoLibraries);
  const Inventory inventory = Look();
  EXPECT_EQ(ReportOf(inventory, "nvidia-smi").state, SourceState::kOk);
  EXPECT_EQ(Capabilities(inventory.devices), "8.6");
}

TEST_F(NvidiaSmiProgram, KeepsItsErrorInTheReport) {
  ENTER_TEXT(kNoLibraries);
  WriteScript("nvidia-smi", "echo 'NVIDIA-SMI has failed because of something.'; exit 9\n");
  const Inventory inventory = Look();
  EXPECT_EQ(ReportOf(inventory, "nvidia-smi").state, SourceState::kFailed);
  EXPECT_EQ(ReportOf(inventory, "nvidia-smi").reason,
            "NVIDIA-SMI has failed because of something.");
  EXPECT_TRUE(inventory.devices.empty());
}

TEST_F(NvidiaSmiProgram, MayHangOrCrash) {
  ENTER_TEXT(kNoLibraries);
  WriteScript("nvidia-smi", "sleep 100\n");
  EXPECT_EQ(Ids(Look(2)), "detection-timed-out");
  WriteScript("nvidia-smi", "kill -SEGV $$\n");
  EXPECT_EQ(Ids(Look()), "source-crashed");
  WriteScript("nvidia-smi", "echo nonsense\n");
  EXPECT_EQ(Ids(Look()), "source-malformed");
}

}  // namespace
}  // namespace cuda_arch_guard::probe
