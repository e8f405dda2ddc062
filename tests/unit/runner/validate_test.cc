// The runner against the fake driver (tests/support/fake_driver). The fake runs nothing: what is
// tested is that each way in which a kernel can go right or wrong is told as what it is.
#include "runner/validate.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "runner/child.h"
#include "unit/runner/image_builder.h"

namespace cuda_arch_guard::runner {
namespace {

namespace fs = std::filesystem;
using arch::ComputeCapability;

class ValidateTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ =
        fs::temp_directory_path() / ("cag-validate-" + std::to_string(getpid()) + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "images");
    request_.self = "/proc/self/exe";
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    if (length > 0) request_.self.assign(path, static_cast<std::size_t>(length));
    request_.timeout_seconds = 20;
    unsetenv("CUDA_VISIBLE_DEVICES");
  }
  void TearDown() override { fs::remove_all(folder_); }

  // A machine with GPUs of these capabilities; `faults` are lines of the description.
  void Machine(const std::vector<ComputeCapability>& gpus, const std::string& faults = "",
               const std::string& cuda = "12.8") {
    std::string text = "driver 570.86.15 cuda=" + cuda + "\n" + faults + "\n";
    for (const ComputeCapability gpu : gpus) {
      text += "gpu name=\"NVIDIA Test\" cc=" + gpu.ToString() + " uuid=GPU-1 bus=0000:01:00.0\n";
      probe::Device device;
      device.index = static_cast<int>(inventory_.devices.size());
      device.name = "NVIDIA Test";
      device.capability = gpu;
      device.source = "libcuda";
      inventory_.devices.push_back(device);
    }
    std::ofstream(folder_ / "machine.txt") << text;
    setenv("CUDA_ARCH_GUARD_FAKE_DRIVER", (folder_ / "machine.txt").c_str(), 1);
    inventory_.driver.cuda = cuda;
    inventory_.driver.libcuda_path = FAKE_LIBCUDA;
  }

  void Put(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ / "images" / name, std::ios::binary) << bytes;
  }

  Validation Run() {
    const auto images = ListImages((folder_ / "images").string());
    EXPECT_TRUE(images) << images.finding().found;
    if (images) request_.images = *images;
    return Validate(request_, inventory_);
  }

  // "sm_86 right cubin 86; compute_75 right jit 75": the rows of one device
  static std::string Told(const Validation& validation, std::size_t device = 0) {
    std::string text;
    for (const Row& row : validation.rows) {
      if (row.device != device) continue;
      text += (text.empty() ? "" : "; ") + validation.images[row.image].Name() + " " +
              ToString(row.outcome);
      if (!row.served_by.empty()) text += " " + row.served_by + " " + row.architecture;
    }
    return text;
  }
  static std::string FirstFinding(const Validation& validation) {
    return validation.findings.empty() ? "" : validation.findings[0].id;
  }

  fs::path folder_;
  Request request_;
  probe::Inventory inventory_;
};

TEST_F(ValidateTest, CubinAndPtxServeAsWhatTheyAre) {
  Machine({{8, 6}});
  Put("launch.sm_86.cubin", MakeCubin("86"));
  Put("launch.compute_75.ptx", MakePtx("75"));
  const Validation validation = Run();
  EXPECT_EQ(Told(validation), "sm_86 right cubin 86; compute_75 right jit 75");
  EXPECT_EQ(ExitCodeOf(validation), 0) << Render(validation);
  EXPECT_TRUE(validation.findings.empty());
}

TEST_F(ValidateTest, AnImageForOthersIsLoadedAndNeverRun) {
  Machine({{9, 0}}, "fault compute hang");
  Put("launch.sm_86.cubin", MakeCubin("86"));
  request_.meant_given = true;
  const Validation validation = Run();
  EXPECT_EQ(Told(validation), "sm_86 not-for-this-device");
  EXPECT_EQ(validation.rows[0].trace.code, 209);
  EXPECT_EQ(ExitCodeOf(validation), kSkipped);
  EXPECT_NE(validation.skipped, "");
}

