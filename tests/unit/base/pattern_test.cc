#include "base/pattern.h"

#include <gtest/gtest.h>

namespace cuda_arch_guard::base {
namespace {

bool Matches(const std::string& pattern, const std::string& text) {
  const Result<Pattern> parsed = Pattern::Parse(pattern);
  EXPECT_TRUE(parsed.ok()) << pattern;
  return parsed.ok() && parsed->Matches(text);
}

TEST(Pattern, IsFoundAnywhereUnlessAnchored) {
  EXPECT_TRUE(Matches("wgmma", "x/wgmma_kernels.cu"));
  EXPECT_FALSE(Matches("^wgmma", "x/wgmma_kernels.cu"));
  EXPECT_TRUE(Matches("\\.cu$", "wgmma_kernels.cu"));
  EXPECT_FALSE(Matches("\\.cu$", "wgmma_kernels.cuh"));
  EXPECT_TRUE(Matches("", "anything"));
  EXPECT_TRUE(Matches("^$", ""));
  EXPECT_FALSE(Matches("^$", "x"));
}

TEST(Pattern, RepeatsAndChooses) {
  EXPECT_TRUE(Matches("^(sm|compute)_[0-9]+[af]?$", "sm_90a"));
  EXPECT_TRUE(Matches("^(sm|compute)_[0-9]+[af]?$", "compute_100f"));
  EXPECT_FALSE(Matches("^(sm|compute)_[0-9]+[af]?$", "lto_90"));
  EXPECT_FALSE(Matches("^(sm|compute)_[0-9]+[af]?$", "sm_"));
  EXPECT_TRUE(Matches("^a*b+c?$", "bb"));
  EXPECT_TRUE(Matches("^a.*z$", "a---z"));
  EXPECT_TRUE(Matches("a||b", "xyz"));  // the empty alternative
}

TEST(Pattern, ReadsSets) {
  EXPECT_TRUE(Matches("^[]a-c]+$", "a]b"));
  EXPECT_FALSE(Matches("^[^0-9]+$", "a1"));
  EXPECT_TRUE(Matches("^[a-]+$", "a-"));
}

TEST(Pattern, RefusesWhatItCannotRead) {
  for (const char* text : {"(", ")", "a)", "[", "[a", "*", "a|*", "\\", "(a"}) {
    const Result<Pattern> parsed = Pattern::Parse(text);
    EXPECT_FALSE(parsed.ok()) << text;
    EXPECT_EQ(parsed.finding().id, "usage") << text;
  }
  EXPECT_FALSE(Pattern::Parse(std::string(1000, '(')).ok());
  EXPECT_FALSE(Pattern::Parse(std::string(100'000, 'a')).ok());
}

TEST(Pattern, TakesLinearTime) {
  // Backtracking would take 2^200 steps here, and a recursive engine would overflow the stack.
  EXPECT_FALSE(Matches("^(a+)+b$", std::string(200, 'a')));
  EXPECT_TRUE(Matches("^(a|b)*$", std::string(100'000, 'a')));
}

}  // namespace
}  // namespace cuda_arch_guard::base
