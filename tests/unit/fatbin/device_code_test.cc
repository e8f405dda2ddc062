// Whole files of every format, and the traps in them.
#include "fatbin/device_code.h"

#include <gtest/gtest.h>

#include <fstream>

#include "fatbin/write.h"
#include "support/fatbin_builder.h"

namespace cuda_arch_guard::fatbin {
namespace {

using test::HostElf;
using test::HostOptions;
using test::Region;
using test::TemporaryFile;

DeviceCode Read(const std::string& content, bool scan = true) {
  const TemporaryFile file(content);
  ReadOptions options;
  options.name_sources = true;
  options.scan = scan;
  return ReadDeviceCode(file.path(), options);
}

// "registered: sm_80; relocatable: sm_90 compute_90"
std::string Units(const DeviceCode& code) {
  std::string text;
  for (const Unit& unit : code.units) {
    text += (text.empty() ? "" : "; ") + unit.member + (unit.member.empty() ? "" : ": ") +
            ToString(unit.where) + (unit.device_linked ? "*" : "") + ":";
    for (const Image& image : unit.images) text += " " + image.ToString();
  }
  return text;
}

std::string Problems(const DeviceCode& code) {
  std::string text;
  for (const Problem& problem : code.problems) text += problem.what + "\n";
  return text;
}

HostOptions Linked(const std::vector<std::string>& regions) {
  HostOptions options;
  for (const std::string& region : regions) options.registered.push_back(Region(region));
  return options;
}

TEST(DeviceCode, ReadsALinkedFile) {
  const DeviceCode code = Read(HostElf(Linked({"sm_80", "sm_90 compute_90"})));
  EXPECT_EQ(code.format, "elf");
  EXPECT_TRUE(code.linked);
  EXPECT_EQ(Units(code), "registered: sm_80; registered: sm_90 compute_90");
  EXPECT_EQ(Problems(code), "");
  EXPECT_EQ(UnitCount(code), 2u);
}

TEST(DeviceCode, KnowsDeviceLinksByAddressOrRelocation) {
  HostOptions options = Linked({"sm_90", "sm_80"});
  options.relocatable = {Region("compute_80")};
  options.device_linked = 1;
  const std::string expected = "registered: sm_90; registered*: sm_80; relocatable: compute_80";
  EXPECT_EQ(Units(Read(HostElf(options))), expected);
  options.addresses_by_relocation = true;
  EXPECT_EQ(Units(Read(HostElf(options))), expected);
  EXPECT_EQ(UnitCount(Read(HostElf(options))), 2u);
}

TEST(DeviceCode, NamesSources) {
  HostOptions options = Linked({"sm_90", "sm_80", "sm_75"});
  options.sources = {"tmpxft_000020be_00000000-6_a.cudafe1.cpp",
                     "tmpxft_000020be_00000000-6_my_file.compute_90a.cudafe1.cpp", "x/clang.cu"};
  for (const bool linked : {true, false}) {
    options.linked = linked;
    const DeviceCode code = Read(HostElf(options));
    EXPECT_EQ(code.units.at(0).source, "a.cu");
    EXPECT_EQ(code.units.at(1).source, "my_file.cu");
    EXPECT_EQ(code.units.at(2).source, "clang.cu");
  }
}

TEST(DeviceCode, ReadsTheSoname) {
  HostOptions options = Linked({"sm_80"});
  options.soname = "libcublasLt.so.13";
  EXPECT_EQ(Read(HostElf(options)).soname, "libcublasLt.so.13");
}

TEST(DeviceCode, AnObjectFileIsNotLinkedYet) {
  HostOptions options;
  options.linked = false;
  options.relocatable = {Region("sm_80 lto_80")};
  const DeviceCode code = Read(HostElf(options));
  EXPECT_FALSE(code.linked);
  EXPECT_EQ(Units(code), "relocatable: sm_80 lto_80");
  EXPECT_EQ(UnitCount(code), 1u);
}

TEST(DeviceCode, ReadsArchivesMemberByMember) {
  HostOptions object = Linked({"sm_80"});
  object.linked = false;
  HostOptions other = Linked({"sm_90"});
  other.linked = false;
  for (const auto kind : {test::ArchiveKind::kGnu, test::ArchiveKind::kBsd}) {
    const DeviceCode code = Read(test::Archive(
        {{"a.o", HostElf(object)}, {"readme.txt", "odd"}, {"b.o", HostElf(other)}}, kind));
    EXPECT_EQ(code.format, "archive");
    EXPECT_EQ(Units(code), "a.o: registered: sm_80; b.o: registered: sm_90");
    EXPECT_EQ(Problems(code), "");
  }
}

TEST(DeviceCode, FollowsThinArchives) {
  HostOptions object = Linked({"sm_80"});
  object.linked = false;
  const TemporaryFile archive(
      test::Archive({{"here.o", ""}, {"gone.o", ""}}, test::ArchiveKind::kThin), "lib.a");
  std::ofstream(archive.folder() + "/here.o", std::ios::binary) << HostElf(object);
  const DeviceCode code = ReadDeviceCode(archive.path(), {});
  EXPECT_EQ(Units(code), "here.o: registered: sm_80");
  ASSERT_EQ(code.problems.size(), 1u);
  EXPECT_EQ(code.problems[0].kind, Problem::Kind::kUnreadable);
  EXPECT_EQ(code.problems[0].member, "gone.o");
  EXPECT_FALSE(code.unreadable());
}

TEST(DeviceCode, ReadsWindowsFiles) {
  HostOptions options = Linked({"sm_80 compute_80", "sm_90a"});
  options.relocatable = {Region("lto_90")};
  options.device_linked = 1;
  options.gap = std::string(8, '\0');
  options.read_only_data = "text" + Region("sm_75");
  const DeviceCode code = Read(test::HostPe(options));
  EXPECT_EQ(code.format, "pe");
  EXPECT_EQ(Units(code),
            "registered: sm_80 compute_80; registered*: sm_90a; relocatable: lto_90; "
            "embedded: sm_75");
  EXPECT_EQ(Problems(code), "");
  options.extra_wrappers = 1;
  EXPECT_NE(Problems(Read(test::HostPe(options))).find("registers 4"), std::string::npos);
  options.remove_regions = true;
  EXPECT_EQ(Read(test::HostPe(options), false).stripped_regions, 4u);
}

TEST(DeviceCode, EveryPrefixOfAWindowsFileIsAnAnswer) {
  const std::string whole = test::HostPe(Linked({"sm_80", "compute_90"}));
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    const auto prefix =
        std::make_shared<base::MemorySource>(std::string_view(whole).substr(0, size));
    EXPECT_LE(ReadDeviceCode("prefix", prefix, {}).units.size(), 3u) << size;
  }
}

TEST(DeviceCode, ReadsOffloadBinariesOfClang) {
  const std::string two_sources =
      test::OffloadBinaries("sm_80 sm_90a hip_90 sm_80 compute_90 lto_90");
  const std::string expected = "relocatable: sm_80 sm_90a; relocatable: sm_80 compute_90 lto_90";
  HostOptions options;
  options.linked = false;
  options.offload = two_sources;
  EXPECT_EQ(Units(Read(HostElf(options))), expected);
  const DeviceCode bare = Read(two_sources);
  EXPECT_EQ(bare.format, "llvm-offload");
  EXPECT_EQ(Units(bare), expected);
  EXPECT_FALSE(bare.linked);
}

TEST(DeviceCode, EveryPrefixAndFlippedBitOfAnOffloadBinaryIsAnAnswer) {
  const std::string whole = test::OffloadBinaries("sm_80 compute_90");
  const auto read = [](const std::string& content) {
    return ReadDeviceCode("bytes", std::make_shared<base::MemorySource>(content), {});
  };
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_LE(read(whole.substr(0, size)).units.size(), 2u) << size;
  }
  for (std::size_t bit = 0; bit < 8 * 200; ++bit) {
    std::string content = whole;
    content[bit / 8] = static_cast<char>(content[bit / 8] ^ (1 << bit % 8));
    EXPECT_LE(read(content).units.size(), 3u) << bit;
  }
}

