// Our answers against the compilers themselves. NVCCS and CLANGS are the paths that the configure
// step found, separated by bars.
#include <gtest/gtest.h>

#include "base/process.h"
#include "base/text.h"
#include "probe/toolkit.h"

namespace cuda_arch_guard::probe {
namespace {

std::string Names(const std::vector<arch::Architecture>& architectures, bool plain_only = false) {
  std::string text;
  for (const arch::Architecture architecture : architectures) {
    if (plain_only && architecture.variant != arch::Variant::kPlain) continue;
    text += (text.empty() ? "" : " ") + architecture.ToString();
  }
  return text;
}

base::ProcessOutcome RunCommand(const std::vector<std::string>& argv) {
  base::Command command;
  command.argv = argv;
  return base::Run(command);
}

Toolkit Ask(const std::string& compiler) {
  const base::Result<Toolkit> toolkit = AskToolkit({compiler, "", "", 60});
  if (!toolkit) {
    ADD_FAILURE() << base::Render(toolkit.finding());
    return {};
  }
  return *toolkit;
}

class Nvcc : public ::testing::TestWithParam<std::string> {};

TEST_P(Nvcc, PlainArchitecturesAreThoseItLists) {
  std::string listed = RunCommand({GetParam(), "--list-gpu-arch"}).out;
  for (std::size_t at = listed.find("compute_"); at != std::string::npos;
       at = listed.find("compute_")) {
    listed.replace(at, 8, "sm_");
  }
  EXPECT_EQ(Names(Ask(GetParam()).architectures, true), Names(ReadSmNames(listed)));
}

TEST_P(Nvcc, TheTableAgreesWithIt) {
  const Toolkit asked = Ask(GetParam());
  const base::Result<Toolkit> table = ToolkitFromTable(asked.version);
  ASSERT_TRUE(table.ok()) << "CUDA " << asked.version << " is newer than the table";
  EXPECT_EQ(Names(asked.architectures), Names(table->architectures));
}

TEST_P(Nvcc, TakesEachArchitectureAndRefusesOthers) {
  const auto takes = [](const std::string& name) {
    const std::string code = "arch=compute_" + name + ",code=sm_" + name;
    return RunCommand({GetParam(), "--dryrun", "-c", "-x", "cu", "/dev/null", "-o", "/dev/null",
                       "-gencode", code})
        .succeeded();
  };
  for (const arch::Architecture architecture : Ask(GetParam()).architectures) {
    EXPECT_TRUE(takes(architecture.ToString())) << architecture.ToString();
  }
  for (const char* name : {"20", "90f", "75a", "999"}) EXPECT_FALSE(takes(name)) << name;
}

INSTANTIATE_TEST_SUITE_P(Found, Nvcc, ::testing::ValuesIn(base::SplitAny(NVCCS, "|")));

class Clang : public ::testing::TestWithParam<std::string> {};

TEST_P(Clang, TakesEachArchitectureAndRefusesOthers) {
  const auto takes = [](const std::string& name) {
    return RunCommand({GetParam(), "-x", "cuda", "-nocudainc", "-nocudalib", "--cuda-device-only",
                       "--cuda-gpu-arch=sm_" + name, "-Wno-unknown-cuda-version", "-S", "/dev/null",
                       "-o", "/dev/null"})
        .succeeded();
  };
  const Toolkit toolkit = Ask(GetParam());
  EXPECT_EQ(toolkit.source, "clang");
  for (const arch::Architecture architecture : toolkit.architectures) {
    EXPECT_TRUE(takes(architecture.ToString())) << architecture.ToString();
  }
  EXPECT_FALSE(takes("999"));
}

INSTANTIATE_TEST_SUITE_P(Found, Clang, ::testing::ValuesIn(base::SplitAny(CLANGS, "|")));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Clang);

}  // namespace
}  // namespace cuda_arch_guard::probe
