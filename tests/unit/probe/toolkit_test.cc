#include "probe/toolkit.h"

#include <chrono>

#include "unit/probe/machine.h"

namespace cuda_arch_guard::probe {
namespace {

std::string Names(const std::vector<arch::Architecture>& architectures) {
  std::string text;
  for (const arch::Architecture architecture : architectures) {
    text += (text.empty() ? "" : " ") + architecture.ToString();
  }
  return text;
}

// The shape of nvcc's own texts, shortened; the values unsorted and broken into lines as it does.
constexpr const char* kVersion =
    "nvcc: NVIDIA (R) Cuda compiler driver\n"
    "Copyright (c) 2005-2025 NVIDIA Corporation\n"
    "Cuda compilation tools, release 13.0, V13.0.88\n";
constexpr const char* kHelp =
    "--gpu-architecture <arch>                           (-arch)\n"
    "        Allowed values for this option:  'all','all-major','compute_75','native','sm_50',\n"
    "        'sm_52'.\n"
    "\n"
    "--gpu-code <code>,...                               (-code)\n"
    "        (such as sm_100), and PTX code for the 'virtual' architecture (such as compute_100).\n"
    "        --gpu-architecture=sm_60' is no value\n"
    "        Allowed values for this option:  'compute_100','compute_100a','lto_90','sm_100',\n"
    "        'sm_100a','sm_100f','sm_90',\n"
    "        'sm_90a','sm_75','sm_121'.\n"
    "\n"
    "--list-gpu-arch\n"
    "        such as sm_70.\n";

class FakeToolkit : public MachineTest {
 protected:
  // A script that answers as an nvcc does; `padding` makes it as large as a compiler.
  std::string WriteNvcc(const std::string& version, const std::string& help, bool padded = false) {
    const std::string count = (machine() / "count").string();
    std::string text = "echo run >> " + count + "\ncase $1 in\n--version) cat <<'EOF'\n" + version +
                       "EOF\n;;\n--help) cat <<'EOF'\n" + help +
                       "EOF\n;;\n*) exit 1\nesac\nexit 0\n";
    if (padded) text += "# " + std::string(2 << 20, 'x') + "\n";
    WriteScript("nvcc", text);
    return (machine() / "bin/nvcc").string();
  }
  std::string WriteCompiler(const std::string& body) {
    WriteScript("compiler", body);
    return (machine() / "bin/compiler").string();
  }
  int Runs() const {
    std::ifstream count(machine() / "count");
    int runs = 0;
    for (std::string line; std::getline(count, line);) ++runs;
    return runs;
  }
};

TEST_F(FakeToolkit, TakesTheValuesOfGpuCodeAlone) {
  const base::Result<Toolkit> toolkit = AskToolkit({WriteNvcc(kVersion, kHelp), "", "", 20});
  ASSERT_TRUE(toolkit.ok()) << base::Render(toolkit.finding());
  EXPECT_EQ(Names(toolkit->architectures), "75 90 90a 100 100f 100a 121");
  EXPECT_EQ(toolkit->version, "13.0");
  EXPECT_EQ(toolkit->compiler_version, "13.0.88");
  EXPECT_EQ(toolkit->source, "nvcc");
}

TEST(NvccHelp, ValuesOfAnotherOptionAreNotTaken) {
  EXPECT_TRUE(ReadNvccHelp("--gpu-code <code>\n  any\n--other\n"
                           "  Allowed values for this option:  'sm_90'.\n")
                  .empty());
  EXPECT_TRUE(ReadNvccHelp("").empty());
  EXPECT_TRUE(ReadNvccHelp("--gpu-code").empty());
}

TEST_F(FakeToolkit, FlagsForBuildsDoNotReachTheQuestion) {
  Set("NVCC_APPEND_FLAGS", "-arch=sm_50");
  Set("NVCC_PREPEND_FLAGS", "--dryrun");
  const std::string compiler = WriteCompiler(
      "test -z \"$NVCC_APPEND_FLAGS$NVCC_PREPEND_FLAGS\" || { echo flags; exit 1; }\n"
      "echo 'nvcc: NVIDIA (R) Cuda compiler driver, release 12.4, V12.4.131'\n"
      "printf -- \"--gpu-code <c>\\n Allowed values for this option:  'sm_90'.\\n\"\n");
  EXPECT_TRUE(AskToolkit({compiler, "", "", 20}).ok());
}

TEST_F(FakeToolkit, TheAnswerIsKeptUntilTheCompilerChanges) {
  const std::string cache = (machine() / "toolkit.txt").string();
  const std::string compiler = WriteNvcc(kVersion, kHelp, true);
  const ToolkitOptions options{compiler, "", cache, 20};
  ASSERT_TRUE(AskToolkit(options).ok());
  EXPECT_EQ(Runs(), 2);
  const base::Result<Toolkit> kept = AskToolkit(options);
  ASSERT_TRUE(kept.ok());
  EXPECT_EQ(Runs(), 2);
  EXPECT_EQ(Names(kept->architectures), "75 90 90a 100 100f 100a 121");
  EXPECT_EQ(kept->version, "13.0");
  EXPECT_EQ(kept->compiler_version, "13.0.88");
  EXPECT_EQ(kept->compiler, compiler);
  // Another compiler in its place, of the same size.
  std::string help = kHelp;
  help.replace(help.find("'sm_121'"), 8, "'sm_103'");
  WriteNvcc(kVersion, help, true);
  const base::Result<Toolkit> asked = AskToolkit(options);
  ASSERT_TRUE(asked.ok());
  EXPECT_EQ(Runs(), 4);
  EXPECT_EQ(Names(asked->architectures), "75 90 90a 100 100f 100a 103");
}

TEST_F(FakeToolkit, ADamagedCacheIsNotBelieved) {
  const std::string cache = (machine() / "toolkit.txt").string();
  const ToolkitOptions options{WriteNvcc(kVersion, kHelp, true), "", cache, 20};
  ASSERT_TRUE(AskToolkit(options).ok());
  std::ifstream file(cache);
  const std::string whole((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  for (std::size_t size = 0; size + 1 < whole.size(); size += 7) {
    std::ofstream(cache) << whole.substr(0, size);
    const base::Result<Toolkit> toolkit = AskToolkit(options);
    ASSERT_TRUE(toolkit.ok());
    EXPECT_EQ(Names(toolkit->architectures), "75 90 90a 100 100f 100a 121");
  }
}

TEST_F(FakeToolkit, AScriptIsAskedEachTime) {
  const std::string cache = (machine() / "toolkit.txt").string();
  const ToolkitOptions options{WriteNvcc(kVersion, kHelp), "", cache, 20};
  ASSERT_TRUE(AskToolkit(options).ok());
  ASSERT_TRUE(AskToolkit(options).ok());
  EXPECT_EQ(Runs(), 4);
  EXPECT_FALSE(std::filesystem::exists(cache));
}

void ExpectUnusable(const base::Result<Toolkit>& toolkit, const std::string& words) {
  ASSERT_FALSE(toolkit.ok());
  const base::Finding& finding = toolkit.finding();
  EXPECT_EQ(finding.id, "toolkit-unusable");
  EXPECT_EQ(finding.severity, base::Severity::kError);
  EXPECT_NE(finding.found.find(words), std::string::npos) << finding.found;
  EXPECT_FALSE(finding.wrong.empty() || finding.because.empty() || finding.todo.empty());
}

TEST_F(FakeToolkit, WhatIsNoCompilerIsSaid) {
  ExpectUnusable(AskToolkit({"", "", "", 5}), "not on PATH");
  ExpectUnusable(AskToolkit({"no-such-nvcc", "", "", 5}), "not on PATH");
  ExpectUnusable(AskToolkit({"/no/such/nvcc", "", "", 5}), "not a program");
  ExpectUnusable(AskToolkit({"/", "", "", 5}), "not a program");
  ExpectUnusable(AskToolkit({WriteCompiler("echo GNU make 4.3\n"), "", "", 5}), "GNU make");
  ExpectUnusable(AskToolkit({WriteCompiler("exit 0\n"), "", "", 5}), "says nothing");
  ExpectUnusable(AskToolkit({WriteCompiler("echo broken >&2; exit 3\n"), "", "", 5}), "broken");
  ExpectUnusable(AskToolkit({WriteCompiler("kill -SEGV $$\n"), "", "", 5}), "signal 11");
  ExpectUnusable(
      AskToolkit({WriteNvcc("nvcc: NVIDIA (R) Cuda compiler driver\n", kHelp), "", "", 5}),
      "no release");
  ExpectUnusable(AskToolkit({WriteNvcc(kVersion, "help yourself\n"), "", "", 5}), "--gpu-code");
}

TEST_F(FakeToolkit, AHangingCompilerEndsAtTheDeadline) {
  const auto start = std::chrono::steady_clock::now();
  ExpectUnusable(AskToolkit({WriteCompiler("sleep 100\n"), "", "", 1}), "within 1 s");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(4));
}

// A clang, as it answers the three questions.
constexpr const char* kClang =
    "case \"$*\" in\n"
    "--version) echo 'Debian clang version 19.1.7 (3)';;\n"
    "-cc1*) echo \"error: unknown target CPU 'sm_0'\" >&2\n"
    "  echo 'note: valid target CPU values are: sm_20, sm_86, sm_89, sm_90, sm_90a, gfx90a' >&2\n"
    "  exit 1;;\n"
    "*-print-supported-cpus) printf 'Available CPUs for this target:\\n\\n\\tsm_20\\n\\tsm_86\\n"
    "\\tsm_89\\n\\tsm_90\\n\\tsm_90a\\n\\tsm_100\\n' >&2;;\n"
    "*) exit 1;;\n"
    "esac\n";

TEST_F(FakeToolkit, AClangIsBoundedByItsListsAndItsCuda) {
  const std::string compiler = WriteCompiler(kClang);
  const base::Result<Toolkit> alone = AskToolkit({compiler, "", "", 20});
  ASSERT_TRUE(alone.ok()) << base::Render(alone.finding());
  EXPECT_EQ(Names(alone->architectures), "20 86 89 90 90a");
  EXPECT_EQ(alone->source, "clang");
  EXPECT_EQ(alone->version, "");
  EXPECT_EQ(alone->compiler_version, "19.1.7");
  std::filesystem::create_directories(machine() / "cuda/include");
  std::ofstream(machine() / "cuda/include/cuda.h") << "#define CUDA_VERSION 11070\n";
  const base::Result<Toolkit> with_cuda =
      AskToolkit({compiler, (machine() / "cuda").string(), "", 20});
  ASSERT_TRUE(with_cuda.ok());
  EXPECT_EQ(with_cuda->version, "11.7");
  EXPECT_EQ(Names(with_cuda->architectures), "86");  // 8.9 and 9.0 came with 11.8
}

TEST_F(FakeToolkit, AClangWithoutNvidiaTargetsIsUnusable) {
  const std::string compiler = WriteCompiler(
      "test \"$*\" = --version && { echo 'clang version 19.1.7'; exit 0; }\n"
      "echo \"error: unable to create target: 'No available targets'\" >&2; exit 1\n");
  ExpectUnusable(AskToolkit({compiler, "", "", 20}), "No available targets");
}

TEST(TableToolkit, AnswersForKnownVersions) {
  const base::Result<Toolkit> toolkit = ToolkitFromTable("12.8");
  ASSERT_TRUE(toolkit.ok());
  EXPECT_EQ(toolkit->version, "12.8");
  EXPECT_EQ(toolkit->source, "table");
  EXPECT_EQ(toolkit->compiler, "");
  EXPECT_EQ(Names(toolkit->architectures),
            "50 52 53 60 61 62 70 72 75 80 86 87 89 90 90a 100 100a 101 101a 120 120a");
  EXPECT_TRUE(ToolkitFromTable("12.8.93").ok());
}

TEST(TableToolkit, RefusesOthers) {
  for (const char* no : {"", "12", "12.7", "99.0", "cuda", "8.0"}) {
    const base::Result<Toolkit> toolkit = ToolkitFromTable(no);
    ASSERT_FALSE(toolkit.ok()) << no;
    EXPECT_EQ(toolkit.finding().id, "unknown-toolkit");
  }
}

TEST_F(FakeToolkit, IsFoundAsCMakeFindsIt) {
  const std::string in_bin = WriteNvcc(kVersion, kHelp);
  const std::string bin = (machine() / "bin").string();
  Unset("CUDACXX");
  Unset("CUDA_PATH");
  Set("PATH", "/no/such/folder");
  EXPECT_EQ(FindNvcc(), "");
  Set("CUDA_PATH", machine().string());
  EXPECT_EQ(FindNvcc(), in_bin);
  Set("CUDA_PATH", "/no/such/folder");
  EXPECT_EQ(FindNvcc(), "");
  Set("PATH", "/no/such/folder:" + bin);
  EXPECT_EQ(FindNvcc(), in_bin);
  Set("CUDACXX", "/given/nvcc");
  EXPECT_EQ(FindNvcc(), "/given/nvcc");
  Set("CUDACXX", "nvcc --verbose");
  EXPECT_EQ(FindNvcc(), in_bin);
}

}  // namespace
}  // namespace cuda_arch_guard::probe
