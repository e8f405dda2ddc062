// Small string work: splitting, trimming, numbers, near misses.
#pragma once

#include <string>
#include <string_view>
#include "base/list.h"
#include "base/maybe.h"

namespace cuda_arch_guard::base {

std::string_view Trim(std::string_view text);
std::string ToLower(std::string_view text);
bool StartsWith(std::string_view text, std::string_view prefix);
bool EndsWith(std::string_view text, std::string_view suffix);
bool Contains(std::string_view text, std::string_view part);

// The pieces between any of the characters in `separators`, trimmed; empty pieces are dropped.
List<std::string> SplitAny(std::string_view text, std::string_view separators);
List<std::string> Lines(std::string_view text);
std::string Join(const List<std::string>& parts, std::string_view separator);

// The whole text as a decimal number below 2^31, nothing else around it.
Maybe<int> ParseNumber(std::string_view text);

// The candidate that is most likely meant by `word` (case does not count), empty if none is near:
// at most a third of the letters may differ.
std::string NearestSpelling(std::string_view word, const List<std::string>& candidates);

// Bytes in the well-formed UTF-8 sequence that `text` (not empty) begins with; 0 if it is none.
std::size_t Utf8Length(std::string_view text);

// `text` fit for a terminal: control characters, escape sequences and invalid bytes become '?'.
std::string Printable(std::string_view text);

// Appends `text` to a page of 80 columns, broken at spaces, and ends the line; every further line
// is indented. A word that is too long for a line stands alone on one.
void AppendWrapped(std::string& page, std::size_t indent, std::string_view text);

}  // namespace cuda_arch_guard::base
