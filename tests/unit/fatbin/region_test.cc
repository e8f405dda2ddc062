#include "fatbin/region.h"

#include <gtest/gtest.h>

#include "support/fatbin_builder.h"

namespace cuda_arch_guard::fatbin {
namespace {

using test::Region;

std::string List(const fatbin::Region& region) {
  std::string list;
  for (const Image& image : region.images) list += (list.empty() ? "" : " ") + image.ToString();
  return list;
}

// Regions in words, '|' between them; behind '!' what broke the walk.
std::string Walk(const std::string& content) {
  const base::MemorySource memory(content);
  const RegionWalk walk = WalkRegions(base::Bytes(memory));
  std::string text;
  for (const fatbin::Region& region : walk.regions) {
    text += (text.empty() ? "" : " | ") + List(region);
  }
  return walk.breakage ? text + " ! " + walk.breakage->what : text;
}

TEST(Region, ReadsKindsNumbersAndLetters) {
  EXPECT_EQ(Walk(Region("sm_80 sm_90a sm_100f compute_90 compute_90a lto_90a lto_100f")),
            "sm_80 sm_90a sm_100f compute_90 compute_90a lto_90a lto_100f");
}

TEST(Region, ReadsTheIsaVersionOfPtx) {
  const std::string content = Region("compute_80/isa=8.7");
  const base::MemorySource memory(content);
  const RegionWalk walk = WalkRegions(base::Bytes(memory));
  EXPECT_EQ(walk.regions.at(0).images.at(0).traits.ptx_isa, base::Version(8, 7));
}

TEST(Region, ReadsTheIdentifier) {
  const std::string content = Region("sm_80/identifier=kernels.cu");
  const base::MemorySource memory(content);
  EXPECT_EQ(WalkRegions(base::Bytes(memory)).regions.at(0).images.at(0).identifier, "kernels.cu");
}

TEST(Region, KeepsRegionsApart) {
  EXPECT_EQ(Walk(Region("sm_80") + Region("sm_90 compute_90") + Region("")),
            "sm_80 | sm_90 compute_90 | ");
}

TEST(Region, ZeroBytesMayLieBetweenAndBehind) {
  EXPECT_EQ(Walk(Region("sm_80") + std::string(8, '\0') + Region("sm_90") + std::string(20, '\0')),
            "sm_80 | sm_90");
  EXPECT_EQ(Walk(std::string(300'000, '\0') + Region("sm_80")), "sm_80");
}

TEST(Region, OtherBytesBetweenAreSaid) {
  EXPECT_EQ(Walk(Region("sm_80") + "garbage!" + Region("sm_90")),
            "sm_80 ! no region of device code begins here");
}

TEST(Region, AnUnknownKindIsKeptAndCountsForNothing) {
  const std::string content = Region("sm_80/kind=64 compute_80");
  const base::MemorySource memory(content);
  const RegionWalk walk = WalkRegions(base::Bytes(memory));
  ASSERT_EQ(walk.regions.at(0).images.size(), 2u);
  EXPECT_FALSE(walk.regions[0].images[0].known);
  EXPECT_EQ(List(walk.regions[0]), "kind 64 compute_80");
}

TEST(Region, EveryPrefixIsAnAnswer) {
  const std::string first = Region("sm_80 compute_80");
  const std::string whole = first + Region("sm_90a");
  for (std::size_t size = 1; size < whole.size(); ++size) {
    const std::string walk = Walk(whole.substr(0, size));
    if (size == first.size()) {
      EXPECT_EQ(walk, "sm_80 compute_80");
    } else {
      EXPECT_NE(walk.find(" ! "), std::string::npos) << size << ": " << walk;
      EXPECT_EQ(walk.find("sm_80 compute_80") == 0, size > first.size()) << size;
    }
  }
}

TEST(Region, HostileHeadersAreRefusedWithTheirOffset) {
  const std::string sample = Region("sm_80 sm_90");
  struct Case {
    std::size_t at;
    std::string value;
  };
  const Case cases[] = {
      {8, test::U64(UINT64_MAX)},          // the region wraps around
      {8, test::U64(sample.size())},       // … ends beyond the section
      {8, test::U64(sample.size() - 24)},  // … cuts its last image
      {4, test::U16(2)},                   // another version
      {6, test::U16(8)},                   // a header smaller than itself
      {16 + 4, test::U32(0)},              // an image that never ends
      {16 + 4, test::U32(UINT32_MAX)},
      {16 + 8, test::U64(UINT64_MAX - 63)},  // header and payload wrap around to 0
      {16 + 8, test::U64(UINT64_MAX)},
  };
  for (const Case& hostile : cases) {
    std::string content = sample;
    content.replace(hostile.at, hostile.value.size(), hostile.value);
    const base::MemorySource memory(content);
    const RegionWalk walk = WalkRegions(base::Bytes(memory));
    ASSERT_TRUE(walk.breakage) << hostile.at;
    EXPECT_LT(walk.breakage->offset, content.size()) << hostile.at;
  }
}

TEST(Region, EveryFlippedBitIsAnAnswer) {
  const std::string sample = Region("sm_80 compute_80/identifier=a.cu");
  for (std::size_t bit = 0; bit < 8 * std::min<std::size_t>(sample.size(), 400); ++bit) {
    std::string content = sample;
    content[bit / 8] = static_cast<char>(content[bit / 8] ^ (1 << bit % 8));
    Walk(content);
  }
}

TEST(Region, StopsAtTheLimit) {
  std::string images;
  for (int i = 0; i < 20; ++i) images += "sm_80 ";
  const std::string content = Region(images);
  const base::MemorySource memory(content);
  Limits limits;
  limits.max_images = 19;
  EXPECT_TRUE(WalkRegions(base::Bytes(memory), limits).breakage);
  limits.max_images = 20;
  EXPECT_FALSE(WalkRegions(base::Bytes(memory), limits).breakage);
}

}  // namespace
}  // namespace cuda_arch_guard::fatbin
