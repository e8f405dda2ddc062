// Regular expressions in the syntax of CMake's: . [] [^] ^ $ * + ? | ( ) and \ before a character
// that shall stand for itself. A pattern is found anywhere in a text unless ^ and $ say otherwise.
//
// An engine of our own, since the tool is built on machines where only a compiler is sure to be:
// std::regex overflows the stack on long lines, and this one takes time linear in the text,
// whatever the pattern (all states are followed at once; nothing is tried and taken back).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace cuda_arch_guard::base {

class Pattern {
 public:
  // Errors: [usage], with the place in the pattern.
  static Result<Pattern> Parse(std::string_view text);

  bool Matches(std::string_view text) const;

 private:
  friend class PatternParser;

  enum class Kind { kSet, kBegin, kEnd, kSplit, kMatch };
  struct State {
    Kind kind = Kind::kMatch;
    std::vector<bool> set;  // kSet: by byte
    int next = -1;
    int other = -1;  // kSplit
  };

  void Follow(int state, bool at_begin, bool at_end, std::vector<int>& list,
              std::vector<std::size_t>& mark, std::size_t generation) const;

  std::vector<State> states_;
  int start_ = -1;
};

}  // namespace cuda_arch_guard::base