TEST(DeviceCode, ReadsBareImages) {
  EXPECT_EQ(Units(Read(test::Cubin("sm_100f"))), "registered: sm_100f");
  EXPECT_EQ(Units(Read(test::Cubin("sm_90/relocatable"))), "relocatable: sm_90");
  EXPECT_EQ(Units(Read(test::Ptx("compute_90a/isa=8.0"))), "registered: compute_90a");
  EXPECT_EQ(Units(Read(Region("sm_80") + Region("sm_90"))), "registered: sm_80; registered: sm_90");
  EXPECT_EQ(Read(test::Cubin("sm_80")).format, "cubin");
  EXPECT_EQ(Read(test::Ptx("compute_80")).format, "ptx");
  EXPECT_EQ(Read(Region("sm_80")).format, "fatbin");
}

TEST(DeviceCode, WithoutDeviceCodeThereAreNoUnits) {
  for (const std::string& content : {std::string(), std::string("text"), HostElf({})}) {
    const DeviceCode code = Read(content);
    EXPECT_TRUE(code.units.empty());
    EXPECT_EQ(Problems(code), "");
    EXPECT_EQ(code.stripped_regions, 0u);
  }
}

TEST(DeviceCode, SaysWhereDeviceCodeWasStrippedOut) {
  HostOptions options = Linked({"sm_80", "sm_90"});
  options.remove_regions = true;
  const DeviceCode code = Read(HostElf(options));
  EXPECT_EQ(code.stripped_regions, 2u);
  EXPECT_TRUE(code.units.empty());
}

