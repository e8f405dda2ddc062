#include "select/wish.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace cuda_arch_guard::select {
namespace {

// "86+", "86", "^86", "@8.6": cubin and PTX, cubin, PTX, a device. "!id" is the error.
std::string Read(std::string_view text, Reading reading) {
  const base::Result<Wish> wish = ParseWish(text, reading);
  if (!wish) return "!" + wish.finding().id;
  switch (wish->kind) {
    case WishKind::kAuto:
      return "auto";
    case WishKind::kCovering:
      return "covering";
    case WishKind::kAll:
      return "all";
    case WishKind::kAllMajor:
      return "all-major";
    case WishKind::kNone:
      return "off";
    case WishKind::kList:
      break;
  }
  std::string line;
  for (const WishItem& item : wish->items) {
    if (!line.empty()) line += ' ';
    if (item.is_device) {
      line += "@" + item.device.ToString() + (item.ptx ? "+" : "");
      continue;
    }
    if (!item.real) line += '^';
    line += item.architecture.ToString();
    if (item.real && item.ptx) line += '+';
    if (!item.ptx_given) line += '?';
  }
  return line;
}

struct Row {
  const char* text;
  const char* own;
  const char* cmake;
  const char* torch;
};

constexpr char kBad[] = "!unknown-architecture";

constexpr Row kRows[] = {
    {"", "auto", "auto", "auto"},
    {"auto", "auto", kBad, "auto"},
    {"Auto", "auto", kBad, "auto"},
    {"native", "auto", "auto", kBad},
    {"covering", "covering", kBad, kBad},
    {"all", "all", "all", "all"},
    {"all-major", "all-major", "all-major", kBad},
    {"OFF", "off", "off", kBad},
    {"False", "off", "off", kBad},
    {"86", "86?", "86+", kBad},
    {"8.6", "86?", kBad, "86"},
    {"sm_86", "86", kBad, kBad},
    {"SM_86", "86", kBad, kBad},
    {"compute_86", "^86", kBad, kBad},
    {"86-real", "86", "86", kBad},
    {"86-virtual", "^86", "^86", kBad},
    {"8.6+PTX", "86+", kBad, "86+"},
    {"8.6+ptx", "86+", kBad, kBad},
    {"90a", "90a?", "90a+", kBad},
    {"9.0a", "90a?", kBad, "90a"},
    {"100f-real", "100f", "100f", kBad},
    {"10.0f", "100f?", kBad, kBad},
    {"120", "120?", "120+", kBad},
    {"12.0", "120?", kBad, "120"},
    {"8.8", "88?", kBad, kBad},
    {"10.1", "101?", kBad, kBad},
    {"86;89", "86? 89?", "86+ 89+", kBad},
    {"86,89", "86? 89?", kBad, kBad},
    {"86 89", "86? 89?", kBad, kBad},
    {"86;;89;", "86? 89?", "86+ 89+", kBad},
    {"8.6 9.0+PTX", "86? 90+", kBad, "86 90+"},
    {"8.6;9.0+PTX", "86? 90+", kBad, "86 90+"},
    {"8.6,9.0", "86? 90?", kBad, kBad},
    {" 86 ;\t90a-real ", "86? 90a", kBad, kBad},
    {"all;86", "!mixed-wish", "!mixed-wish", kBad},
    {"native 86", "!mixed-wish", kBad, kBad},
    {"RTX 3090", "@8.6", kBad, kBad},
    {"rtx 3090", "@8.6", kBad, kBad},
    {"NVIDIA GeForce RTX 3090, A100", "@8.6 @8.0", kBad, kBad},
    {"RTX 3090 RTX 4090", "@8.6 @8.9", kBad, kBad},
    {"RTX 3090 8.9", "@8.6 89?", kBad, kBad},
    {"8.9 RTX 3090", "89? @8.6", kBad, kBad},
    {"RTX 3090+PTX", "@8.6+", kBad, kBad},
    {"Hopper", "@9.0", kBad, "90+"},
    {"Ada Lovelace", "@8.9", kBad, kBad},
    {"ada", "@8.9", kBad, kBad},
    {"Ampere", "@8.0 @8.6 @8.7", kBad, "80 86+"},
    {"Ampere+Tegra", "!unknown-gpu", kBad, "87"},
    {"RTX 3091", "!unknown-gpu", kBad, kBad},
    {"86x", kBad, kBad, kBad},
    {"8.66", kBad, kBad, kBad},
    {"sm_86-real", "86", kBad, kBad},
    {"compute_86-real", kBad, kBad, kBad},
    {"lto_86", "!unknown-gpu", kBad, kBad},
    {"fleet:gpus.json", kBad, kBad, kBad},
    {"$(nvidia-smi)", "!unknown-gpu", kBad, kBad},
};

TEST(Wish, ReadsEverySpellingAsItsReaderDoes) {
  for (const Row& row : kRows) {
    EXPECT_EQ(Read(row.text, Reading::kOwn), row.own) << "own: " << row.text;
    EXPECT_EQ(Read(row.text, Reading::kCMake), row.cmake) << "cmake: " << row.text;
    EXPECT_EQ(Read(row.text, Reading::kTorch), row.torch) << "torch: " << row.text;
  }
}

TEST(Wish, SuggestsTheSpellingOfTheReader) {
  const struct {
    const char* text;
    Reading reading;
    const char* suggestion;
  } rows[] = {
      {"8.6", Reading::kCMake, "'86'"},
      {"sm_86", Reading::kCMake, "'86-real'"},
      {"8.6+PTX", Reading::kCMake, "'86'"},
      {"RTX 3090", Reading::kCMake, "CudaArchGuard_ARCHITECTURES=\"RTX 3090\""},
      {"86", Reading::kTorch, "'8.6'"},
      {"90a-real", Reading::kTorch, "'9.0a'"},
      {"hoper", Reading::kOwn, "'Hopper'"},
      {"coverin", Reading::kOwn, "'covering'"},
      {"RTX 3091", Reading::kOwn, "RTX 3090"},
      {"fleet:a.json", Reading::kOwn, "8.0;8.6;9.0"},
  };
  for (const auto& row : rows) {
    const base::Result<Wish> wish = ParseWish(row.text, row.reading);
    ASSERT_FALSE(wish.ok()) << row.text;
    EXPECT_TRUE(base::Contains(base::Join(wish.finding().todo, "\n"), row.suggestion))
        << row.text << "\n"
        << base::Render(wish.finding());
  }
}

TEST(Wish, AnErrorNamesTheEntryAndTheWholeList) {
  const base::Result<Wish> wish = ParseWish("80;8x;90", Reading::kOwn);
  ASSERT_FALSE(wish.ok());
  EXPECT_EQ(wish.finding().found, "'8x' in '80;8x;90'");
}

TEST(Wish, DevicesAreCapabilitiesAndNames) {
  const base::Result<std::vector<arch::ComputeCapability>> devices =
      ParseDevices("8.6, 90;RTX 4090 Turing");
  ASSERT_TRUE(devices.ok()) << base::Render(devices.finding());
  std::string line;
  for (const arch::ComputeCapability& device : *devices) line += device.ToString() + " ";
  EXPECT_EQ(line, "8.6 9.0 8.9 7.5 ");
}

TEST(Wish, AnArchitectureIsNoDevice) {
  for (const char* text : {"90a", "sm_86", "8.6+PTX", "100f", "auto", "all", ""}) {
    const base::Result<std::vector<arch::ComputeCapability>> devices = ParseDevices(text);
    ASSERT_FALSE(devices.ok()) << text;
    EXPECT_EQ(devices.finding().id, "unknown-gpu") << text;
  }
}

}  // namespace
}  // namespace cuda_arch_guard::select
