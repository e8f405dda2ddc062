#include "base/version.h"

#include <gtest/gtest.h>

namespace cuda_arch_guard::base {
namespace {

Version Of(std::string_view text) { return Version::Parse(text).value_or(Version()); }

TEST(Version, ReadsOneToFourNumbers) {
  EXPECT_EQ(Of("13").count, 1);
  EXPECT_EQ(Of("12.8").major(), 12);
  EXPECT_EQ(Of("12.8").minor(), 8);
  EXPECT_EQ(Of("570.86.15").parts[2], 15);
  EXPECT_EQ(Of("1.2.3.4").count, 4);
}

TEST(Version, RefusesAnythingElse) {
  for (const char* text : {"", ".", "12.", ".8", "12..8", "1.2.3.4.5", "12.8a", "v12", "12.-8",
                           " 12.8", "12.8 ", "9999999999"}) {
    EXPECT_FALSE(Version::Parse(text).has_value()) << text;
  }
}

TEST(Version, ComparesAsNumbers) {
  EXPECT_LT(Of("9.2"), Of("10.0"));
  EXPECT_LT(Of("12.8"), Of("12.10"));
  EXPECT_LT(Of("570.86.15"), Of("570.124.06"));
  EXPECT_GT(Of("13"), Of("12.9"));
  EXPECT_LE(Of("12.8"), Of("12.8"));
  EXPECT_NE(Of("12.8"), Of("12.9"));
}

TEST(Version, WhatWasNotGivenIsZero) {
  EXPECT_EQ(Of("12.8"), Of("12.8.0"));
  EXPECT_LT(Of("12"), Of("12.0.1"));
}

TEST(Version, PrintsWhatItRead) {
  for (const char* text : {"13", "12.8", "570.86.15", "580.65.06"})
    EXPECT_EQ(Of(text).ToString(), text);
  EXPECT_EQ(Version().ToString(), "");
}

}  // namespace
}  // namespace cuda_arch_guard::base
