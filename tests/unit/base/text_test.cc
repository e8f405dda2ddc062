#include "base/text.h"

#include <gtest/gtest.h>

namespace cuda_arch_guard::base {
namespace {

using Words = std::vector<std::string>;

TEST(Text, TrimsWhiteSpaceAtBothEnds) {
  EXPECT_EQ(Trim(" \t a b \r\n"), "a b");
  EXPECT_EQ(Trim(" \n "), "");
  EXPECT_EQ(Trim(""), "");
}

TEST(Text, LowersLettersAndNothingElse) { EXPECT_EQ(ToLower("SM_90A é"), "sm_90a é"); }

TEST(Text, FindsBeginningsEndsAndParts) {
  EXPECT_TRUE(StartsWith("sm_86", "sm_"));
  EXPECT_FALSE(StartsWith("sm", "sm_"));
  EXPECT_TRUE(EndsWith("86-real", "-real"));
  EXPECT_FALSE(EndsWith("real", "-real"));
  EXPECT_TRUE(EndsWith("a", ""));
  EXPECT_TRUE(Contains("a;b", ";"));
  EXPECT_FALSE(Contains("", ";"));
}

TEST(Text, SplitsAtAnySeparatorAndDropsWhatIsEmpty) {
  EXPECT_EQ(SplitAny(" 86 ;; 90a,;", ";,"), (Words{"86", "90a"}));
  EXPECT_EQ(SplitAny("", ";"), Words());
  EXPECT_EQ(SplitAny("RTX 3090", ";"), (Words{"RTX 3090"}));
}

TEST(Text, LinesHaveNoLineEnds) { EXPECT_EQ(Lines("a\r\n\n b\n"), (Words{"a", "b"})); }

TEST(Text, JoinsWhatItSplit) {
  EXPECT_EQ(Join({"86", "90a"}, ";"), "86;90a");
  EXPECT_EQ(Join({}, ";"), "");
}

TEST(Text, ReadsWholeDecimalNumbersOnly) {
  EXPECT_EQ(ParseNumber("0"), 0);
  EXPECT_EQ(ParseNumber("007"), 7);
  EXPECT_EQ(ParseNumber("999999999"), 999999999);
  for (const char* text : {"", "-1", "+1", " 1", "1 ", "1.0", "0x1", "9999999999", "1e3"})
    EXPECT_FALSE(ParseNumber(text).has_value()) << text;
}

TEST(Text, FindsTheNearestSpellingWithinAThirdOfTheLetters) {
  const Words commands = {"detect", "select", "explain"};
  EXPECT_EQ(NearestSpelling("selct", commands), "select");
  EXPECT_EQ(NearestSpelling("DETECT", commands), "detect");
  EXPECT_EQ(NearestSpelling("xplain", commands), "explain");
  EXPECT_EQ(NearestSpelling("build", commands), "");
  EXPECT_EQ(NearestSpelling("", commands), "");
  EXPECT_EQ(NearestSpelling("select", {}), "");
}

TEST(Text, PrintableHasNoControlCharacters) {
  EXPECT_EQ(Printable("a\x1b[31mb\n\x7f"), "a?[31mb??");
  EXPECT_EQ(Printable("RTX 3090 é"), "RTX 3090 é");
}

TEST(Text, PrintableHasNoBytesThatAreNoText) {
  EXPECT_EQ(Printable("a\xff"), "a?");
  EXPECT_EQ(Printable("\xc3"), "?");
  // C1 control characters, as UTF-8: a terminal may take them for escape sequences.
  EXPECT_EQ(Printable("a\xc2\x9b"
                      "31m"),
            "a??31m");
}

TEST(Text, WrapsAtEightyColumnsAndIndentsTheRest) {
  std::string page = "needs:  ";
  std::string text;
  for (int i = 0; i < 40; ++i) text += "word ";
  AppendWrapped(page, 8, text);
  for (const std::string& line : SplitAny(page, "\n")) EXPECT_LE(line.size(), 80u) << line;
  EXPECT_TRUE(Contains(page, "\n        word"));
  EXPECT_EQ(page.back(), '\n');
}

TEST(Text, WrappingKeepsALongWordWhole) {
  const std::string path(120, 'p');
  std::string page;
  AppendWrapped(page, 2, "see " + path + " there");
  EXPECT_EQ(page, "see\n  " + path + "\n  there\n");
}

}  // namespace
}  // namespace cuda_arch_guard::base
