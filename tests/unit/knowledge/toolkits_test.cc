#include "knowledge/toolkits.h"

#include <gtest/gtest.h>

#include "knowledge/architectures.h"

namespace cuda_arch_guard::knowledge {
namespace {

using base::Version;

constexpr Platform kBoth[] = {Platform::kLinux, Platform::kWindows};

Version Driver(const char* text) {
  const std::optional<Version> version = Version::Parse(text);
  EXPECT_TRUE(version.has_value()) << text;
  return version.value_or(Version());
}

std::string Text(const std::optional<Version>& version) {
  return version ? version->ToString() : "unknown";
}

TEST(Toolkits, HaveARowForEveryMinorRelease) {
  std::string versions;
  for (const ToolkitRow& row : Toolkits()) versions += row.version.ToString() + " ";
  EXPECT_EQ(versions,
            "9.0 9.1 9.2 10.0 10.1 10.2 11.0 11.1 11.2 11.3 11.4 11.5 11.6 11.7 11.8 "
            "12.0 12.1 12.2 12.3 12.4 12.5 12.6 12.8 12.9 13.0 13.1 13.2 13.3 13.4 13.5 ");
  EXPECT_EQ(NewestToolkit().version, Version(13, 5));
}

TEST(Toolkits, NeverStepBack) {
  const ToolkitRow* previous = nullptr;
  for (const ToolkitRow& row : Toolkits()) {
    if (previous != nullptr) {
      EXPECT_LT(previous->version, row.version);
      EXPECT_LE(previous->ptx_isa, row.ptx_isa);
      EXPECT_LE(previous->max_gcc, row.max_gcc);
      EXPECT_LT(Driver(previous->linux_driver), Driver(row.linux_driver));
      EXPECT_LT(Driver(previous->windows_driver), Driver(row.windows_driver));
      EXPECT_LE(Driver(previous->linux_minimum), Driver(row.linux_minimum));
      EXPECT_LE(Driver(previous->windows_minimum), Driver(row.windows_minimum));
    }
    previous = &row;
  }
}

TEST(Toolkits, AreServedByThePairedDriver) {
  for (const ToolkitRow& row : Toolkits()) {
    EXPECT_LE(Driver(row.linux_minimum), Driver(row.linux_driver)) << row.version.ToString();
    EXPECT_LE(Driver(row.windows_minimum), Driver(row.windows_driver)) << row.version.ToString();
    EXPECT_EQ(Text(CudaOfDriver(Driver(row.linux_driver), Platform::kLinux)),
              row.version.ToString());
    EXPECT_EQ(Text(CudaOfDriver(Driver(row.windows_driver), Platform::kWindows)),
              row.version.ToString());
    if (row.version < Version(11, 0)) {
      EXPECT_STREQ(row.linux_minimum, row.linux_driver);
      EXPECT_STREQ(row.windows_minimum, row.windows_driver);
    }
  }
}

TEST(Toolkits, ListArchitecturesThatParseAscendAndAreKnown) {
  for (const ToolkitRow& row : Toolkits()) {
    std::string parsed;
    arch::Architecture previous;
    for (const arch::Architecture& each : BuiltBy(row)) {
      EXPECT_LT(previous, each) << row.version.ToString();
      previous = each;
      parsed += (parsed.empty() ? "" : " ") + each.ToString();
      EXPECT_NE(FindArchitecture(each.capability()), nullptr) << each.ToString();
    }
    EXPECT_EQ(parsed, row.architectures);
  }
}

// nvcc --help of 13.0.88 and 13.5.37, and ptxas --help of 12.8.93, as they print.
TEST(Toolkits, BuildWhatTheCompilersSay) {
  EXPECT_STREQ(FindToolkit(Version(12, 8))->architectures,
               "50 52 53 60 61 62 70 72 75 80 86 87 89 90 90a 100 100a 101 101a 120 120a");
  EXPECT_STREQ(FindToolkit(Version(13, 0))->architectures,
               "75 80 86 87 88 89 90 90a 100 100f 100a 103 103f 103a 110 110f 110a 120 120f 120a "
               "121 121f 121a");
  EXPECT_STREQ(FindToolkit(Version(13, 5))->architectures,
               "75 80 86 87 88 89 90 90a 100 100f 100a 103 103f 103a 107 107f 107a 110 110f 110a "
               "120 120f 120a 121 121f 121a");
}

TEST(Toolkits, AreFoundByMinorVersion) {
  EXPECT_EQ(FindToolkit(Driver("12.8.93"))->version, Version(12, 8));
  EXPECT_EQ(FindToolkit(Version(12, 7)), nullptr);
  EXPECT_EQ(FindToolkit(Version(8, 0)), nullptr);
  EXPECT_EQ(FindToolkit(Version(14, 0)), nullptr);
  EXPECT_EQ(FindToolkit(Version()), nullptr);
}

TEST(Drivers, SupportTheCudaOfTheirBranch) {
  const auto on_linux = [](const char* driver) {
    return Text(CudaOfDriver(Driver(driver), Platform::kLinux));
  };
  EXPECT_EQ(on_linux("570.86.15"), "12.8");
  EXPECT_EQ(on_linux("535.104.05"), "12.2");
  EXPECT_EQ(on_linux("565.57.01"), "12.7");
  EXPECT_EQ(on_linux("390.157"), "9.1");
  EXPECT_EQ(on_linux("418.39"), "10.1");
  EXPECT_EQ(on_linux("430.26"), "10.1");
  EXPECT_EQ(on_linux("615.71.08"), "13.4");
  EXPECT_EQ(on_linux("700.10"), "13.5");  // not known yet: understated
  EXPECT_EQ(on_linux("304.137"), "unknown");
  EXPECT_EQ(Text(CudaOfDriver(Version(), Platform::kLinux)), "unknown");
  EXPECT_EQ(Text(CudaOfDriver(Driver("592.82"), Platform::kWindows)), "13.1");
  EXPECT_EQ(Text(CudaOfDriver(Driver("573.24"), Platform::kWindows)), "12.8");
}

TEST(Drivers, TakeThePtxOfTheirCuda) {
  EXPECT_EQ(Text(PtxIsaOfCuda(Version(12, 8))), "8.7");
  EXPECT_EQ(Text(PtxIsaOfCuda(Driver("12.8.93"))), "8.7");
  EXPECT_EQ(Text(PtxIsaOfCuda(Version(12, 7))), "8.6");
  EXPECT_EQ(Text(PtxIsaOfCuda(Version(12, 6))), "8.5");
  EXPECT_EQ(Text(PtxIsaOfCuda(Version(14, 0))), "9.5");
  EXPECT_EQ(Text(PtxIsaOfCuda(Version(8, 0))), "unknown");
  EXPECT_EQ(Text(PtxIsaOfCuda(Version())), "unknown");
}

TEST(Drivers, ThatTakePtxAreFoundByItsVersion) {
  EXPECT_EQ(Text(CudaOfPtxIsa(Version(8, 5))), "12.5");
  EXPECT_EQ(Text(CudaOfPtxIsa(Version(8, 6))), "12.7");
  EXPECT_EQ(Text(CudaOfPtxIsa(Version(9, 5))), "13.5");
  EXPECT_EQ(Text(CudaOfPtxIsa(Version(9, 6))), "unknown");
  EXPECT_EQ(Text(CudaOfPtxIsa(Version(5, 0))), "unknown");
  for (const ToolkitRow& row : Toolkits())
    EXPECT_LE(*CudaOfPtxIsa(*PtxIsaOfCuda(row.version)), row.version);
}

TEST(Drivers, HaveALeastVersionForEachCuda) {
  const auto least = [](int major, int minor, Platform platform) {
    return Text(MinimumDriver(Version(major, minor), platform));
  };
  EXPECT_EQ(least(11, 0, Platform::kLinux), "450.36.06");
  EXPECT_EQ(least(11, 0, Platform::kWindows), "451.22");
  EXPECT_EQ(least(11, 1, Platform::kLinux), "450.80.02");
  EXPECT_EQ(least(11, 8, Platform::kWindows), "452.39");
  EXPECT_EQ(least(12, 0, Platform::kWindows), "527.41");
  EXPECT_EQ(least(12, 9, Platform::kLinux), "525.60.13");
  EXPECT_EQ(least(12, 9, Platform::kWindows), "528.33");
  EXPECT_EQ(least(13, 5, Platform::kLinux), "580.65.06");
  EXPECT_EQ(least(10, 1, Platform::kLinux), "418.39");
  EXPECT_EQ(least(8, 0, Platform::kLinux), "unknown");
  EXPECT_EQ(least(14, 0, Platform::kLinux), "unknown");
}

struct DriverCase {
  const char* driver_cuda;  // "": unknown
  const char* driver;       // "": unknown
  const char* code;
  DriverAnswer answer;
};

TEST(Drivers, RunCodeOfTheirMajorVersionAndOlder) {
  const DriverCase cases[] = {
      {"12.8", "", "12.8", DriverAnswer::kYes},
      {"12.8", "", "12.8.93", DriverAnswer::kYes},
      {"12.2", "", "12.9", DriverAnswer::kYes},
      {"12.2", "535.104.05", "12.9", DriverAnswer::kYes},
      {"12.9", "", "13.0", DriverAnswer::kNo},
      {"13.5", "", "9.0", DriverAnswer::kYes},
      {"13.0", "", "8.0", DriverAnswer::kYes},
      {"14.2", "", "14.0", DriverAnswer::kYes},
      {"13.5", "", "14.0", DriverAnswer::kNo},
      // Before 11 the driver of the toolkit itself is needed.
      {"10.1", "", "10.2", DriverAnswer::kNo},
      {"10.1", "430.26", "10.2", DriverAnswer::kNo},
      {"10.2", "", "10.2.89", DriverAnswer::kYes},
      {"10.2", "", "11.0", DriverAnswer::kNo},
      // 450.36.06 to 450.80.01 report 11.0 and run code of 11.0 alone.
      {"11.0", "", "11.0", DriverAnswer::kYes},
      {"11.0", "", "11.8", DriverAnswer::kUnknown},
      {"11.0", "450.51.06", "11.8", DriverAnswer::kNo},
      {"11.0", "450.80.02", "11.8", DriverAnswer::kYes},
      {"11.1", "", "11.8", DriverAnswer::kYes},
      // A forward compatibility library reports more than its driver's number says.
      {"12.8", "470.57.02", "12.8", DriverAnswer::kYes},
      // Only the number is known.
      {"", "525.60.13", "12.9", DriverAnswer::kYes},
      {"", "525.60.11", "12.0", DriverAnswer::kNo},
      {"", "580.65.06", "13.5", DriverAnswer::kYes},
      {"", "575.57.08", "13.0", DriverAnswer::kNo},
      {"", "450.51.06", "11.0", DriverAnswer::kYes},
      {"", "570.86.15", "8.0", DriverAnswer::kYes},
      {"", "620.70.06", "14.0", DriverAnswer::kUnknown},
      {"", "", "12.0", DriverAnswer::kUnknown},
      {"12.8", "", "", DriverAnswer::kUnknown},
  };
  for (const DriverCase& each : cases) {
    const auto version = [](const char* text) { return Version::Parse(text).value_or(Version()); };
    EXPECT_EQ(DriverRunsCuda(version(each.driver_cuda), version(each.driver), version(each.code),
                             Platform::kLinux),
              each.answer)
        << "driver " << each.driver << " of CUDA " << each.driver_cuda << ", code of " << each.code;
  }
}

TEST(Drivers, AgreeByNumberAndByCuda) {
  for (const Platform platform : kBoth) {
    for (const ToolkitRow& driver : Toolkits()) {
      // Its first driver, 527.41, is older than what later tables ask for in all of 12.x.
      if (platform == Platform::kWindows && driver.version == Version(12, 0)) continue;
      const Version number =
          Driver(platform == Platform::kLinux ? driver.linux_driver : driver.windows_driver);
      for (const ToolkitRow& code : Toolkits()) {
        const DriverAnswer by_number = DriverRunsCuda(Version(), number, code.version, platform);
        const DriverAnswer by_cuda =
            DriverRunsCuda(driver.version, Version(), code.version, platform);
        if (by_cuda == DriverAnswer::kUnknown) continue;
        EXPECT_EQ(by_number, by_cuda)
            << "driver " << number.ToString() << ", code of CUDA " << code.version.ToString();
      }
    }
  }
}

}  // namespace
}  // namespace cuda_arch_guard::knowledge