TEST_F(ValidateTest, AMinorAboveIsServedAndAMajorIsNot) {
  Machine({{8, 9}, {9, 0}});
  Put("launch.sm_86.cubin", MakeCubin("86"));
  Put("launch.sm_90.cubin", MakeCubin("90"));
  const Validation validation = Run();
  EXPECT_EQ(Told(validation, 0), "sm_86 right cubin 86; sm_90 not-for-this-device");
  EXPECT_EQ(Told(validation, 1), "sm_86 not-for-this-device; sm_90 right cubin 90");
  EXPECT_EQ(ExitCodeOf(validation), 0);
}

TEST_F(ValidateTest, AFatBinaryTellsWhichImageTheDriverTook) {
  Machine({{8, 9}, {12, 0}});
  const std::string cubin80 = MakeCubin("80");
  const std::string cubin86 = MakeCubin("86");
  const std::string ptx86 = MakePtx("86");
  Put("launch.sm_80.cubin", cubin80);
  Put("launch.sm_86.cubin", cubin86);
  Put("launch.compute_86.ptx", ptx86);
  Put("launch.fatbin", MakeFatBinary({cubin80, ptx86, cubin86}));
  const Validation validation = Run();
  EXPECT_EQ(Told(validation, 0),
            "sm_80 right cubin 80; sm_86 right cubin 86; compute_86 right jit 86; "
            "fatbin right cubin 86");
  EXPECT_EQ(Told(validation, 1),
            "sm_80 not-for-this-device; sm_86 not-for-this-device; compute_86 right jit 86; "
            "fatbin right jit 86");
  EXPECT_EQ(ExitCodeOf(validation), 0) << Render(validation);
}

TEST_F(ValidateTest, VariantsServeTheirOwnDevices) {
  Machine({{9, 0}, {10, 3}});
  Put("launch.sm_90a.cubin", MakeCubin("90a"));
  Put("launch.sm_100f.cubin", MakeCubin("100f"));
  const Validation validation = Run();
  EXPECT_EQ(Told(validation, 0), "sm_90a right cubin 90a; sm_100f not-for-this-device");
  EXPECT_EQ(Told(validation, 1), "sm_90a not-for-this-device; sm_100f right cubin 100f");
}

TEST_F(ValidateTest, WrongNumbersAreAnError) {
  Machine({{8, 6}}, "fault compute lie numbers=wrong");
  Put("launch.sm_86.cubin", MakeCubin("86"));
  const Validation validation = Run();
  EXPECT_EQ(Told(validation), "sm_86 wrong cubin 86");
  EXPECT_EQ(validation.rows[0].detail,
            "1 of 4 numbers, the first at 1: 0x000003ea, not 0x000003e9");
  EXPECT_EQ(FirstFinding(validation), "validation-wrong-numbers");
  EXPECT_EQ(ExitCodeOf(validation), 1);
}

TEST_F(ValidateTest, AKernelThatWritesNothingIsWrong) {
  Machine({{8, 6}}, "fault compute lie numbers=none");
  Put("launch.sm_86.cubin", MakeCubin("86"));
  EXPECT_EQ(FirstFinding(Run()), "validation-wrong-numbers");
}

TEST_F(ValidateTest, AHangEndsAtTheTimeLimit) {
  Machine({{8, 6}}, "fault compute hang");
  Put("launch.sm_86.cubin", MakeCubin("86"));
  request_.timeout_seconds = 0.5;
  const Validation validation = Run();
  EXPECT_EQ(Told(validation), "sm_86 timed-out cubin 86");
  EXPECT_EQ(validation.rows[0].detail, "no answer within 0.5 s, in the step 'synchronise'");
  EXPECT_EQ(ExitCodeOf(validation), 1);
}

TEST_F(ValidateTest, ACrashIsToldWithItsSignal) {
  Machine({{8, 6}}, "fault compute crash");
  Put("launch.sm_86.cubin", MakeCubin("86"));
  const Validation validation = Run();
  EXPECT_EQ(Told(validation), "sm_86 crashed cubin 86");
  EXPECT_EQ(validation.rows[0].detail, "signal 6 in the step 'synchronise'");
  EXPECT_EQ(FirstFinding(validation), "validation-kernel-failed");
}

