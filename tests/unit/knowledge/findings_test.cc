#include "knowledge/findings.h"

#include <gtest/gtest.h>

#include <string>

namespace cuda_arch_guard::knowledge {
namespace {

TEST(Findings, AreSortedAndUnique) {
  std::string_view previous;
  for (const FindingRow& row : Findings()) {
    EXPECT_LT(previous, row.id);
    previous = row.id;
  }
}

TEST(Findings, HaveIdsInKebabCase) {
  for (const FindingRow& row : Findings()) {
    const std::string_view id(row.id);
    EXPECT_EQ(id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), std::string_view::npos)
        << id;
    EXPECT_NE(id.substr(0, 1), "-") << id;
    EXPECT_NE(id.substr(id.size() - 1), "-") << id;
    EXPECT_EQ(id.find("--"), std::string_view::npos) << id;
  }
}

// One sentence each for the summary, and a meaning that says more than it.
TEST(Findings, AreExplained) {
  for (const FindingRow& row : Findings()) {
    const std::string_view summary(row.summary);
    const std::string_view meaning(row.meaning);
    ASSERT_FALSE(summary.empty()) << row.id;
    EXPECT_EQ(summary.back(), '.') << row.id;
    EXPECT_EQ(summary.substr(0, summary.size() - 1).find(". "), std::string_view::npos) << row.id;
    EXPECT_GT(meaning.size(), summary.size()) << row.id;
    EXPECT_EQ(meaning.back(), '.') << row.id;
    EXPECT_EQ(meaning.find("  "), std::string_view::npos) << row.id;
  }
}

TEST(Findings, AreFoundById) {
  for (const FindingRow& row : Findings()) EXPECT_EQ(FindFinding(row.id), &row);
  EXPECT_EQ(FindFinding("no-such-finding"), nullptr);
  EXPECT_EQ(FindFinding(""), nullptr);
}

}  // namespace
}  // namespace cuda_arch_guard::knowledge
