#include "base/options.h"

#include <gtest/gtest.h>

namespace cuda_arch_guard::base {
namespace {

using Words = std::vector<std::string>;

const std::vector<Option> kTable = {
    {"--gpu", "LIST", "which GPUs"},
    {"--json", nullptr, "for programs"},
    {"--origin", "TEXT", nullptr},
};

TEST(Options, TakesValuesInBothForms) {
  const Result<ParsedOptions> parsed =
      ParseOptions("select", kTable, {"--gpu", "8.6", "--gpu=RTX 3090=x", "--json"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->All("--gpu"), (Words{"8.6", "RTX 3090=x"}));
  EXPECT_EQ(parsed->Get("--gpu"), "RTX 3090=x");
  EXPECT_TRUE(parsed->Has("--json"));
  EXPECT_FALSE(parsed->Has("--origin"));
  EXPECT_EQ(parsed->Get("--origin", "none"), "none");
}

TEST(Options, AValueMayBeEmptyOrLookLikeAnOption) {
  const Result<ParsedOptions> parsed =
      ParseOptions("select", kTable, {"--gpu=", "--origin", "--json"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_TRUE(parsed->Has("--gpu"));
  EXPECT_EQ(parsed->Get("--gpu", "x"), "");
  EXPECT_EQ(parsed->Get("--origin"), "--json");
  EXPECT_FALSE(parsed->Has("--json"));
}

TEST(Options, TheRestArePositionals) {
  const Result<ParsedOptions> parsed =
      ParseOptions("check", kTable, {"a", "-", "--json", "--", "--gpu", "b"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->positionals(), (Words{"a", "-", "--gpu", "b"}));
}

TEST(Options, RefusesWhatIsNotInTheTable) {
  const struct {
    Words arguments;
    const char* wrong;
    const char* found;
    const char* because;
  } rows[] = {
      {{"--gpus", "8.6"}, "unknown option.", "--gpus", "did you mean '--gpu'?"},
      {{"-x"}, "unknown option.", "-x", ""},
      {{"--json=yes"}, "this option takes no value.", "--json=yes", "did you mean '--json'?"},
      {{"--gpu"}, "this option needs a value.", "--gpu", "did you mean '--gpu LIST'?"},
      {{"--\x1b[31m"}, "unknown option.", "--?[31m", ""},
  };
  for (const auto& row : rows) {
    const Result<ParsedOptions> parsed = ParseOptions("select", kTable, row.arguments);
    ASSERT_FALSE(parsed.ok()) << row.arguments[0];
    EXPECT_EQ(parsed.finding().id, "usage");
    EXPECT_EQ(parsed.finding().wrong, row.wrong);
    EXPECT_EQ(parsed.finding().found, row.found);
    EXPECT_EQ(parsed.finding().because, row.because);
    EXPECT_EQ(parsed.finding().todo, Words{"cuda-arch-guard select --help"});
  }
}

TEST(Options, DescribesThoseThatHaveAHelpText) {
  EXPECT_EQ(DescribeOptions(kTable),
            "  --gpu LIST              which GPUs\n"
            "  --json                  for programs\n");
}

}  // namespace
}  // namespace cuda_arch_guard::base