TEST(DeviceCode, ASplitDebugFileHoldsNone) {
  HostOptions options = Linked({"sm_80"});
  options.no_bits = true;
  const DeviceCode code = Read(HostElf(options));
  EXPECT_TRUE(code.units.empty());
  EXPECT_EQ(code.stripped_regions, 0u);
  EXPECT_EQ(Problems(code), "");
}

TEST(DeviceCode, ComparesRegionsWithTheirWrappers) {
  HostOptions options = Linked({"sm_80"});
  options.extra_wrappers = 1;
  const DeviceCode code = Read(HostElf(options));
  ASSERT_EQ(code.problems.size(), 1u);
  EXPECT_EQ(code.problems[0].kind, Problem::Kind::kIncomplete);
}

TEST(DeviceCode, KeepsWhatIsWholeOfABrokenSection) {
  HostOptions options = Linked({"sm_80", "sm_90"});
  options.registered[1].replace(8, 8, test::U64(1 << 30));
  const DeviceCode code = Read(HostElf(options), false);
  EXPECT_EQ(Units(code), "registered: sm_80");
  EXPECT_NE(Problems(code).find("ends beyond the end"), std::string::npos);
}

TEST(Embedded, IsFoundAtAnyAlignmentAndApartFromWhatIsRegistered) {
  HostOptions options = Linked({"sm_80"});
  options.read_only_data =
      "odd" + Region("sm_90 compute_90") + "x" + test::Cubin("sm_75/abi7") + "tail";
  EXPECT_EQ(Units(Read(HostElf(options))),
            "registered: sm_80; embedded: sm_90 compute_90; embedded: sm_75");
  const DeviceCode headers_only = Read(HostElf(options), false);
  EXPECT_EQ(Units(headers_only), "registered: sm_80");
  EXPECT_FALSE(headers_only.scanned);
}

TEST(Embedded, IsFoundWhereTheSectionTableIsGone) {
  HostOptions options = Linked({"sm_80", "sm_90"});
  options.elf.section_table = false;
  EXPECT_EQ(Units(Read(HostElf(options))), "embedded: sm_80; embedded: sm_90");
}

