#include "base/text.h"

namespace cuda_arch_guard::base {
namespace {

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Levenshtein distance.
std::size_t EditDistance(std::string_view a, std::string_view b) {
  List<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      const std::size_t insert_or_delete = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
      row[j] = substitute < insert_or_delete ? substitute : insert_or_delete;
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view Trim(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

std::string ToLower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

bool StartsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool EndsWith(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

List<std::string> SplitAny(std::string_view text, std::string_view separators) {
  List<std::string> pieces;
  while (true) {
    const std::size_t end = text.find_first_of(separators);
    const std::string_view piece = Trim(text.substr(0, end));
    if (!piece.empty()) pieces.emplace_back(piece);
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

List<std::string> Lines(std::string_view text) { return SplitAny(text, "\n"); }

std::string Join(const List<std::string>& parts, std::string_view separator) {
  std::string joined;
  for (const std::string& part : parts) {
    if (!joined.empty()) joined += separator;
    joined += part;
  }
  return joined;
}

Maybe<int> ParseNumber(std::string_view text) {
  if (text.empty() || text.size() > 9) return kNothing;
  int number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return kNothing;
    number = number * 10 + (c - '0');
  }
  return number;
}

std::string NearestSpelling(std::string_view word, const List<std::string>& candidates) {
  const std::string lower = ToLower(word);
  std::size_t best = lower.size() / 3 + 1;
  std::string nearest;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = EditDistance(lower, ToLower(candidate));
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

// RFC 3629.
std::size_t Utf8Length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  std::size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length == 0 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  if (lead == 0xE0 && byte(1) < 0xA0) return 0;  // overlong
  if (lead == 0xED && byte(1) > 0x9F) return 0;  // surrogates
  if (lead == 0xF0 && byte(1) < 0x90) return 0;  // overlong
  if (lead == 0xF4 && byte(1) > 0x8F) return 0;  // beyond U+10FFFF
  return length;
}

std::string Printable(std::string_view text) {
  std::string printable;
  while (!text.empty()) {
    const std::size_t length = Utf8Length(text);
    const auto byte = static_cast<unsigned char>(text[0]);
    // The second half of the control characters, 0x80 to 0x9F, are two bytes in UTF-8.
    const bool c1 = length == 2 && byte == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0;
    const std::size_t taken = length == 0 ? 1 : length;
    if (length == 0 || byte < 0x20 || byte == 0x7F || c1) {
      printable.append(taken, '?');
    } else {
      printable += text.substr(0, taken);
    }
    text.remove_prefix(taken);
  }
  return printable;
}

void AppendWrapped(std::string& page, std::size_t indent, std::string_view text) {
  constexpr std::size_t kColumns = 80;
  const std::size_t newline = page.rfind('\n');
  std::size_t column = page.size() - (newline == std::string::npos ? 0 : newline + 1);
  bool first = true;
  for (const std::string& word : SplitAny(text, " ")) {
    if (!first && column + 1 + word.size() > kColumns) {
      page += '\n' + std::string(indent, ' ');
      column = indent;
      first = true;
    }
    if (!first) page += ' ';
    page += word;
    column += word.size() + (first ? 0 : 1);
    first = false;
  }
  page += '\n';
}

}  // namespace cuda_arch_guard::base
