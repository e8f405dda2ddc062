#include "base/pattern.h"

#include "base/text.h"

namespace cuda_arch_guard::base {

// Builds the states back to front: each Parse… gets the state that follows what it parses and
// returns the state that begins it. The grammar:
//   alternatives = sequence { '|' sequence }    sequence = { piece }
//   piece = atom { '*' | '+' | '?' }            atom = '(' alternatives ')' | '[' … ']' | character
class PatternParser {
 public:
  explicit PatternParser(std::string_view text) : text_(text) {}

  bool Run() {
    const int match = Add({Pattern::Kind::kMatch, {}, -1, -1});
    const Fragment whole = Alternatives(0);
    if (error_.empty() && at_ < text_.size()) error_ = "')' without '('";
    if (!error_.empty()) return false;
    Patch(whole, match);
    pattern_.start_ = whole.start;
    return true;
  }

  std::string error() const { return error_ + " at character " + std::to_string(at_ + 1); }
  Pattern Take() { return std::move(pattern_); }

 private:
  static constexpr std::size_t kMaxText = 4096;
  static constexpr int kMaxDepth = 100;

  // A part whose ends do not lead anywhere yet: (state, whether its `other` is meant).
  struct Fragment {
    int start = -1;
    std::vector<std::pair<int, bool>> ends;
  };

  int Add(Pattern::State state) {
    pattern_.states_.push_back(std::move(state));
    return static_cast<int>(pattern_.states_.size()) - 1;
  }

  void Patch(const Fragment& fragment, int target) {
    for (const auto& end : fragment.ends) {
      Pattern::State& state = pattern_.states_[static_cast<std::size_t>(end.first)];
      (end.second ? state.other : state.next) = target;
    }
  }

  Fragment One(Pattern::State state) {
    const int index = Add(std::move(state));
    return {index, {{index, false}}};
  }

  Fragment Alternatives(int depth) {
    if (depth > kMaxDepth || text_.size() > kMaxText) {
      error_ = "it is too long or too deep";
      return {};
    }
    Fragment left = Sequence(depth);
    while (error_.empty() && Take('|')) {
      const Fragment right = Sequence(depth);
      const int split = Add({Pattern::Kind::kSplit, {}, left.start, right.start});
      left.start = split;
      left.ends.insert(left.ends.end(), right.ends.begin(), right.ends.end());
    }
    return left;
  }

  Fragment Sequence(int depth) {
    // An empty sequence is one state that leads on without taking anything.
    const int first = Add({Pattern::Kind::kSplit, {}, -1, -1});
    Fragment whole = {first, {{first, false}}};
    while (error_.empty() && at_ < text_.size() && text_[at_] != '|' && text_[at_] != ')') {
      const Fragment piece = Piece(depth);
      if (!error_.empty()) break;
      Patch(whole, piece.start);
      whole.ends = piece.ends;
    }
    return whole;
  }

  Fragment Piece(int depth) {
    Fragment piece = Atom(depth);
    while (error_.empty() && at_ < text_.size()) {
      const char repeat = text_[at_];
      if (repeat != '*' && repeat != '+' && repeat != '?') break;
      ++at_;
      const int split = Add({Pattern::Kind::kSplit, {}, piece.start, -1});
      if (repeat == '?') {
        piece.start = split;
        piece.ends.emplace_back(split, true);
        continue;
      }
      Patch(piece, split);
      piece.ends.assign(1, {split, true});
      if (repeat == '*') piece.start = split;
    }
    return piece;
  }

  Fragment Atom(int depth) {
    const char c = text_[at_++];
    if (c == '^') return One({Pattern::Kind::kBegin, {}, -1, -1});
    if (c == '$') return One({Pattern::Kind::kEnd, {}, -1, -1});
    if (c == '.') return One({Pattern::Kind::kSet, std::vector<bool>(256, true), -1, -1});
    if (c == '[') return Set();
    if (c == '(') {
      const Fragment inside = Alternatives(depth + 1);
      if (error_.empty() && !Take(')')) error_ = "')' is missing";
      return inside;
    }
    if (c == '*' || c == '+' || c == '?') {
      --at_;
      error_ = "nothing stands before the repetition";
      return {};
    }
    if (c == '\\' && at_ == text_.size()) {
      error_ = "nothing stands behind the last '\\'";
      return {};
    }
    std::vector<bool> set(256, false);
    set[static_cast<unsigned char>(c == '\\' ? text_[at_++] : c)] = true;
    return One({Pattern::Kind::kSet, std::move(set), -1, -1});
  }

  Fragment Set() {
    const bool inverted = Take('^');
    std::vector<bool> set(256, inverted);
    // A ']' that comes first stands for itself.
    for (bool first = true; at_ < text_.size() && (first || text_[at_] != ']'); first = false) {
      const auto low = static_cast<unsigned char>(text_[at_++]);
      auto high = low;
      if (at_ + 1 < text_.size() && text_[at_] == '-' && text_[at_ + 1] != ']') {
        high = static_cast<unsigned char>(text_[at_ + 1]);
        at_ += 2;
      }
      for (unsigned value = low; value <= high; ++value) set[value] = !inverted;
    }
    if (!Take(']')) error_ = "']' is missing";
    return One({Pattern::Kind::kSet, std::move(set), -1, -1});
  }

  bool Take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string error_;
  Pattern pattern_;
};

Result<Pattern> Pattern::Parse(std::string_view text) {
  PatternParser parser(text);
  if (parser.Run()) return parser.Take();
  Finding finding;
  finding.id = "usage";
  finding.wrong = "a regular expression cannot be read.";
  finding.found = Printable(text) + ": " + parser.error();
  finding.because = "the syntax is that of CMake: . [] ^ $ * + ? | ( ) and \\";
  return finding;
}

void Pattern::Follow(int state, bool at_begin, bool at_end, std::vector<int>& list,
                     std::vector<std::size_t>& mark, std::size_t generation) const {
  std::vector<int> open = {state};
  while (!open.empty()) {
    const int index = open.back();
    open.pop_back();
    if (index < 0 || mark[static_cast<std::size_t>(index)] == generation) continue;
    mark[static_cast<std::size_t>(index)] = generation;
    const State& here = states_[static_cast<std::size_t>(index)];
    if (here.kind == Kind::kSplit) {
      open.push_back(here.next);
      open.push_back(here.other);
    } else if (here.kind == Kind::kBegin) {
      if (at_begin) open.push_back(here.next);
    } else if (here.kind == Kind::kEnd) {
      if (at_end) open.push_back(here.next);
    } else {
      list.push_back(index);
    }
  }
}

bool Pattern::Matches(std::string_view text) const {
  std::vector<std::size_t> mark(states_.size(), 0);
  std::vector<int> now;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    std::vector<int> next;
    const bool at_end = i == text.size();
    // A match may begin anywhere.
    std::vector<int> here;
    for (const int state : now) Follow(state, i == 0, at_end, here, mark, i + 1);
    Follow(start_, i == 0, at_end, here, mark, i + 1);
    for (const int state : here) {
      const State& reached = states_[static_cast<std::size_t>(state)];
      if (reached.kind == Kind::kMatch) return true;
      if (!at_end && reached.set[static_cast<unsigned char>(text[i])]) {
        next.push_back(reached.next);
      }
    }
    now = std::move(next);
  }
  return false;
}

}  // namespace cuda_arch_guard::base
