// What is inside images: cubins, PTX, compressed ones.
#include <gtest/gtest.h>

#include "fatbin/cubin.h"
#include "fatbin/kernel_name.h"
#include "fatbin/kernels.h"
#include "fatbin/open_image.h"
#include "fatbin/ptx.h"
#include "support/fatbin_builder.h"

namespace cuda_arch_guard::fatbin {
namespace {

std::string CubinArchitecture(const std::string& content) {
  const base::MemorySource memory(content);
  const auto cubin = ReadCubin(base::Bytes(memory));
  return cubin.read() ? cubin->architecture.ToString() : cubin.broken() ? "broken" : "other";
}

TEST(Cubin, TellsItsArchitectureInBothLayouts) {
  for (const char* words : {"sm_75", "sm_90", "sm_90a", "sm_100", "sm_100a", "sm_100f", "sm_120f",
                            "sm_61/abi7", "sm_90/abi7", "sm_90a/abi7"}) {
    const std::string text = words;
    const std::size_t end = text.find('/');
    EXPECT_EQ("sm_" + CubinArchitecture(test::Cubin(text)), text.substr(0, end)) << text;
  }
}

TEST(Cubin, TheLetterOfCuda12StandsInTheFlags) {
  // Section .nv.compat says nothing there, bit 0x8 does.
  std::string content = test::Cubin("sm_100/cuda=12.8");
  content[0x30] = static_cast<char>(content[0x30] | 0x8);
  EXPECT_EQ(CubinArchitecture(content), "100a");
}

TEST(Cubin, TellsItsMakerAndItsKernels) {
  const std::string content = test::Cubin("sm_90/cuda=12.9/kernel=_Z3addPi");
  const base::MemorySource memory(content);
  const auto cubin = ReadCubin(base::Bytes(memory));
  ASSERT_TRUE(cubin.read());
  EXPECT_EQ(cubin->cuda, base::Version(12, 9));
  EXPECT_TRUE(cubin->has_kernel);
  const auto elf = objfile::ElfFile::Read(base::Bytes(memory));
  EXPECT_EQ(CubinKernels(*elf), std::vector<std::string>{"_Z3addPi"});
}

TEST(Cubin, AHostFileIsNoCubin) {
  test::ElfOptions options;
  EXPECT_EQ(CubinArchitecture(test::Elf({}, options)), "other");
}

TEST(Cubin, EveryPrefixAndEveryFlippedBitIsAnAnswer) {
  const std::string sample = test::Cubin("sm_90a");
  for (std::size_t size = 0; size < sample.size(); ++size) {
    CubinArchitecture(sample.substr(0, size));
  }
  for (std::size_t bit = 0; bit < 8 * sample.size(); ++bit) {
    std::string content = sample;
    content[bit / 8] = static_cast<char>(content[bit / 8] ^ (1 << bit % 8));
    CubinArchitecture(content);
  }
}

TEST(Ptx, ReadsHeadAndKernels) {
  const std::string text =
      "// head\n.version 8.7\n.target sm_90a, debug\n.address_size 64\n"
      ".extern .func (.param .b32 r) vprintf(.param .b64 a);\n"
      "/* .entry no( */ .global .align 1 .b8 s[7] = {46, 101};\n"
      ".file 1 \".entry also_no(\"\n"
      ".weak .entry _Z1kPi(.param .u64 p)\n{\n ret;\n}\n.visible .entry second()\n{ ret; }\n";
  const base::MemorySource memory(text);
  const auto ptx = ReadPtx(base::Bytes(memory));
  ASSERT_TRUE(ptx.read());
  EXPECT_EQ(ptx->isa, base::Version(8, 7));
  EXPECT_EQ(ptx->architecture.ToString(), "90a");
  EXPECT_EQ(ptx->kernels, (std::vector<std::string>{"_Z1kPi", "second"}));
  EXPECT_FALSE(ptx->has_function);
}

TEST(Ptx, AFunctionWithABodyIsCode) {
  const std::string text =
      ".version 9.0\n.target sm_90\n.visible .func (.param .b32 r) _Z1fi(.param .b32 a)\n{ ret; }";
  const base::MemorySource memory(text);
  EXPECT_TRUE(ReadPtx(base::Bytes(memory))->has_function);
}

TEST(Ptx, TellsOtherTextFromBrokenPtx) {
  for (const char* text : {"", "int main() {}", "# .version", "version 9.0"}) {
    const base::MemorySource memory(text);
    EXPECT_TRUE(ReadPtx(base::Bytes(memory)).other()) << text;
  }
  for (const char* text : {".version", ".version x", ".version 9.0", ".version 9.0 .target",
                           ".version 9.0\n.target map_f64_to_f32"}) {
    const base::MemorySource memory(text);
    EXPECT_TRUE(ReadPtx(base::Bytes(memory)).broken()) << text;
  }
}

TEST(KernelName, ShowsWhatPeopleWrote) {
  const std::pair<const char*, const char*> names[] = {
      {"_Z4workPf", "work"},
      {"_ZN2at6native5addOpIfEEvPT_", "at::native::addOp"},
      {"_ZN3fooILi1EE3barEv", "foo"},  // what follows a template's arguments is left out
      {"_ZL6hiddenv", "hidden"},
      {"_ZN12_GLOBAL__N_15innerEv", "(anonymous)::inner"},
      {"plain_c", "plain_c"},
      {"_Z", "_Z"},
      {"_Z99short", "_Z99short"},
      {"_Z999999999999x", "_Z999999999999x"},
      {"", ""},
  };
  for (const auto& [mangled, readable] : names) {
    EXPECT_EQ(ReadableKernelName(mangled), readable) << mangled;
  }
}

// The first image of a region made of words.
struct OneImage {
  explicit OneImage(const std::string& words)
      : content(test::Region(words)),
        memory(content),
        image(WalkRegions(base::Bytes(memory)).regions.at(0).images.at(0)) {}
  std::string content;
  base::MemorySource memory;
  Image image;
  OpenBudget budget;
};

#if defined(CUDA_ARCH_GUARD_HAVE_ZSTD) && defined(CUDA_ARCH_GUARD_HAVE_LZ4)
TEST(OpenImage, UnpacksZstdAndLz4) {
  for (const char* words : {"sm_90/zstd", "sm_90/lz4", "compute_90/zstd", "compute_90/lz4"}) {
    OneImage one(words);
    const OpenedImage opened = OpenImage(one.image, one.budget);
    ASSERT_TRUE(opened.ok()) << words << ": " << opened.error();
    EXPECT_EQ(opened.bytes().size(), one.image.raw_size);
    EXPECT_EQ(KernelNames(one.image, one.budget), std::vector<std::string>{"_Z4workPf"}) << words;
  }
}

TEST(OpenImage, EveryFlippedBitOfTheCompressedBytesIsAnAnswer) {
  for (const char* words : {"sm_90/zstd", "sm_90/lz4"}) {
    OneImage one(words);
    const std::size_t begin = one.content.size() - 40;
    for (std::size_t bit = 8 * begin; bit < 8 * one.content.size(); ++bit) {
      std::string content = one.content;
      content[bit / 8] = static_cast<char>(content[bit / 8] ^ (1 << bit % 8));
      const base::MemorySource memory(content);
      const auto walk = WalkRegions(base::Bytes(memory));
      OpenImage(walk.regions.at(0).images.at(0), one.budget);
    }
  }
}

TEST(OpenImage, AWrongSizeIsSaid) {
  OneImage one("sm_90/zstd");
  one.image.raw_size += 1;
  EXPECT_FALSE(OpenImage(one.image, one.budget).ok());
  one.image.raw_size = 10;
  EXPECT_FALSE(OpenImage(one.image, one.budget).ok());
}
#endif

TEST(OpenImage, ABombIsRefusedBeforeMemoryIsTaken) {
  OneImage one("sm_90/claim-zstd");
  one.image.raw_size = UINT64_MAX;
  const OpenedImage opened = OpenImage(one.image, one.budget);
  EXPECT_NE(opened.error().find("limit"), std::string::npos) << opened.error();
}

TEST(OpenImage, TheBudgetIsForAllImagesTogether) {
  OneImage one("sm_90/claim-zstd");
  one.budget.left = 2 * one.image.raw_size;
  OpenImage(one.image, one.budget);
  OpenImage(one.image, one.budget);
  const OpenedImage third = OpenImage(one.image, one.budget);
  EXPECT_NE(third.error().find("limit"), std::string::npos) << third.error();
}

Presence PresenceOf(const std::string& words) {
  const std::string content = test::Region(words);
  const base::MemorySource memory(content);
  Unit unit;
  unit.images = WalkRegions(base::Bytes(memory)).regions.at(0).images;
  OpenBudget budget;
  std::string why;
  const Presence presence = HasCode(unit, budget, &why);
  EXPECT_EQ(presence == Presence::kUnknown, !why.empty()) << words;
  return presence;
}

TEST(HasCode, OneImageWithAKernelIsEnough) {
  EXPECT_EQ(PresenceOf("sm_80"), Presence::kYes);
  EXPECT_EQ(PresenceOf("compute_80"), Presence::kYes);
  EXPECT_EQ(PresenceOf("sm_80/empty sm_90/empty"), Presence::kNo);
  EXPECT_EQ(PresenceOf("sm_80/empty compute_90/empty"), Presence::kNo);
  EXPECT_EQ(PresenceOf("sm_80/empty sm_90"), Presence::kYes);
  EXPECT_EQ(PresenceOf(""), Presence::kNo);
}

TEST(HasCode, WhatCannotBeOpenedIsUnknown) {
  EXPECT_EQ(PresenceOf("sm_80/claim-zstd"), Presence::kUnknown);
  EXPECT_EQ(PresenceOf("sm_80/empty sm_90/claim-zstd"), Presence::kUnknown);
  EXPECT_EQ(PresenceOf("sm_80/claim-zstd sm_90"), Presence::kYes);
  EXPECT_EQ(PresenceOf("lto_90"), Presence::kUnknown);
}

}  // namespace
}  // namespace cuda_arch_guard::fatbin
