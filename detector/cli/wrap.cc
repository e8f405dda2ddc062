#include "cli/wrap.h"

namespace cuda_arch_guard::cli {

std::string WrapText(std::string_view text, std::size_t indent) {
  constexpr std::size_t kColumns = 80;
  std::string wrapped;
  std::size_t left = kColumns;
  while (text.size() > left) {
    std::size_t space = text.rfind(' ', left);
    const std::size_t begin = text.find_first_not_of(' ');
    if (space == std::string_view::npos || space <= begin) space = text.find(' ', left);
    if (space == std::string_view::npos) break;
    wrapped += text.substr(0, space);
    wrapped += "\n" + std::string(indent, ' ');
    text.remove_prefix(space + 1);
    left = kColumns - indent;
  }
  wrapped += text;
  return wrapped + "\n";
}

}  // namespace cuda_arch_guard::cli
