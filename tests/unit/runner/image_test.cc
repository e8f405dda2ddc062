#include "runner/image.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace cuda_arch_guard::runner {
namespace {

namespace fs = std::filesystem;

class ImageFolder : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / ("cag-image-" + std::to_string(getpid()) + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string Put(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  fs::path folder_;
};

std::string NameOf(const std::string& path) {
  const auto image = ParseImagePath(path);
  return image ? image->feature + " " + image->Name() : "none";
}

TEST(ImagePath, NamesAreUnderstood) {
  EXPECT_EQ(NameOf("a b/launch.sm_86.cubin"), "launch sm_86");
  EXPECT_EQ(NameOf("launch.compute_90a.ptx"), "launch compute_90a");
  EXPECT_EQ(NameOf("x/tcgen05.sm_100f.cubin"), "tcgen05 sm_100f");
  EXPECT_EQ(NameOf("launch.fatbin"), "launch fatbin");
}

TEST(ImagePath, OtherNamesAreNone) {
  for (const char* name : {"launch.cubin", "launch.sm_86.ptx", "launch.compute_86.cubin", "",
                           ".sm_86.cubin", "launch.sm_.cubin", "launch.sm_8x.cubin", ".fatbin"}) {
    EXPECT_EQ(NameOf(name), "none") << name;
  }
}

TEST(PtxIsa, IsReadFromTheHead) {
  EXPECT_EQ(PtxIsaOf("//\n// x\n.version 9.0\n.target sm_86\n").ToString(), "9.0");
  EXPECT_EQ(PtxIsaOf("nothing").count, 0);
}

TEST_F(ImageFolder, FolderGivesItsImagesInOrder) {
  Put("launch.fatbin", "");
  Put("launch.compute_90.ptx", ".version 8.4\n");
  Put("launch.sm_90.cubin", "");
  Put("launch.sm_86.cubin", "");
  Put("notes.txt", "");
  const auto images = ListImages(folder_.string());
  ASSERT_TRUE(images);
  std::string names;
  for (const Image& image : *images) names += image.Name() + " ";
  EXPECT_EQ(names, "sm_86 sm_90 compute_90 fatbin ");
  EXPECT_EQ((*images)[2].traits.ptx_isa.ToString(), "8.4");
}

TEST_F(ImageFolder, ListNamesImagesBesideItself) {
  const std::string list =
      Put("launch.images", "launch.sm_86.cubin 8.6 8.9\n\nlaunch.sm_90.cubin\n");
  const auto images = ListImages(list);
  ASSERT_TRUE(images);
  ASSERT_EQ(images->size(), 2u);
  EXPECT_EQ((*images)[0].path, (folder_ / "launch.sm_86.cubin").string());
  ASSERT_EQ((*images)[0].devices.size(), 2u);
  EXPECT_EQ((*images)[0].devices[1].ToString(), "8.9");
  EXPECT_TRUE((*images)[1].devices.empty());
}

TEST_F(ImageFolder, WhatCannotBeUsedIsAnError) {
  EXPECT_EQ(ListImages((folder_ / "missing").string()).finding().id,
            "validation-images-unreadable");
  EXPECT_FALSE(ListImages(folder_.string()));
  EXPECT_FALSE(ListImages(Put("empty.images", "\n")));
  EXPECT_FALSE(ListImages(Put("device.images", "launch.sm_86.cubin 86\n")));
  const auto odd = ListImages(Put("odd.images", "launch.sm_86.cubin\nREADME\n"));
  ASSERT_FALSE(odd);
  EXPECT_EQ(odd.finding().found, "README");
}

}  // namespace
}  // namespace cuda_arch_guard::runner
