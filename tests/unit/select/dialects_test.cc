#include "select/dialects.h"

#include "unit/select/golden.h"

namespace cuda_arch_guard::select {
namespace {

Spelled Print(const char* dialect, const Selection& selection, const std::string& toolkit) {
  const Dialect* row = FindDialect(dialect);
  EXPECT_NE(row, nullptr) << dialect;
  return row->print(selection, TableToolkit(toolkit));
}

Selection SelectionOf(const std::string& wish, const std::string& toolkit,
                      Reading reading = Reading::kOwn) {
  return Select(RequestFor(wish, reading), MachineWith(""), TableToolkit(toolkit));
}

struct Row {
  const char* wish;
  const char* toolkit;
  const char* cmake;
  const char* torch;
  int replaced;  // findings of the torch dialect
};

constexpr Row kRows[] = {
    {"86", "13.0", "86-real", "8.6", 0},
    {"8.6+PTX", "13.0", "86", "8.6+PTX", 0},
    {"86;90+PTX", "13.0", "86-real;90", "8.6 9.0+PTX", 0},
    {"120;90a;86", "13.0", "86-real;90a-real;120-real", "8.6 9.0a 12.0", 0},
    // PyTorch has no PTX alone, no f, no 8.8 and no 10.1.
    {"90-virtual", "13.0", "90-virtual", "9.0+PTX", 1},
    {"86;90-virtual", "13.0", "86-real;90-virtual", "8.6 9.0+PTX", 1},
    {"100f", "13.0", "100f-real", "10.0", 1},
    {"120f", "13.0", "120f-real", "12.0", 1},
    {"88", "13.0", "88-real", "8.7+PTX", 1},
    {"101", "12.8", "101-real", "10.0+PTX", 1},
    {"30", "9.0", "30-real", "", 1},
    {"100;100f", "13.0", "100-real;100f-real", "10.0", 1},
};

TEST(Dialects, SpellWhatTheirReadersTake) {
  for (const Row& row : kRows) {
    const Selection selection = SelectionOf(row.wish, row.toolkit);
    EXPECT_EQ(Print("cmake", selection, row.toolkit).value, row.cmake) << row.wish;
    const Spelled torch = Print("torch", selection, row.toolkit);
    EXPECT_EQ(torch.value, row.torch) << row.wish;
    EXPECT_EQ(torch.findings.size(), static_cast<std::size_t>(row.replaced)) << row.wish;
  }
}

TEST(Dialects, NvccHasOneOptionAWord) {
  EXPECT_EQ(Print("nvcc", SelectionOf("86;90a+PTX", "13.0"), "13.0").value,
            "-gencode=arch=compute_86,code=sm_86 -gencode=arch=compute_90a,code=sm_90a "
            "-gencode=arch=compute_90a,code=compute_90a");
}

TEST(Dialects, OffIsOffToCMakeAndNothingToOthers) {
  const Selection selection = SelectionOf("OFF", "13.0");
  EXPECT_EQ(Print("cmake", selection, "13.0").value, "OFF");
  EXPECT_EQ(Print("torch", selection, "13.0").value, "");
  EXPECT_EQ(Print("nvcc", selection, "13.0").value, "");
}

TEST(Dialects, UnknownOnesAreNotFound) { EXPECT_EQ(FindDialect("scons"), nullptr); }

std::string WithoutDevices(const Selection& selection) {
  std::string line;
  for (const Selected& entry : selection.entries)
    line += entry.architecture.ToString() + "-" + arch::ToString(entry.code) + " ";
  return line;
}

// What is printed for CMake or PyTorch is read as the same again, for every pair of architectures
// that a toolkit builds.
TEST(Dialects, PrintedAndReadAgainIsTheSame) {
  const probe::Toolkit toolkit = TableToolkit("13.0");
  int compared = 0;
  for (const arch::Architecture& first : toolkit.architectures) {
    for (const arch::Architecture& second : toolkit.architectures) {
      for (const char* form : {"-real", "-virtual", "+PTX"}) {
        const std::string wish = first.ToString() + "-real;" + second.ToString() + form;
        const Selection selection = SelectionOf(wish, "13.0");
        const std::string cmake = Print("cmake", selection, "13.0").value;
        EXPECT_EQ(WithoutDevices(SelectionOf(cmake, "13.0", Reading::kCMake)),
                  WithoutDevices(selection))
            << wish << " printed as " << cmake;
        const Spelled torch = Print("torch", selection, "13.0");
        ++compared;
        if (!torch.findings.empty()) continue;
        EXPECT_EQ(WithoutDevices(SelectionOf(torch.value, "13.0", Reading::kTorch)),
                  WithoutDevices(selection))
            << wish << " printed as " << torch.value;
      }
    }
  }
  EXPECT_GT(compared, 500);
}

// A replaced entry still covers the devices: whatever a toolkit selects for a device, the torch
// dialect has something that runs there too.
TEST(Dialects, TorchStillCoversTheDevice) {
  for (const char* version : {"11.8", "12.8", "12.9", "13.0"}) {
    for (const char* device : {"5.0", "7.2", "8.6", "8.7", "8.8", "9.0", "10.0", "10.1", "10.3",
                               "11.0", "12.0", "12.1", "13.0"}) {
      for (const arch::Variant variant :
           {arch::Variant::kPlain, arch::Variant::kFamily, arch::Variant::kSpecific}) {
        Request request = RequestFor("");
        if (variant != arch::Variant::kPlain) request.variants.push_back(variant);
        const Selection selection = Select(request, MachineWith(device), TableToolkit(version));
        if (selection.entries.empty()) continue;  // the toolkit itself cannot
        const std::string torch = Print("torch", selection, version).value;
        // Given as a list, with the device attached, it is checked for coverage.
        const Selection checked =
            Select(RequestFor(torch, Reading::kTorch), MachineWith(device), TableToolkit(version));
        EXPECT_EQ(Findings(checked), "") << version << " " << device << " torch: " << torch;
        EXPECT_NE(torch, "") << version << " " << device;
      }
    }
  }
}

TEST(Dialects, KeepThreeDigitsInTheOrderOfNumbers) {
  const Selection selection = SelectionOf("120;90;100;86", "13.0");
  EXPECT_EQ(Print("cmake", selection, "13.0").value, "86-real;90-real;100-real;120-real");
  EXPECT_EQ(Print("torch", selection, "13.0").value, "8.6 9.0 10.0 12.0");
}

}  // namespace
}  // namespace cuda_arch_guard::select
