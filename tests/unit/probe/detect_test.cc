#include "probe/detect.h"

#include <chrono>

#include "unit/probe/machine.h"

namespace cuda_arch_guard::probe {
namespace {

using base::Severity;

class Detection : public MachineTest {};

TEST_F(Detection, DescribesEachDeviceAndTheDriver) {
  ENTER("rtx-3090-and-4090");
  const Inventory inventory = Look();
  ASSERT_EQ(Capabilities(inventory.devices), "8.9 8.6");
  const Device& device = inventory.devices[1];
  EXPECT_EQ(device.index, 1);
  EXPECT_EQ(device.name, "NVIDIA GeForce RTX 3090");
  EXPECT_EQ(device.uuid, "GPU-3090aaaa-0000-4000-8000-000000000001");
  EXPECT_EQ(device.pci_bus_id, "0000:01:00.0");
  EXPECT_EQ(device.memory_bytes, std::uint64_t{24576} << 20);
  EXPECT_EQ(device.source, "libcuda");
  EXPECT_FALSE(device.integrated);
  EXPECT_TRUE(inventory.hidden_devices.empty());
  EXPECT_EQ(inventory.driver.version, "570.86.15");
  EXPECT_EQ(inventory.driver.cuda, "12.8");
  EXPECT_EQ(inventory.driver.cuda_source, "libcuda");
  EXPECT_EQ(inventory.driver.kernel_module, "570.86.15");
  EXPECT_FALSE(inventory.driver.open_kernel_module);
  EXPECT_EQ(inventory.driver.libcuda_path, (machine() / "lib/libcuda.so.1").string());
  EXPECT_EQ(ReportOf(inventory, "nvidia-smi").state, SourceState::kSkipped);
  EXPECT_EQ(Ids(inventory), "");
}

struct Expected {
  const char* machine;
  const char* devices;
  const char* source;  // of the devices
  const char* hidden;
  const char* driver;
  const char* cuda;
  const char* findings;
};

void PrintTo(const Expected& expected, std::ostream* out) { *out << expected.machine; }

class EveryMachine : public MachineTest, public ::testing::WithParamInterface<Expected> {};

// What each described machine must be taken for. The two that hang have tests of their own.
constexpr Expected kMachines[] = {
    {"rtx-5090", "12.0", "libcuda", "", "570.86.16", "12.8", ""},
    {"gtx-1080-ti", "6.1", "libcuda", "", "535.183.01", "12.2", ""},
    {"h100-four", "9.0 9.0 9.0 9.0", "libcuda", "", "550.90.07", "12.4", ""},
    {"k80", "3.7 3.7", "libcuda", "", "470.256.02", "11.4", ""},
    {"a100-mig", "8.0", "libcuda", "8.0", "535.161.08", "12.2", ""},
    {"jetson-orin", "8.7", "libcuda", "", "540.4.0", "12.6", ""},
    {"wsl", "8.9", "libcuda", "", "566.36", "12.7", ""},
    {"old-symbols", "7.0", "libcuda", "", "418.226.00", "10.1", ""},
    {"rtx-3090-driver-470", "8.6", "libcuda", "", "470.256.02", "11.4", ""},
    {"driver-without-gpu", "", "", "", "570.86.15", "12.8", ""},
    {"nothing", "", "", "", "", "", ""},
    {"gpu-without-driver", "8.6", "pci", "", "", "", "driver-missing"},
    {"container-without-gpus", "8.6", "pci", "", "570.86.15", "12.8", "libcuda-missing"},
    {"utility-container", "8.9", "nvml", "", "570.86.15", "12.8", "libcuda-missing"},
    {"stub", "8.6", "nvml", "", "570.86.15", "12.8", "driver-stub"},
    {"kernel-module-mismatch", "8.6", "pci", "", "570.86.15", "12.8", "kernel-module-mismatch"},
    {"compat-library", "8.6", "nvml", "", "535.183.01", "12.2", "compat-library-unsupported"},
    {"fabric-manager", "9.0", "nvml", "", "550.90.07", "12.4", "driver-failed"},
    {"unknown-error", "6.1", "nvml", "", "535.183.01", "12.2", "driver-failed"},
    {"a100-mig-without-instances", "8.0", "nvml", "", "535.161.08", "12.2", "driver-failed"},
    {"libcuda-crashes", "8.6", "nvml", "", "570.86.15", "12.8", "source-crashed"},
    {"nvml-crashes", "8.6", "libcuda", "", "570.86.15", "12.8", "source-crashed"},
    {"lacks-symbols", "8.6", "nvml", "", "570.86.15", "12.8", "driver-incomplete"},
    {"lies", "8.6", "nvml", "", "570.86.15", "12.8", "source-malformed"},
    {"nvml-fails", "8.6", "pci", "", "570.86.15", "12.8", "driver-failed"},
};

TEST_P(EveryMachine, IsTakenForWhatItIs) {
  ENTER(GetParam().machine);
  const Inventory inventory = Look();
  EXPECT_EQ(Capabilities(inventory.devices), GetParam().devices);
  for (const Device& device : inventory.devices) EXPECT_EQ(device.source, GetParam().source);
  EXPECT_EQ(Capabilities(inventory.hidden_devices), GetParam().hidden);
  EXPECT_EQ(inventory.driver.version, GetParam().driver);
  EXPECT_EQ(inventory.driver.cuda, GetParam().cuda);
  EXPECT_EQ(Ids(inventory), GetParam().findings);
  for (const base::Finding& finding : inventory.findings) {
    EXPECT_FALSE(finding.wrong.empty());
    EXPECT_FALSE(finding.found.empty());
    EXPECT_FALSE(finding.because.empty());
    EXPECT_FALSE(finding.todo.empty());
  }
}

std::string NameOfMachine(const ::testing::TestParamInfo<Expected>& info) {
  std::string name = info.param.machine;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(Machines, EveryMachine, ::testing::ValuesIn(kMachines), NameOfMachine);

TEST_F(Detection, EveryDescribedMachineIsExpected) {
  for (const auto& entry : std::filesystem::directory_iterator(MACHINES_FOLDER)) {
    const std::string name = entry.path().stem().string();
    bool expected =
        name == "libcuda-hangs" || name == "everything-hangs" || name == "rtx-3090-and-4090";
    for (const Expected& row : kMachines) expected = expected || name == row.machine;
    EXPECT_TRUE(expected) << name;
  }
}

TEST_F(Detection, AHangHidesNoOtherSource) {
  ENTER("libcuda-hangs");
  const auto start = std::chrono::steady_clock::now();
  const Inventory inventory = Look(3);
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(took, std::chrono::seconds(5));
  EXPECT_EQ(ReportOf(inventory, "libcuda").state, SourceState::kTimedOut);
  EXPECT_EQ(ReportOf(inventory, "nvml").state, SourceState::kOk);
  EXPECT_EQ(Capabilities(inventory.devices), "8.6");
  EXPECT_EQ(Ids(inventory), "detection-timed-out");
  EXPECT_NE(FindingOf(inventory, "detection-timed-out").found.find("3 s"), std::string::npos);
}

TEST_F(Detection, EndsInTimeWhereEverythingHangs) {
  ENTER("everything-hangs");
  const auto start = std::chrono::steady_clock::now();
  const Inventory inventory = Look(4);
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(took, std::chrono::seconds(7));
  EXPECT_EQ(ReportOf(inventory, "libcuda").state, SourceState::kTimedOut);
  EXPECT_EQ(ReportOf(inventory, "nvml").state, SourceState::kTimedOut);
  EXPECT_EQ(ReportOf(inventory, "nvidia-smi").state, SourceState::kTimedOut);
  EXPECT_EQ(Capabilities(inventory.devices), "8.6");
  EXPECT_EQ(inventory.devices[0].source, "pci");
  EXPECT_EQ(Ids(inventory), "detection-timed-out");  // one, for all three
}

TEST_F(Detection, ATimeoutIsNeverNoGpu) {
  ENTER_TEXT("driver 570.86.15 cuda=12.8\nfault libcuda hang\nabsent nvml\nabsent nvidia-smi\n");
  const Inventory inventory = Look(1);
  EXPECT_TRUE(inventory.devices.empty());
  ASSERT_EQ(Ids(inventory), "detection-timed-out");
  EXPECT_NE(inventory.findings[0].found.find("not known whether"), std::string::npos);
}

TEST_F(Detection, SaysWhichCodeTheDriverAnswered) {
  struct Row {
    int code;
    SourceState state;
    const char* words;
  };
  const Row rows[] = {
      {34, SourceState::kStub, "stub"},
      {35, SourceState::kFailed, "35"},
      {3, SourceState::kFailed, "NOT_INITIALIZED"},
      {36, SourceState::kFailed, "too old"},
      {100, SourceState::kFailed, "sees no GPU"},
      {101, SourceState::kFailed, "INVALID_DEVICE"},
      {803, SourceState::kFailed, "different driver versions"},
      {804, SourceState::kFailed, "forward compatibility"},
      {999, SourceState::kFailed, "without saying why"},
      {12345, SourceState::kFailed, "12345"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.code);
    ENTER_TEXT("driver 570.86.15 cuda=12.8\nabsent nvml\nabsent nvidia-smi\ncuinit " +
               std::to_string(row.code) + "\n");
    const Inventory inventory = Look();
    const SourceReport& report = ReportOf(inventory, "libcuda");
    EXPECT_EQ(report.state, row.state);
    EXPECT_EQ(report.code, row.code);
    EXPECT_NE(report.reason.find(row.words), std::string::npos) << report.reason;
    EXPECT_TRUE(inventory.devices.empty());
  }
}

TEST_F(Detection, AStubFolderIsAStubWhateverItAnswers) {
  ENTER("gtx-1080-ti");
  const std::filesystem::path stubs = machine() / "lib/stubs";
  std::filesystem::create_directories(stubs);
  std::filesystem::rename(machine() / "lib/libcuda.so.1", stubs / "libcuda.so.1");
  Set("LD_LIBRARY_PATH", stubs.string() + ":" + (machine() / "lib").string());
  const Inventory inventory = Look();
  EXPECT_EQ(ReportOf(inventory, "libcuda").state, SourceState::kStub);
  EXPECT_EQ(Ids(inventory), "driver-stub");
  EXPECT_NE(inventory.findings[0].found.find("/stubs/libcuda.so.1"), std::string::npos);
  EXPECT_EQ(inventory.driver.libcuda_path, "");
}

TEST_F(Detection, ALibraryThatCannotBeLoadedIsNotAbsent) {
  ENTER("gtx-1080-ti");
  const std::filesystem::path library = machine() / "lib/libcuda.so.1";
  std::filesystem::remove(library);
  std::ofstream(library) << "this is no library";
  const Inventory inventory = Look();
  EXPECT_EQ(ReportOf(inventory, "libcuda").state, SourceState::kFailed);
  EXPECT_NE(ReportOf(inventory, "libcuda").reason.find("cannot be loaded"), std::string::npos);
  EXPECT_EQ(Ids(inventory), "driver-failed");
  EXPECT_EQ(Capabilities(inventory.devices), "6.1");
}

TEST_F(Detection, ASourceThatCannotBeStartedIsSaid) {
  ENTER("gtx-1080-ti");
  const Inventory inventory = Detect({"/no/such/program", 10});
  EXPECT_EQ(ReportOf(inventory, "libcuda").state, SourceState::kFailed);
  EXPECT_NE(ReportOf(inventory, "libcuda").reason.find("could not be started"), std::string::npos);
  EXPECT_EQ(Capabilities(inventory.devices), "6.1");  // nvidia-smi is a program of its own
  EXPECT_EQ(inventory.devices[0].source, "nvidia-smi");
}

TEST_F(Detection, AnAnswerThatCannotBeReadIsMalformed) {
  ENTER("gtx-1080-ti");
  WriteScript("liar", "echo 'cuda-arch-guard-source/1 libcuda'; echo 'state ok'; exit 0\n");
  const Inventory inventory = Detect({(machine() / "bin/liar").string(), 10});
  EXPECT_EQ(ReportOf(inventory, "libcuda").state, SourceState::kMalformed);
  EXPECT_EQ(ReportOf(inventory, "nvml").state, SourceState::kMalformed);
  EXPECT_NE(Ids(inventory).find("source-malformed"), std::string::npos);
}

TEST_F(Detection, LiesOfEitherLibraryAreNotBelieved) {
  const char* lies[] = {"libcuda lie cc=0.0",   "libcuda lie cc=86.0",      "libcuda lie cc=-1.3",
                        "libcuda lie count=-1", "libcuda lie count=99999",  "libcuda lie count=2",
                        "nvml lie cc=0.0",      "nvml lie count=4000000000"};
  for (const char* lie : lies) {
    SCOPED_TRACE(lie);
    ENTER_TEXT(std::string("driver 570.86.15 cuda=12.8\n"
                           "gpu name=\"NVIDIA L4\" cc=8.9 uuid=GPU-0004aaaa-0000-4000-8000-"
                           "000000000001 bus=0000:00:03.0 memory=23034\nfault ") +
               lie + "\n");
    const Inventory inventory = Look();
    const std::string liar = std::string(lie).substr(0, std::string(lie).find(' '));
    EXPECT_EQ(ReportOf(inventory, liar.c_str()).state, SourceState::kMalformed);
    EXPECT_EQ(Capabilities(inventory.devices), "8.9");
    EXPECT_EQ(Ids(inventory), "source-malformed");
  }
}

TEST_F(Detection, AnImplausibleCudaVersionIsUnknown) {
  ENTER_TEXT(
      "driver 570.86.15 cuda=12.8\ngpu name=\"NVIDIA L4\" cc=8.9 uuid=GPU-0004aaaa-0000-4000-8000-"
      "000000000001 bus=0000:00:03.0 memory=23034\nfault libcuda lie cuda=7\n");
  const Inventory inventory = Look();
  EXPECT_EQ(ReportOf(inventory, "libcuda").driver.cuda, "");
  EXPECT_EQ(inventory.driver.cuda, "12.8");
  EXPECT_EQ(inventory.driver.cuda_source, "nvml");
}

TEST_F(Detection, ADriverThatPrintsDoesNotSpoilTheAnswer) {
  ENTER_TEXT(
      "driver 570.86.15 cuda=12.8\ngpu name=\"NVIDIA L4\" cc=8.9 uuid=GPU-0004aaaa-0000-4000-8000-"
      "000000000001 bus=0000:00:03.0 memory=23034\nfault libcuda chatter\nfault nvml chatter\n");
  const Inventory inventory = Look();
  EXPECT_EQ(ReportOf(inventory, "libcuda").state, SourceState::kOk);
  EXPECT_EQ(ReportOf(inventory, "nvml").state, SourceState::kOk);
  EXPECT_EQ(Ids(inventory), "");
}

TEST_F(Detection, KnowsWhereItRuns) {
  ENTER("wsl");
  EXPECT_TRUE(Look().wsl);
  ENTER("utility-container");
  EXPECT_TRUE(Look().container);
  ENTER("jetson-orin");
  const Inventory jetson = Look();
  EXPECT_TRUE(jetson.tegra);
  EXPECT_TRUE(jetson.devices[0].integrated);
  ENTER("rtx-5090");
  const Inventory desktop = Look();
  EXPECT_FALSE(desktop.wsl || desktop.container || desktop.tegra);
  EXPECT_TRUE(desktop.driver.open_kernel_module);
}

TEST_F(Detection, MigSlicesHaveTheirParent) {
  ENTER("a100-mig");
  const Inventory inventory = Look();
  ASSERT_EQ(inventory.devices.size(), 1u);
  EXPECT_EQ(inventory.devices[0].name, "NVIDIA A100-SXM4-40GB MIG 3g.20gb");
  EXPECT_EQ(inventory.devices[0].uuid, "MIG-a100bbbb-0000-5000-8000-000000000001");
  ASSERT_EQ(inventory.hidden_devices.size(), 1u);
  EXPECT_EQ(inventory.hidden_devices[0].uuid, "MIG-a100bbbb-0000-5000-8000-000000000002");
  EXPECT_EQ(inventory.hidden_devices[0].mig_parent, "GPU-a100aaaa-0000-4000-8000-000000000001");
}

TEST_F(Detection, MigWithoutInstancesIsSaid) {
  ENTER("a100-mig-without-instances");
  EXPECT_NE(FindingOf(Look(), "driver-failed").found.find("no MIG instance"), std::string::npos);
}

TEST_F(Detection, NvmlAloneMaySayThatTheVersionsDiffer) {
  ENTER_TEXT("driver 570.86.15 cuda=12.8\nabsent nvidia-smi\ncuinit 999\nnvmlinit 18\n");
  EXPECT_EQ(Ids(Look()), "kernel-module-mismatch");
}

TEST_F(Detection, TwoCapabilitiesOfOneGpuAreADisagreement) {
  ENTER_TEXT(
      "driver 570.86.15 cuda=12.8\ngpu name=\"NVIDIA L4\" cc=8.9 uuid=GPU-0004aaaa-0000-4000-8000-"
      "000000000001 bus=0000:00:03.0 memory=23034\nfault nvml lie cc=8.6\n");
  const Inventory inventory = Look();
  EXPECT_EQ(Capabilities(inventory.devices), "8.9");
  EXPECT_EQ(Ids(inventory), "sources-disagree");
}

TEST_F(Detection, AGpuThatNobodyKnowsGetsNoCapability) {
  ENTER_TEXT("absent libcuda\nabsent nvml\nabsent nvidia-smi\npci 0000:01:00.0 id=10de:fffe\n");
  const Inventory inventory = Look();
  EXPECT_EQ(Capabilities(inventory.devices), "?");
  EXPECT_EQ(Ids(inventory), "driver-missing gpu-unknown");
  EXPECT_NE(FindingOf(inventory, "gpu-unknown").found.find("10de:fffe"), std::string::npos);
}

// ---- CUDA_VISIBLE_DEVICES, as the driver applies it ----

struct Visible {
  const char* value;
  const char* devices;
  const char* hidden;
  const char* findings;
};

void PrintTo(const Visible& visible, std::ostream* out) { *out << '"' << visible.value << '"'; }

class VisibleDevices : public MachineTest, public ::testing::WithParamInterface<Visible> {};

TEST_P(VisibleDevices, AreWhatAProcessSees) {
  ENTER("rtx-3090-and-4090");
  Set("CUDA_VISIBLE_DEVICES", GetParam().value);
  const Inventory inventory = Look();
  EXPECT_EQ(Capabilities(inventory.devices), GetParam().devices);
  EXPECT_EQ(Capabilities(inventory.hidden_devices), GetParam().hidden);
  EXPECT_EQ(Ids(inventory), GetParam().findings);
  EXPECT_TRUE(inventory.visible_devices_set);
  EXPECT_EQ(inventory.visible_devices, GetParam().value);
}

// The driver's order is 4090 (8.9), 3090 (8.6); NVML's is by bus: 8.6, 8.9.
INSTANTIATE_TEST_SUITE_P(
    Values, VisibleDevices,
    ::testing::Values(Visible{"", "", "8.6 8.9", "gpus-hidden"},
                      Visible{"-1", "", "8.6 8.9", "gpus-hidden"},
                      Visible{"NoDevFiles", "", "8.6 8.9", "gpus-hidden"},
                      Visible{"7", "", "8.6 8.9", "gpus-hidden"}, Visible{"0", "8.9", "8.6", ""},
                      Visible{"1", "8.6", "8.9", ""}, Visible{"1,0", "8.6 8.9", "", ""},
                      Visible{"1,-1,0", "8.6", "8.9", ""},
                      Visible{"GPU-3090aaaa", "8.6", "8.9", ""},
                      Visible{"GPU-3090aaaa-0000-4000-8000-000000000001", "8.6", "8.9", ""},
                      Visible{"GPU-ffffffff", "", "8.6 8.9", "gpus-hidden"}));

TEST_F(Detection, HiddenGpusAreNotANoGpuMachine) {
  ENTER("gtx-1080-ti");
  Set("CUDA_VISIBLE_DEVICES", "");
  const Inventory inventory = Look();
  const base::Finding& finding = FindingOf(inventory, "gpus-hidden");
  EXPECT_EQ(finding.severity, Severity::kWarning);
  EXPECT_NE(finding.found.find("GTX 1080 Ti"), std::string::npos);
  EXPECT_EQ(finding.todo[0], "unset CUDA_VISIBLE_DEVICES");
}

TEST_F(Detection, HiddenGpusAreSeenOnTheBusAtLeast) {
  ENTER_TEXT(
      "driver 570.86.15 cuda=12.8\nabsent nvml\nabsent nvidia-smi\n"
      "pci 0000:01:00.0 id=10de:2204 driver=nvidia\n");
  Set("CUDA_VISIBLE_DEVICES", "");
  const Inventory inventory = Look();
  EXPECT_EQ(Capabilities(inventory.hidden_devices), "8.6");
  EXPECT_EQ(Ids(inventory), "gpus-hidden");
}

TEST_F(Detection, ASilentSourceIsANoteWhereLibcudaAnswered) {
  ENTER("nvml-crashes");
  EXPECT_EQ(FindingOf(Look(), "source-crashed").severity, Severity::kNote);
  ENTER("libcuda-crashes");
  EXPECT_EQ(FindingOf(Look(), "source-crashed").severity, Severity::kWarning);
}

TEST_F(Detection, NothingIsHiddenWhereThereIsNothing) {
  ENTER("driver-without-gpu");
  Set("CUDA_VISIBLE_DEVICES", "");
  const Inventory inventory = Look();
  EXPECT_TRUE(inventory.hidden_devices.empty());
  EXPECT_EQ(Ids(inventory), "");
}

TEST_F(Detection, AMigSliceCanBeChosenByUuid) {
  ENTER("a100-mig");
  Set("CUDA_VISIBLE_DEVICES", "MIG-a100bbbb-0000-5000-8000-000000000002");
  const Inventory inventory = Look();
  ASSERT_EQ(inventory.devices.size(), 1u);
  EXPECT_EQ(inventory.devices[0].uuid, "MIG-a100bbbb-0000-5000-8000-000000000002");
}

}  // namespace
}  // namespace cuda_arch_guard::probe
