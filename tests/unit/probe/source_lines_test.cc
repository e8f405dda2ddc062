#include <gtest/gtest.h>

#include "probe/source.h"

namespace cuda_arch_guard::probe {
namespace {

SourceReport Full() {
  SourceReport report;
  report.name = "libcuda";
  report.state = SourceState::kOk;
  report.code = -3;
  report.reason = "words of many kinds";
  report.library = "/usr/lib/x y/libcuda.so.1";
  report.driver.version = "570.86.15";
  report.driver.cuda = "12.8";
  report.driver.kernel_module = "570.86.15";
  report.driver.open_kernel_module = true;
  report.wsl = report.container = report.tegra = true;
  Device device;
  device.index = 3;
  device.name = "NVIDIA GeForce RTX 3090";
  device.capability = arch::ComputeCapability{8, 6};
  device.uuid = "GPU-1";
  device.pci_bus_id = "0000:01:00.0";
  device.mig_parent = "GPU-0";
  device.memory_bytes = std::uint64_t{24576} << 20;
  device.integrated = true;
  report.devices = {device, Device{}};
  return report;
}

TEST(SourceLines, CarryEverything) {
  const std::optional<SourceReport> read = Decode(Encode(Full()), "libcuda");
  ASSERT_TRUE(read);
  EXPECT_EQ(Encode(*read), Encode(Full()));
  EXPECT_EQ(read->code, -3);
  EXPECT_EQ(read->library, "/usr/lib/x y/libcuda.so.1");
  ASSERT_EQ(read->devices.size(), 2u);
  EXPECT_EQ(read->devices[0].capability, (arch::ComputeCapability{8, 6}));
  EXPECT_EQ(read->devices[0].memory_bytes, std::uint64_t{24576} << 20);
  EXPECT_EQ(read->devices[0].source, "libcuda");
  EXPECT_FALSE(read->devices[1].capability);
}

TEST(SourceLines, EveryStateIsRead) {
  for (int i = 0; i <= static_cast<int>(SourceState::kSkipped); ++i) {
    SourceReport report;
    report.name = "pci";
    report.state = static_cast<SourceState>(i);
    ASSERT_TRUE(Decode(Encode(report), "pci")) << i;
    EXPECT_EQ(Decode(Encode(report), "pci")->state, report.state);
  }
}

TEST(SourceLines, NoBeginningOfAnAnswerIsAnAnswer) {
  const std::string whole = Encode(Full());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(Decode(whole.substr(0, size), "libcuda")) << whole.substr(0, size);
  }
}

TEST(SourceLines, AnotherSourceIsRefused) { EXPECT_FALSE(Decode(Encode(Full()), "nvml")); }

TEST(SourceLines, AnythingElseIsRefused) {
  const char* bodies[] = {
      "",                        // no state
      "state fine\n",            // no such state
      "state ok\nnonsense 1\n",  // no such key
      "state ok\nname x\n",      // a device's line before any device
      "state ok\ndevice x\n",    //
      "state ok\ndevice 0\ncapability 0.0\n",
      "state ok\ndevice 0\ncapability 86\n",
      "state ok\ndevice 0\nbus 1\n",
      "state ok\ndevice 0\nmemory -1\n",
      "state ok\ndevice 0\nmemory 99999999999999999999\n",
      "state ok\ndevice 0\nintegrated no\n",
      "state ok\ncode x\n",
      "state ok\ndriver new\n",
      "state ok\nalone\n",
  };
  for (const char* body : bodies) {
    EXPECT_FALSE(Decode("cuda-arch-guard-source/1 pci\n" + std::string(body) + "end\n", "pci"))
        << body;
  }
  EXPECT_TRUE(Decode("cuda-arch-guard-source/1 pci\nstate ok\nend\n", "pci"));
}

TEST(SourceLines, ANameCannotForgeLines) {
  SourceReport report = Full();
  report.devices[0].name = "GPU\ncapability 9.9\nend";
  const std::optional<SourceReport> read = Decode(Encode(report), "libcuda");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->devices[0].capability, (arch::ComputeCapability{8, 6}));
  EXPECT_EQ(read->devices.size(), 2u);
}

TEST(SourceText, PciAddressesHaveOneForm) {
  EXPECT_EQ(NormalPciBusId("00000000:01:00.0"), "0000:01:00.0");
  EXPECT_EQ(NormalPciBusId("0000:C1:00.0"), "0000:c1:00.0");
  EXPECT_EQ(NormalPciBusId("00010000:01:00.0"), "10000:01:00.0");
  for (const char* no : {"", "01:00.0", "0000:01:00", "0000:01:00.0x", "0000-01:00.0", "[N/A]"}) {
    EXPECT_EQ(NormalPciBusId(no), "") << no;
  }
}

TEST(SourceText, CudaVersionsAreNumbersOfADriver) {
  EXPECT_EQ(CudaVersionText(12080), "12.8");
  EXPECT_EQ(CudaVersionText(9000), "9.0");
  EXPECT_EQ(CudaVersionText(13000), "13.0");
  for (const int no : {0, -1, 7, 12081, 2147483647}) EXPECT_EQ(CudaVersionText(no), "") << no;
}

}  // namespace
}  // namespace cuda_arch_guard::probe
