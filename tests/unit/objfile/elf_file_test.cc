#include "objfile/elf_file.h"

#include <gtest/gtest.h>

#include "support/fatbin_builder.h"

namespace cuda_arch_guard::objfile {
namespace {

using test::Elf;
using test::ElfOptions;

base::Parsed<ElfFile> Read(const std::string& content) {
  static base::MemorySource memory("");
  static std::string kept;
  kept = content;
  memory = base::MemorySource(kept);
  return ElfFile::Read(base::Bytes(memory));
}

const std::string kSample =
    Elf({{".text", "code", 1, 0x1000, 0, 0}, {".nobits", "absent", 8, 0x2000, 0, 0}});

TEST(ElfFile, FindsSectionsByNameAndAddress) {
  const auto elf = Read(kSample);
  ASSERT_TRUE(elf.read());
  ASSERT_NE(elf->Find(".text"), nullptr);
  EXPECT_EQ(*elf->Contents(*elf->Find(".text"))->Copy(0, 4), "code");
  EXPECT_EQ(elf->Find(".absent"), nullptr);
  EXPECT_EQ(elf->AtAddress(0x1003), elf->Find(".text"));
  EXPECT_EQ(elf->AtAddress(0x1004), nullptr);
}

TEST(ElfFile, NobitsHasNoBytes) {
  const auto elf = Read(kSample);
  ASSERT_NE(elf->Find(".nobits"), nullptr);
  EXPECT_FALSE(elf->Contents(*elf->Find(".nobits")));
}

TEST(ElfFile, ReadsNumbersThatDoNotFitTheHeader) {
  ElfOptions options;
  options.extended_numbering = true;
  const auto elf = Read(Elf({{".text", "code", 1, 0, 0, 0}}, options));
  ASSERT_TRUE(elf.read());
  EXPECT_EQ(elf->sections().size(), 3u);
  EXPECT_NE(elf->Find(".text"), nullptr);
}

TEST(ElfFile, ReadsAFileWithoutSectionTable) {
  ElfOptions options;
  options.section_table = false;
  const auto elf = Read(Elf({{".text", "code", 1, 0, 0, 0}}, options));
  ASSERT_TRUE(elf.read());
  EXPECT_TRUE(elf->sections().empty());
}

TEST(ElfFile, OtherFormatsAreNotBroken) {
  EXPECT_TRUE(Read("").other());
  EXPECT_TRUE(Read("MZ not ELF").other());
  std::string elf32 = kSample;
  elf32[4] = 1;
  EXPECT_TRUE(Read(elf32).other());
  std::string big_endian = kSample;
  big_endian[5] = 2;
  EXPECT_TRUE(Read(big_endian).other());
}

TEST(ElfFile, SaysWhereItIsBroken) {
  std::string beyond = kSample;
  beyond.replace(40, 8, test::U64(kSample.size() + 8));
  EXPECT_EQ(Read(beyond).breakage().offset, kSample.size() + 8);
  std::string wrapping = kSample;
  wrapping.replace(40, 8, test::U64(UINT64_MAX - 10));
  EXPECT_TRUE(Read(wrapping).broken());
  std::string entries = kSample;
  entries.replace(58, 2, test::U16(63));
  EXPECT_NE(Read(entries).breakage().what.find("63"), std::string::npos);
  std::string names = kSample;
  names.replace(62, 2, test::U16(77));
  EXPECT_NE(Read(names).breakage().what.find("77"), std::string::npos);
}

TEST(ElfFile, EveryPrefixIsAnAnswer) {
  for (std::size_t size = 0; size < kSample.size(); ++size) {
    const auto elf = Read(kSample.substr(0, size));
    EXPECT_FALSE(elf.read()) << size;
    EXPECT_EQ(elf.other(), size < 4) << size;
  }
}

TEST(ElfFile, HostileSectionsOnlyAnswerNothing) {
  for (const std::uint64_t value : {0ull, 1ull, 0xfffffffull, 0x7fffffffffffffffull, ~0ull}) {
    for (std::size_t at = kSample.size() - 3 * 64; at < kSample.size(); at += 8) {
      std::string hostile = kSample;
      hostile.replace(at, 8, test::U64(value));
      const auto elf = Read(hostile);
      if (!elf.read()) continue;
      for (const ElfSection& section : elf->sections()) {
        elf->Name(section);
        if (const auto content = elf->Contents(section)) content->Copy(0, 1);
      }
      elf->VisitSymbols([](const ElfSymbol& symbol) { return symbol.Name().size() < 100; });
    }
  }
}

}  // namespace
}  // namespace cuda_arch_guard::objfile
