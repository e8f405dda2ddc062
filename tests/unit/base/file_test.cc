#include "base/file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace cuda_arch_guard::base {
namespace {

class File : public ::testing::Test {
 protected:
  File() {
    char name[] = "/tmp/cuda-arch-guard-file-XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~File() override { std::filesystem::remove_all(folder_); }
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
};

TEST_F(File, ReadsWhatWasWrittenAndReplacesIt) {
  const std::string binary("a\0b\n", 4);
  EXPECT_TRUE(WriteFileAtomically(Path("f"), binary));
  EXPECT_EQ(ReadFile(Path("f")), binary);
  EXPECT_TRUE(WriteFileAtomically(Path("f"), ""));
  EXPECT_EQ(ReadFile(Path("f")), "");
  std::size_t entries = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) entries += entry.exists();
  EXPECT_EQ(entries, 1u);  // no temporary file is left
}

TEST_F(File, ReadsNoMoreThanTheLimit) {
  WriteFileAtomically(Path("f"), std::string(1000, 'x'));
  EXPECT_EQ(ReadFile(Path("f"), 10)->size(), 10u);
}

TEST_F(File, NothingThereIsNoEmptyFile) {
  EXPECT_FALSE(ReadFile(Path("absent")));
  EXPECT_FALSE(ReadFile(folder_.string()));
}

TEST_F(File, APipeDoesNotHang) {
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(ReadFile(Path("pipe")).value_or(""), "");
}

TEST_F(File, WritingWhereNothingCanBeWrittenFails) {
  EXPECT_FALSE(WriteFileAtomically(Path("no/such/folder"), "x"));
  std::filesystem::create_directory(folder_ / "folder");
  EXPECT_FALSE(WriteFileAtomically(Path("folder"), "x"));
  EXPECT_TRUE(std::filesystem::is_directory(folder_ / "folder"));
}

TEST_F(File, FindsProgramsOnPathOnly) {
  std::ofstream(Path("tool")) << "#!/bin/sh\n";
  std::ofstream(Path("data")) << "x";
  ASSERT_EQ(chmod(Path("tool").c_str(), 0755), 0);
  std::filesystem::create_directory(folder_ / "folder");
  const std::string before = std::getenv("PATH");
  setenv("PATH", ("/no/such/folder::" + folder_.string()).c_str(), 1);
  EXPECT_EQ(FindProgram("tool"), Path("tool"));
  EXPECT_EQ(FindProgram("data"), "");
  EXPECT_EQ(FindProgram("folder"), "");
  EXPECT_EQ(FindProgram("absent"), "");
  EXPECT_EQ(FindProgram("/given/path"), "/given/path");
  EXPECT_EQ(FindProgram(""), "");
  setenv("PATH", before.c_str(), 1);
}

}  // namespace
}  // namespace cuda_arch_guard::base
