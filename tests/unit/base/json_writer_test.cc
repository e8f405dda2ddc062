#include "base/json_writer.h"

#include <gtest/gtest.h>

namespace cuda_arch_guard::base {
namespace {

std::string Quoted(std::string_view value) {
  JsonWriter json;
  json.String(value);
  return json.text();
}

TEST(JsonWriter, SeparatesMembersAndElements) {
  JsonWriter json;
  json.BeginObject();
  json.Key("a").Number(-1);
  json.Key("b").BeginArray();
  json.BeginObject().EndObject();
  json.BeginArray().EndArray();
  json.Bool(true).Bool(false).Null();
  json.EndArray();
  json.Key("c").Raw("{\"d\":1}");
  json.EndObject();
  EXPECT_EQ(json.text(), "{\"a\":-1,\"b\":[{},[],true,false,null],\"c\":{\"d\":1}}");
}

TEST(JsonWriter, KnowsTheLargestNumber) {
  JsonWriter json;
  json.Number(INT64_MAX);
  EXPECT_EQ(json.text(), "9223372036854775807");
}

TEST(JsonWriter, UnknownIsNull) {
  JsonWriter json;
  json.BeginArray().StringOrNull("").StringOrNull("x").EndArray();
  EXPECT_EQ(json.text(), "[null,\"x\"]");
}

TEST(JsonWriter, EscapesWhatJsonReserves) {
  EXPECT_EQ(Quoted("a\"b\\c"), "\"a\\\"b\\\\c\"");
  EXPECT_EQ(Quoted("a\nb\tc"), "\"a\\nb\\tc\"");
  EXPECT_EQ(Quoted(std::string_view("\x00\x1f\x7f", 3)), "\"\\u0000\\u001f\\u007f\"");
}

TEST(JsonWriter, KeepsUtf8AndReplacesWhatIsNone) {
  EXPECT_EQ(Quoted("é€😀"), "\"é€😀\"");
  EXPECT_EQ(Quoted("a\xff"), "\"a\xEF\xBF\xBD\"");
  EXPECT_EQ(Quoted("\xc3"), "\"\xEF\xBF\xBD\"");                                  // cut short
  EXPECT_EQ(Quoted("\xc0\xaf"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");                  // overlong
  EXPECT_EQ(Quoted("\xed\xa0\x80"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");  // surrogate
  EXPECT_EQ(Quoted("\xf4\x90\x80\x80"),
            "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");  // beyond U+10FFFF
}

}  // namespace
}  // namespace cuda_arch_guard::base