TEST_F(ValidateTest, ErrorsOfTheDriverAreToldWithTheirCode) {
  Put("launch.sm_86.cubin", MakeCubin("86"));
  const struct {
    const char* fault;
    const char* told;
    int code;
  } kCases[] = {
      {"synchronise=700", "sm_86 failed cubin 86", 700},
      {"launch=1", "sm_86 failed cubin 86", 1},
      {"context=46", "sm_86 failed", 46},
      {"load=2", "sm_86 refused", 2},
  };
  for (const auto& c : kCases) {
    inventory_.devices.clear();
    Machine({{8, 6}}, std::string("fault compute lie ") + c.fault);
    const Validation validation = Run();
    EXPECT_EQ(Told(validation), c.told) << c.fault;
    EXPECT_EQ(validation.rows[0].trace.code, c.code) << c.fault;
    EXPECT_EQ(ExitCodeOf(validation), 1) << c.fault;
  }
}

TEST_F(ValidateTest, ASwappedImageIsSeen) {
  Machine({{8, 6}});
  Put("launch.sm_86.cubin", MakeCubin("80"));  // runs on 8.6 as well, but is another
  const Validation validation = Run();
  EXPECT_EQ(FirstFinding(validation), "validation-wrong-image");
  EXPECT_EQ(validation.rows[0].detail, "the image that ran says it is sm_80");
}

TEST_F(ValidateTest, AnImageOfSomethingElseIsSeen) {
  Machine({{8, 6}});
  ImagePlan plan;
  plan.magic = 1;
  Put("launch.sm_86.cubin", MakeCubin("86", plan));
  EXPECT_EQ(FirstFinding(Run()), "validation-wrong-image");
}

TEST_F(ValidateTest, AMissingImageIsNotTakenForARefusal) {
  Machine({{8, 6}});
  Put("launch.sm_86.cubin", MakeCubin("86"));
  std::ofstream(folder_ / "images.list")
      << "images/launch.sm_86.cubin\nimages/launch.sm_90.cubin\n";
  request_.images = *ListImages((folder_ / "images.list").string());
  const Validation validation = Validate(request_, inventory_);
  EXPECT_EQ(Told(validation), "sm_86 right cubin 86; sm_90 failed");
  EXPECT_EQ(ExitCodeOf(validation), 1);
}

TEST_F(ValidateTest, PtxNewerThanTheDriverIsNotForTheDevice) {
  Machine({{8, 6}}, "", "12.4");
  Put("launch.compute_75.ptx", MakePtx("75", "8.7"));
  const Validation validation = Run();
  EXPECT_EQ(Told(validation), "compute_75 not-for-this-device");
  EXPECT_EQ(validation.rows[0].trace.code, 222);
  EXPECT_EQ(FirstFinding(validation), "validation-device-not-served");
  EXPECT_EQ(ExitCodeOf(validation), 1);
}

TEST_F(ValidateTest, ADeviceThatWasMeantMustBeServed) {
  Machine({{8, 6}, {9, 0}});
  Put("launch.sm_86.cubin", MakeCubin("86"));
  request_.meant_given = true;
  request_.meant = {{8, 6}};
  const Validation right = Run();
  EXPECT_EQ(ExitCodeOf(right), 0) << Render(right);
  request_.meant = {{8, 6}, {9, 0}};
  const Validation wrong = Run();
  EXPECT_EQ(FirstFinding(wrong), "validation-device-not-served");
  EXPECT_EQ(ExitCodeOf(wrong), 1);
}

TEST_F(ValidateTest, AListSaysWhichDevicesAreMeantForAKernel) {
  Machine({{8, 6}, {9, 0}});
  Put("launch.sm_86.cubin", MakeCubin("86"));
  Put("launch.sm_90.cubin", MakeCubin("90"));
  Put("fp8.sm_90.cubin", MakeCubin("90"));
  const auto run = [this](const std::string& list) {
    std::ofstream(folder_ / "images" / "all.images") << list;
    request_.images = *ListImages((folder_ / "images" / "all.images").string());
    return Validate(request_, inventory_);
  };
  const std::string launch = "launch.sm_86.cubin 8.6\nlaunch.sm_90.cubin 9.0\n";
  const Validation right = run(launch + "fp8.sm_90.cubin 9.0\n");
  EXPECT_EQ(ExitCodeOf(right), 0) << Render(right);
  const Validation wrong = run(launch + "fp8.sm_90.cubin 8.6 9.0\n");
  EXPECT_EQ(ExitCodeOf(wrong), 1);
  EXPECT_EQ(wrong.findings[0].id, "validation-device-not-served");
  EXPECT_EQ(wrong.findings[0].found.substr(0, 13), "fp8 for sm_90");
}

