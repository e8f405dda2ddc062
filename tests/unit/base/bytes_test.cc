#include "base/bytes.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random_access_file.h"
#include "support/fatbin_builder.h"

namespace cuda_arch_guard::base {
namespace {

TEST(Bytes, ReadsNumbersLittleEndianAtAnyOffset) {
  const MemorySource memory(std::string_view("\xff\x01\x02\x03\x04\x05\x06\x07\x88", 9));
  const Bytes bytes(memory);
  const auto record = bytes.ReadRecord<8>(1);
  ASSERT_TRUE(record);
  EXPECT_EQ(record->U8<0>(), 0x01);
  EXPECT_EQ(record->U16<1>(), 0x0302);
  EXPECT_EQ(record->U32<0>(), 0x04030201u);
  EXPECT_EQ(record->U64<0>(), 0x8807060504030201ull);
  EXPECT_EQ(bytes.U32(5), 0x88070605u);
}

TEST(Bytes, AnswersNothingOutside) {
  const MemorySource memory("12345678");
  const Bytes bytes(memory);
  EXPECT_FALSE(bytes.ReadRecord<8>(1));
  EXPECT_FALSE(bytes.U64(UINT64_MAX - 3));
  EXPECT_FALSE(bytes.Slice(4, UINT64_MAX - 2));  // the sum wraps around
  EXPECT_FALSE(bytes.Slice(UINT64_MAX, 2));
  EXPECT_FALSE(bytes.Copy(0, SIZE_MAX));
  EXPECT_EQ(bytes.From(9).size(), 0u);
  ASSERT_TRUE(bytes.Slice(8, 0));
  EXPECT_FALSE(bytes.Slice(2, 4)->Copy(3, 2));  // inside the source, outside the slice
}

TEST(Bytes, SlicesKnowWhereTheyBegin) {
  const MemorySource memory("0123456789");
  const Bytes slice = *Bytes(memory).Slice(2, 6);
  EXPECT_EQ(slice.From(3).origin(), 5u);
  EXPECT_EQ(*slice.From(3).Copy(0, 3), "567");
}

TEST(Bytes, TextEndsAtNulOrLimitOrEnd) {
  const std::string text = std::string(600, 'a') + '\0' + "tail";
  const MemorySource memory(text);
  const Bytes bytes(memory);
  EXPECT_EQ(bytes.TextAt(0, 4096).size(), 600u);
  EXPECT_EQ(bytes.TextAt(0, 300).size(), 300u);
  EXPECT_EQ(bytes.TextAt(601, 4096), "tail");
  EXPECT_EQ(bytes.TextAt(9999, 4096), "");
}

TEST(CheckedArithmetic, StopsAtSixtyFourBits) {
  EXPECT_EQ(CheckedAdd(UINT64_MAX - 1, 1), UINT64_MAX);
  EXPECT_FALSE(CheckedAdd(UINT64_MAX, 1));
  EXPECT_EQ(CheckedMultiply(0, UINT64_MAX), 0u);
  EXPECT_FALSE(CheckedMultiply(UINT64_MAX / 2, 3));
}

TEST(RandomAccessFile, ReadsAcrossWindows) {
  std::string content;
  for (int i = 0; i < 200'000; ++i) content += static_cast<char>(i * 7);
  const test::TemporaryFile file(content);
  RandomAccessFile reader;
  ASSERT_TRUE(reader.Open(file.path())) << reader.error();
  const Bytes bytes(reader);
  for (const std::size_t at : {0u, 4090u, 4096u, 65'535u, 199'990u}) {
    EXPECT_EQ(*bytes.Copy(at, 10), content.substr(at, 10)) << at;
  }
  EXPECT_EQ(*bytes.Copy(3, 100'000), content.substr(3, 100'000));
  EXPECT_FALSE(bytes.Copy(199'991, 10));
  EXPECT_FALSE(reader.failed());
}

TEST(RandomAccessFile, SurvivesAFileThatShrinks) {
  const test::TemporaryFile file(std::string(100'000, 'x'));
  RandomAccessFile reader;
  ASSERT_TRUE(reader.Open(file.path()));
  ASSERT_EQ(truncate(file.path().c_str(), 10), 0);
  EXPECT_FALSE(Bytes(reader).Copy(50'000, 10));
  EXPECT_TRUE(reader.failed());
}

TEST(RandomAccessFile, RefusesWhatIsNoRegularFile) {
  const test::TemporaryFile file("");
  const std::string pipe = file.folder() + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, file.folder(), std::string("/dev/null")}) {
    RandomAccessFile reader;
    EXPECT_FALSE(reader.Open(path)) << path;  // and does not wait for a writer
    EXPECT_TRUE(reader.not_regular()) << path;
    EXPECT_FALSE(reader.error().empty()) << path;
  }
  RandomAccessFile missing;
  EXPECT_FALSE(missing.Open(file.folder() + "/nothing"));
  EXPECT_FALSE(missing.not_regular());
}

}  // namespace
}  // namespace cuda_arch_guard::base