TEST(Embedded, IsFoundInFilesOfAnyFormatAndAcrossWindows) {
  for (const std::size_t before : {(1u << 20) - 18, (1u << 20) - 7, (1u << 20) - 1, 1u << 20}) {
    const std::string content = std::string(before, 'P') + Region("sm_80") + Region("sm_90");
    EXPECT_EQ(Units(Read(content)), "embedded: sm_80; embedded: sm_90") << before;
    EXPECT_EQ(Units(Read(std::string(before, 'P') + test::Cubin("sm_86"))), "embedded: sm_86")
        << before;
  }
}

TEST(Embedded, ChanceAndDamageDoNotCount) {
  std::string cut = Region("compute_80");
  cut.resize(cut.size() - 8);
  const std::string chance = "code\x50\xED\x55\xBA more code";
  EXPECT_EQ(Units(Read("x" + chance + chance + Region("compute_80/kind=9") + cut)), "");
}

TEST(DeviceCode, RefusesWhatIsNoRegularFile) {
  const TemporaryFile file("");
  EXPECT_TRUE(ReadDeviceCode(file.folder(), {}).unreadable());
  EXPECT_TRUE(ReadDeviceCode(file.folder() + "/nothing", {}).unreadable());
}

TEST(DeviceCode, EveryPrefixIsAnAnswer) {
  HostOptions options = Linked({"sm_80", "sm_90 compute_90"});
  options.relocatable = {Region("sm_80")};
  options.device_linked = 0;
  options.sources = {"a.cu", "b.cu"};
  const std::string whole = HostElf(options);
  ReadOptions read;
  read.name_sources = true;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto prefix =
        std::make_shared<base::MemorySource>(std::string_view(whole).substr(0, size));
    const DeviceCode code = ReadDeviceCode("prefix", prefix, read);
    if (size >= 4) {
      EXPECT_FALSE(code.problems.empty()) << size;
    }
    EXPECT_FALSE(code.unreadable()) << size;
  }
}

TEST(DeviceCode, EveryFlippedBitIsAnAnswer) {
  HostOptions options = Linked({"sm_80"});
  options.relocatable = {Region("sm_80/empty")};
  options.device_linked = 0;
  options.sources = {"a.cu"};
  const std::string whole = HostElf(options);
  ReadOptions read;
  read.name_sources = true;
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string content = whole;
    content[bit / 8] = static_cast<char>(content[bit / 8] ^ (1 << bit % 8));
    const DeviceCode code =
        ReadDeviceCode("flipped", std::make_shared<base::MemorySource>(content), read);
    EXPECT_LE(code.units.size(), 2u);
  }
}

TEST(Inspect, GroupsImagesThatAreAlike) {
  HostOptions options = Linked({"sm_90 compute_90", "sm_90a", "sm_90"});
  options.relocatable = {Region("sm_90 lto_90")};
  OpenBudget budget;
  base::JsonWriter json;
  const TemporaryFile file(HostElf(options));
  Write(json, ReadDeviceCode(file.path(), {}), {}, budget);
  const std::string& text = json.text();
  EXPECT_NE(text.find(R"("format":"elf")"), std::string::npos);
  EXPECT_NE(text.find(R"("unit_count":3)"), std::string::npos);
  for (const char* group :
       {R"({"kind":"cubin","arch":"sm_90","where":"registered","count":2,)",
        R"({"kind":"cubin","arch":"sm_90a","where":"registered","count":1,)",
        R"({"kind":"ptx","arch":"compute_90","where":"registered","count":1,)",
        R"({"kind":"cubin","arch":"sm_90","where":"relocatable","count":1,)",
        R"({"kind":"ltoir","arch":"lto_90","where":"relocatable","count":1,)"}) {
    EXPECT_NE(text.find(group), std::string::npos) << group << " in " << text;
  }
}

}  // namespace
}  // namespace cuda_arch_guard::fatbin