TEST_F(ValidateTest, ADriverThatTakesWhatTheRulesRefuseIsReported) {
  Machine({{9, 0}}, "fault compute lie takes=everything");
  Put("launch.sm_86.cubin", MakeCubin("86"));
  Put("launch.sm_90.cubin", MakeCubin("90"));
  const Validation validation = Run();
  EXPECT_EQ(Told(validation), "sm_86 taken-against-the-rules; sm_90 right cubin 90");
  EXPECT_EQ(ExitCodeOf(validation), 0);
}

TEST_F(ValidateTest, AnUnprovenTemplateRaisesNoAlarm) {
  Machine({{8, 6}}, "fault compute lie numbers=wrong");
  ImagePlan plan;
  plan.basic = 0;
  plan.seen_on[0] = 90;
  Put("launch.sm_86.cubin", MakeCubin("86", plan));
  const Validation unproven = Run();
  EXPECT_EQ(Told(unproven), "sm_86 unproven cubin 86");
  EXPECT_EQ(ExitCodeOf(unproven), kSkipped);
  plan.seen_on[1] = 86;
  Put("launch.sm_86.cubin", MakeCubin("86", plan));
  EXPECT_EQ(ExitCodeOf(Run()), 1);
}

TEST_F(ValidateTest, JitSwitchesOfTheEnvironmentAreHonoured) {
  Machine({{8, 6}});
  Put("launch.sm_86.cubin", MakeCubin("86"));
  Put("launch.compute_75.ptx", MakePtx("75"));
  setenv("CUDA_FORCE_PTX_JIT", "1", 1);
  EXPECT_EQ(Told(Run()), "sm_86 not-for-this-device; compute_75 right jit 75");
  unsetenv("CUDA_FORCE_PTX_JIT");
  setenv("CUDA_DISABLE_PTX_JIT", "1", 1);
  EXPECT_EQ(Told(Run()), "sm_86 right cubin 86; compute_75 not-for-this-device");
  unsetenv("CUDA_DISABLE_PTX_JIT");
}

TEST_F(ValidateTest, EveryReasonToSkipIsAnother) {
  Machine({});
  Put("launch.sm_86.cubin", MakeCubin("86"));
  std::vector<std::string> reasons;
  const auto skip = [&](probe::SourceState state, int code, bool hidden) {
    inventory_.sources.clear();
    probe::SourceReport report;
    report.name = "libcuda";
    report.state = state;
    report.code = code;
    inventory_.sources.push_back(report);
    inventory_.visible_devices_set = hidden;
    inventory_.hidden_devices.resize(hidden ? 1 : 0);
    const Validation validation = Run();
    EXPECT_EQ(ExitCodeOf(validation), kSkipped) << Render(validation);
    EXPECT_TRUE(validation.rows.empty());
    for (const std::string& reason : reasons) EXPECT_NE(reason, validation.skipped);
    reasons.push_back(validation.skipped);
  };
  skip(probe::SourceState::kAbsent, 0, false);
  skip(probe::SourceState::kStub, 34, false);
  skip(probe::SourceState::kFailed, 100, false);
  skip(probe::SourceState::kFailed, 100, true);
  skip(probe::SourceState::kFailed, 804, false);
  skip(probe::SourceState::kFailed, 803, false);
}

TEST_F(ValidateTest, ADriverThatDiesIsNoReasonToSkip) {
  Machine({});
  Put("launch.sm_86.cubin", MakeCubin("86"));
  for (const auto state : {probe::SourceState::kCrashed, probe::SourceState::kTimedOut,
                           probe::SourceState::kIncomplete, probe::SourceState::kMalformed}) {
    probe::SourceReport report;
    report.name = "libcuda";
    report.state = state;
    inventory_.sources = {report};
    EXPECT_EQ(ExitCodeOf(Run()), 3) << ToString(state);
  }
}

}  // namespace
}  // namespace cuda_arch_guard::runner

// The runner starts this very program again as its child.
int main(int argc, char** argv) {
  if (argc > 2 && std::string(argv[1]) == "validate" && std::string(argv[2]) == "--child") {
    cuda_arch_guard::runner::ChildTask task;
    const std::vector<std::string> arguments(argv + 3, argv + argc);
    return ParseArguments(arguments, task) ? cuda_arch_guard::runner::RunChild(task) : 2;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
