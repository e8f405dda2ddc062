// Text in 80 columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cuda_arch_guard::cli {

// Breaks at spaces; lines after the first are indented. Ends with a new line. Words longer than a
// line stay whole, so that paths can be copied.
std::string WrapText(std::string_view text, std::size_t indent);

}  // namespace cuda_arch_guard::cli
