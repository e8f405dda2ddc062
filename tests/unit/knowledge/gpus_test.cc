#include "knowledge/gpus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/text.h"
#include "knowledge/architectures.h"
#include "knowledge/gpu_name.h"

namespace cuda_arch_guard::knowledge {
namespace {

struct Row {
  const char* name;
  int number;
  int second = 0;
  int third = 0;
};
constexpr Row kRows[] = {
#include "knowledge/gpus.inc"
};
constexpr Row kBoards[] = {
#include "knowledge/vgpu_boards.inc"
};

std::string Answer(const GpuMatch& match) {
  std::string text;
  for (const arch::ComputeCapability& each : match.capabilities)
    text += (text.empty() ? "" : " ") + each.ToString();
  return text;
}

void ExpectRowsInOrder(const Row* rows, std::size_t count) {
  std::string previous;
  for (std::size_t i = 0; i < count; ++i) {
    const Row& row = rows[i];
    int last = 0;
    for (const int number : {row.number, row.second, row.third}) {
      if (number == 0) break;
      EXPECT_LT(last, number) << row.name;
      last = number;
      EXPECT_NE(FindArchitecture({number / 10, number % 10}), nullptr) << row.name;
    }
    std::string key;
    for (const char c : base::ToLower(row.name)) {
      if (std::isalnum(static_cast<unsigned char>(c))) key += c;
    }
    EXPECT_LT(previous, key) << row.name;
    previous = key;
  }
}

TEST(GpuNames, AreSortedAndKnown) {
  ExpectRowsInOrder(kRows, std::size(kRows));
  ExpectRowsInOrder(kBoards, std::size(kBoards));
}

// A qualifier in a row would never be reached: it is taken off what is looked up.
TEST(GpuNames, HoldNoQualifierAndFindThemselves) {
  for (const Row& row : kRows) {
    const GpuMatch match = FindGpu(row.name);
    EXPECT_EQ(match.name, row.name);
    EXPECT_EQ(FindGpu("NVIDIA " + std::string(row.name) + " Laptop GPU").name, row.name);
    ASSERT_FALSE(match.capabilities.empty()) << row.name;
    EXPECT_EQ(match.capabilities[0].number(), row.number) << row.name;
  }
}

TEST(GpuNames, OfVirtualBoardsFindThemselves) {
  for (const Row& row : kBoards)
    EXPECT_EQ(FindGpu("GRID " + std::string(row.name) + "-8Q").name, row.name);
}

struct PrintedName {
  const char* name;
  const char* capabilities;
};

constexpr PrintedName kPrinted[] = {
    // Names that drivers and frameworks were seen to print.
    {"NVIDIA GeForce RTX 3060 Laptop GPU", "8.6"},
    {"NVIDIA A100-SXM4-80GB", "8.0"},
    {"Tesla V100-SXM2-16GB", "7.0"},
    {"Tesla V100-SXM3-32GB", "7.0"},
    {"NVIDIA H100 80GB HBM3", "9.0"},
    {"Orin", "8.7"},
    {"Orin (nvgpu)", "8.7"},
    {"NVIDIA GB10", "12.1"},
    {"NVIDIA Graphics Device", ""},
    {"NVIDIA A100-SXM4-40GB MIG 1g.5gb", "8.0"},
    {"NVIDIA H100 80GB HBM3 MIG 1g.10gb+me", "9.0"},
    {"GRID T4-8C", "7.5"},
    {"NVIDIA A40-48Q", "8.6"},
    {"GRID V100D-8C", "7.0"},
    {"NVIDIA RTX6000-Ada-48Q", "8.9"},
    {"NVIDIA L4", "8.9"},
    {"NVIDIA L40S", "8.9"},
    {"NVIDIA A2", "8.6"},
    {"NVIDIA A10G", "8.6"},
    {"Tesla T4", "7.5"},
    {"T4", "7.5"},
    {"NVIDIA H20", "9.0"},
    {"NVIDIA H20-3e", "9.0"},
    {"NVIDIA H100 NVL", "9.0"},
    {"NVIDIA H800", "9.0"},
    {"NVIDIA A800-SXM4-80GB", "8.0"},
    {"NVIDIA H200", "9.0"},
    {"NVIDIA GH200 480GB", "9.0"},
    {"NVIDIA B200", "10.0"},
    {"NVIDIA GB200", "10.0"},
    {"NVIDIA B300 SXM6 AC", "10.3"},
    {"NVIDIA GB300", "10.3"},
    {"NVIDIA Thor", "11.0"},
    {"NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "12.0"},
    {"NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", "12.0"},
    {"NVIDIA RTX PRO 5000 Blackwell Generation Laptop GPU", "12.0"},
    {"NVIDIA GeForce RTX 5090 Laptop GPU", "12.0"},
    {"NVIDIA GeForce RTX 5090 D v2", "12.0"},
    {"NVIDIA GeForce RTX 4090", "8.9"},
    {"NVIDIA GeForce RTX 2080 Super with Max-Q Design", "7.5"},
    {"NVIDIA GeForce GTX 1050 Ti with Max-Q Design", "6.1"},
    {"GeForce GTX 1060 6GB", "6.1"},
    {"NVIDIA TITAN Xp", "6.1"},
    {"TITAN X (Pascal)", "6.1"},
    {"NVIDIA GeForce GTX TITAN X", "5.2"},
    {"NVIDIA TITAN RTX", "7.5"},
    {"NVIDIA TITAN V", "7.0"},
    {"NVIDIA GeForce MX450", "7.5"},
    {"GeForce 940MX", "5.0"},
    {"Quadro M5000M", "5.2"},
    {"Quadro P1000", "6.1"},
    {"NVIDIA T1000 8GB", "7.5"},
    {"NVIDIA RTX A2000 12GB", "8.6"},
    {"NVIDIA RTX 4000 Ada Generation", "8.9"},
    {"NVIDIA RTX 2000 Ada Generation Laptop GPU", "8.9"},
    {"Quadro RTX 4000", "7.5"},
    {"NVIDIA CMP 170HX", "8.0"},
    {"NVIDIA CMP 40HX", "7.5"},
    {"P106-100", "6.1"},
    {"Tesla K80", "3.7"},
    {"Tesla K40m", "3.5"},
    {"Tesla P100-PCIE-16GB", "6.0"},
    {"NVIDIA Tegra X1", "5.3"},
    {"NVIDIA Tegra X2", "6.2"},
    {"Xavier", "7.2"},
    {"NVIDIA GeForce GT 730", "2.1 3.0 3.5"},
    {"RTX 4000", "7.5 8.9"},
    {"NVIDIA GeForce RTX 3050 A Laptop GPU", "8.9"},
    // Driver, PyTorch, Kubernetes and Slurm spellings.
    {"NVIDIA-GeForce-RTX-3090", "8.6"},
    {"Orin--nvgpu-", "8.7"},
    {"NVIDIA-A100-SXM4-40GB-MIG-1g.5gb", "8.0"},
    {"Tesla-V100-SXM2-32GB", "7.0"},
    {"nvidia_geforce_rtx_4090", "8.9"},
    {"gtx_1080_ti", "6.1"},
    {"a100_80gb", "8.0"},
    {"NVIDIA A100-SXM4-80GB MIG 1c.3g.40gb", "8.0"},
    {"NVIDIA A100-1-5C", "8.0"},
    {"GRID A100D-1-10C", "8.0"},
    {"NVIDIA H100L-1-12CME", "9.0"},
    {"GRID RTX6000-8Q", "7.5"},
    {"GRID M60-8Q", "5.2"},
    {"NVIDIA L40S-48Q", "8.9"},
    {"NVIDIA A16-2B", "8.6"},
    {"NVIDIA RTX Pro 6000 Blackwell DC-48Q", "12.0"},
    {"NVIDIA GeForce(R) GTX(TM) 1080", "6.1"},
    {"NVIDIA GeForce® RTX™ 3080", "8.6"},
    {"NVIDIA RTX Spark N1X (6144-core Blackwell RTX GPU)", "12.1"},
    {"nvidia geforce rtx 5090", "12.0"},
    {"  NVIDIA   Tesla   T4  ", "7.5"},
    // lspci: the chip decides, or the id.
    {"GA102 [GeForce RTX 3090]", "8.6"},
    {"GA102 [GeForce RTX 3090] (rev a1)", "8.6"},
    {"01:00.0 VGA compatible controller: NVIDIA Corporation GA102 [GeForce RTX 3090] (rev a1)",
     "8.6"},
    {"01:00.0 3D controller [0302]: NVIDIA Corporation GA100 [A100 PCIe 40GB] [10de:20f1] (rev a1)",
     "8.0"},
    {"NVIDIA Corporation Device 2204 (rev a1)", "8.6"},
    {"NVIDIA Corporation Device [10de:2b85] (rev a1)", "12.0"},
    {"GK208B [GeForce GT 730]", "3.5"},
    {"GF108 [GeForce GT 730]", "2.1"},
    {"GK104 [GeForce GTX 860M]", "3.0"},
    {"GT218 [GeForce 210]", "1.2"},
    {"TU104M [GeForce RTX 2070 SUPER Mobile / Max-Q]", "7.5"},
    {"AD999 [GeForce RTX 4090]", "8.9"},
    {"GA102", "8.6"},
    {"ga10b", "8.7"},
    // People and shops.
    {"RTX 3090", "8.6"},
    {"rtx3090", "8.6"},
    {"RTX3090 24GB", "8.6"},
    {"GeForce RTX3060Ti", "8.6"},
    {"RTX 3060 Ti LHR", "8.6"},
    {"GeForce RTX 3060 Lite Hash Rate", "8.6"},
    {"RTX 2080 Super Max-Q", "7.5"},
    {"RTX 4070 Ti SUPER 16GB GDDR6X", "8.9"},
    {"GTX1650 4 GB", "7.5"},
    {"3090 Ti", "8.6"},
    {"1080Ti", "6.1"},
    {"A6000", "8.6"},
    {"RTX A6000", "8.6"},
    {"Quadro RTX A6000", "8.6"},
    {"RTX 6000 Ada", "8.9"},
    {"Quadro RTX 6000", "7.5"},
    {"Tesla A100", "8.0"},
    {"A100 PCIe", "8.0"},
    {"A100 40GB PCIe", "8.0"},
    {"H100 SXM5", "9.0"},
    {"H100 PCIe 80GB HBM2e", "9.0"},
    {"V100", "7.0"},
    {"V100 32GB SXM2", "7.0"},
    {"K80", "3.7"},
    {"P4000", "6.1"},
    {"Quadro P4000 Mobile", "6.1"},
    {"L4", "8.9"},
    {"RTX PRO 6000", "12.0"},
    {"RTX PRO 4000 Blackwell SFF Edition", "12.0"},
    {"AGX Orin", "8.7"},
    {"Jetson Orin Nano 8GB", "8.7"},
    {"Jetson AGX Thor", "11.0"},
    {"DGX Spark", "12.1"},
    {"MX450", "7.5"},
    {"GT 1030", "6.1"},
    // One name, several chips.
    {"RTX 6000", "7.5 8.9"},
    {"RTX 5000", "7.5 8.9"},
    {"RTX 4000 8GB", "7.5 8.9"},
    {"Titan X", "5.2 6.1"},
    {"GeForce GTX 860M", "3.0 5.0"},
    {"GT 730 2GB DDR3", "2.1 3.0 3.5"},
    // Neighbours in spelling are other products.
    {"RTX A4000", "8.6"},
    {"GeForce GTX TITAN X", "5.2"},
    {"TITAN X Pascal", "6.1"},
    {"GeForce GTX 960", "5.2"},
    {"GeForce GTX 960M", "5.0"},
    {"GeForce RTX 3050 Laptop GPU", "8.6"},
    {"GeForce RTX 3050A Laptop GPU", "8.9"},
    {"Quadro M2000", "5.2"},
    {"Quadro M2000M", "5.0"},
    {"CMP 100-210", "7.0"},
};

TEST(FindGpu, ReadsNamesAsTheyArePrinted) {
  for (const PrintedName& each : kPrinted)
    EXPECT_EQ(Answer(FindGpu(each.name)), each.capabilities) << each.name;
}

TEST(FindGpu, NeverGuesses) {
  for (const char* name : {"",
                           "GPU",
                           "Device",
                           "Graphics Device",
                           "Tesla GPU",
                           "NVIDIA",
                           "GeForce",
                           "GeForce RTX",
                           "RTX",
                           "Tesla",
                           "Quadro",
                           "Laptop GPU",
                           "24GB",
                           "3090",
                           "86",
                           "8.6",
                           "4000",
                           "RTX 3095",
                           "RTX 9090",
                           "GeForce RTX 3090 XT",
                           "RTX 3090 3080",
                           "A101",
                           "V10",
                           "GTX 109",
                           "RTX 2000",
                           "Radeon RX 7900 XTX",
                           "Intel Arc A770",
                           "[]",
                           "[",
                           "(",
                           "-8Q",
                           "MIG 1g.5gb",
                           "Device zzzz",
                           "Device 0000",
                           "[10de:ffff]",
                           "NVIDIA H",
                           "GA1"}) {
    EXPECT_EQ(Answer(FindGpu(name)), "") << name;
  }
}

// One letter or digit more, less or other is another product, or none.
TEST(FindGpu, NeverTakesANeighbour) {
  for (const Row& row : kRows) {
    std::string name(row.name);
    name.back() = '@';
    EXPECT_NE(FindGpu(name).name, row.name);
    EXPECT_NE(FindGpu(std::string(row.name) + "1").name, row.name);
  }
}

TEST(FindGpu, SurvivesHostileNames) {
  EXPECT_EQ(Answer(FindGpu(std::string(100000, '['))), "");
  EXPECT_EQ(Answer(FindGpu(std::string(100000, '('))), "");
  EXPECT_EQ(Answer(FindGpu(std::string(100000, ')') + "]")), "");
  EXPECT_EQ(Answer(FindGpu(std::string(10000, ' ') + std::string(1, '\0') + "RTX 3090")), "8.6");
  std::string every;
  for (int c = 1; c < 256; ++c) every += static_cast<char>(c);
  EXPECT_EQ(Answer(FindGpu(every)), "");
}

bool Suggests(std::string_view name, const char* expected) {
  const std::vector<std::string> names = NearGpuNames(name);
  EXPECT_LE(names.size(), 3u);
  return std::find(names.begin(), names.end(), expected) != names.end();
}

TEST(NearGpuNames, SuggestsWhatMayBeMeant) {
  EXPECT_TRUE(Suggests("RTX 3091", "GeForce RTX 3090"));
  EXPECT_TRUE(Suggests("GeForce RTX 6090", "GeForce RTX 5090"));
  EXPECT_TRUE(Suggests("Quadro P4001", "Quadro P4000"));
  EXPECT_TRUE(Suggests("NVIDIA H101 80GB", "H100"));
}

TEST(NearGpuNames, SuggestsNothingForSomethingElse) {
  EXPECT_TRUE(NearGpuNames("Radeon RX 7900 XTX").empty());
  EXPECT_TRUE(NearGpuNames("").empty());
}

}  // namespace
}  // namespace cuda_arch_guard::knowledge
