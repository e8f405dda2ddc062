// Encodes JSON, one token after the other. Reading JSON is left to CMake's string(JSON) and to
// nlohmann/json in the tool; the detector only writes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cuda_arch_guard::base {

class JsonWriter {
 public:
  JsonWriter& BeginObject() { return Open('{'); }
  JsonWriter& EndObject() { return Close('}'); }
  JsonWriter& BeginArray() { return Open('['); }
  JsonWriter& EndArray() { return Close(']'); }
  JsonWriter& Key(std::string_view key);
  JsonWriter& String(std::string_view value);
  // An empty value is written as null: in our documents "unknown" is null.
  JsonWriter& StringOrNull(std::string_view value);
  JsonWriter& Number(std::int64_t value);
  JsonWriter& Bool(bool value);
  JsonWriter& Null();
  // Another document, already encoded.
  JsonWriter& Raw(std::string_view json);

  // The document. Invalid UTF-8 and control characters in strings were escaped or replaced.
  const std::string& text() const { return text_; }

 private:
  JsonWriter& Open(char bracket);
  JsonWriter& Close(char bracket);
  void Separate();
  void Quote(std::string_view value);

  std::string text_;
  bool first_ = true;  // nothing stands yet in the innermost object or array
};

}  // namespace cuda_arch_guard::base
