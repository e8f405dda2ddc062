#include "objfile/archive_file.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/fatbin_builder.h"

namespace cuda_arch_guard::objfile {
namespace {

using test::Archive;
using test::ArchiveKind;

const std::vector<std::pair<std::string, std::string>> kMembers = {
    {"a.o", "odd"}, {"a_very_long_member_name.o", "even"}, {"b.o", ""}};

struct Walk {
  std::vector<std::string> members;  // "name=data", or "name@" where it is a file beside
  std::string broken;
};

Walk WalkArchive(const std::string& content) {
  const base::MemorySource memory(content);
  Walk walk;
  auto archive = ArchiveReader::Open(base::Bytes(memory));
  if (!archive.read()) return {{}, "not an archive"};
  while (true) {
    const auto member = archive->Next();
    if (member.broken()) walk.broken = member.breakage().what;
    if (!member.read()) return walk;
    walk.members.push_back(
        member->name + (member->external ? "@" : "=") +
        member->bytes.Copy(0, static_cast<std::size_t>(member->bytes.size())).value());
  }
}

TEST(ArchiveFile, ReadsShortAndLongNames) {
  const std::vector<std::string> expected = {"a.o=odd", "a_very_long_member_name.o=even", "b.o="};
  EXPECT_EQ(WalkArchive(Archive(kMembers)).members, expected);
  EXPECT_EQ(WalkArchive(Archive(kMembers, ArchiveKind::kBsd)).members, expected);
}

TEST(ArchiveFile, ThinMembersAreFilesBesideIt) {
  const std::vector<std::string> expected = {"a.o@", "a_very_long_member_name.o@", "b.o@"};
  EXPECT_EQ(WalkArchive(Archive(kMembers, ArchiveKind::kThin)).members, expected);
}

TEST(ArchiveFile, AnEmptyArchiveHasNoMembers) {
  const Walk walk = WalkArchive("!<arch>\n");
  EXPECT_TRUE(walk.members.empty());
  EXPECT_EQ(walk.broken, "");
}

TEST(ArchiveFile, EveryPrefixIsAnAnswer) {
  const std::string whole = Archive(kMembers);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Walk walk = WalkArchive(whole.substr(0, size));
    EXPECT_LE(walk.members.size(), 3u);
    if (size < 8) {
      EXPECT_EQ(walk.broken, "not an archive") << size;
    }
  }
}

TEST(ArchiveFile, SaysWhatIsBroken) {
  std::string size = Archive(kMembers);
  size.replace(8 + 48, 10, "9999999999");
  EXPECT_NE(WalkArchive(size).broken.find("9999999999"), std::string::npos);
  std::string letters = Archive(kMembers);
  letters.replace(8 + 48, 10, "12a       ");
  EXPECT_NE(WalkArchive(letters).broken, "");
  std::string end = Archive(kMembers);
  end[8 + 58] = 'x';
  EXPECT_NE(WalkArchive(end).broken, "");
}

}  // namespace
}  // namespace cuda_arch_guard::objfile
