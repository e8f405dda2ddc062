#include "base/json_writer.h"

#include <cstdio>

#include "base/text.h"

namespace cuda_arch_guard::base {

void JsonWriter::Separate() {
  if (!first_) text_ += ',';
  first_ = false;
}

JsonWriter& JsonWriter::Open(char bracket) {
  Separate();
  text_ += bracket;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::Close(char bracket) {
  text_ += bracket;
  first_ = false;
  return *this;
}

void JsonWriter::Quote(std::string_view value) {
  text_ += '"';
  while (!value.empty()) {
    const std::size_t length = Utf8Length(value);
    const char c = value[0];
    if (length == 0) {
      text_ += "\xEF\xBF\xBD";  // U+FFFD
    } else if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += c;
    } else if (c == '\n') {
      text_ += "\\n";
    } else if (c == '\t') {
      text_ += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      char escaped[16];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
      text_ += escaped;
    } else {
      text_ += value.substr(0, length);
    }
    value.remove_prefix(length == 0 ? 1 : length);
  }
  text_ += '"';
}

JsonWriter& JsonWriter::Key(std::string_view key) {
  Separate();
  Quote(key);
  text_ += ':';
  first_ = true;  // the value follows without a comma
  return *this;
}

JsonWriter& JsonWriter::String(std::string_view value) {
  Separate();
  Quote(value);
  return *this;
}

JsonWriter& JsonWriter::StringOrNull(std::string_view value) {
  return value.empty() ? Null() : String(value);
}

JsonWriter& JsonWriter::Number(std::int64_t value) { return Raw(std::to_string(value)); }
JsonWriter& JsonWriter::Bool(bool value) { return Raw(value ? "true" : "false"); }
JsonWriter& JsonWriter::Null() { return Raw("null"); }

JsonWriter& JsonWriter::Raw(std::string_view json) {
  Separate();
  text_ += json;
  return *this;
}

}  // namespace cuda_arch_guard::base
