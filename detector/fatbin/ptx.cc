#include "fatbin/ptx.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace cuda_arch_guard::fatbin {
namespace {

constexpr std::uint64_t kMaxText = 256 << 20;

bool IsWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || c == '%' || c == '.';
}

// Words (directives, names, numbers) and single other characters; comments and strings are left
// out.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  // Empty at the end.
  std::string_view Next() {
    SkipToToken();
    if (at_ >= text_.size()) return {};
    const std::size_t begin = at_;
    while (at_ < text_.size() && IsWordCharacter(text_[at_])) ++at_;
    if (at_ == begin) ++at_;
    return text_.substr(begin, at_ - begin);
  }

 private:
  void SkipPast(std::string_view mark, std::size_t from) {
    const std::size_t end = text_.find(mark, from);
    at_ = end == std::string_view::npos ? text_.size() : end + mark.size();
  }

  void SkipToToken() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        ++at_;
      } else if (text_.substr(at_, 2) == "//") {
        SkipPast("\n", at_);
      } else if (text_.substr(at_, 2) == "/*") {
        SkipPast("*/", at_ + 2);
      } else if (c == '"') {
        SkipPast("\"", at_ + 1);
      } else {
        return;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// The bodies: kernels by name, and whether any other function has one. `.extern .func` and lines
// ended by ';' only declare.
void ReadFunctions(Tokens& tokens, Ptx& ptx) {
  bool in_function = false;  // after .func, before its body or its end
  int depth = 0;
  for (std::string_view token = tokens.Next(); !token.empty(); token = tokens.Next()) {
    if (token == "{") {
      if (depth++ == 0 && in_function) ptx.has_function = true;
      in_function = false;
    } else if (token == "}") {
      depth = std::max(0, depth - 1);
    } else if (depth == 0 && token == ";") {
      in_function = false;
    } else if (depth == 0 && token == ".func") {
      in_function = true;
    } else if (depth == 0 && token == ".entry") {
      ptx.kernels.emplace_back(tokens.Next());
    }
  }
}

}  // namespace

base::Parsed<Ptx> ReadPtx(const base::Bytes& bytes) {
  const std::uint64_t size = std::min(bytes.size(), kMaxText);
  // The head first: most files that are asked about are no PTX.
  const std::string head =
      bytes.Copy(0, static_cast<std::size_t>(std::min<std::uint64_t>(size, 16 << 10))).value_or("");
  if (Tokens(head).Next() != ".version") return base::NotThisFormat{};
  std::string text = bytes.Copy(0, static_cast<std::size_t>(size)).value_or("");
  text.resize(std::min(text.find('\0'), text.size()));

  Tokens tokens(text);
  tokens.Next();
  Ptx ptx;
  const std::optional<base::Version> isa = base::Version::Parse(tokens.Next());
  if (!isa) return base::Breakage{bytes.origin(), "PTX whose .version is no number"};
  ptx.isa = *isa;
  if (tokens.Next() != ".target") {
    return base::Breakage{bytes.origin(), "PTX without .target behind .version"};
  }
  const std::string_view target = tokens.Next();
  const auto architecture =
      base::StartsWith(target, "sm_") ? arch::ParseArchitecture(target.substr(3)) : std::nullopt;
  if (!architecture) return base::Breakage{bytes.origin(), "PTX for an unknown .target"};
  ptx.architecture = *architecture;
  ReadFunctions(tokens, ptx);
  return ptx;
}

}  // namespace cuda_arch_guard::fatbin
