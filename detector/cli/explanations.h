// What a word of this field means, from the tables and the rules.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cuda_arch_guard::cli {

struct Explanation {
  std::string kind;   // "compute-capability", "architecture", "gpu", "generation", "toolkit", …
  std::string title;  // one line
  std::vector<std::pair<std::string, std::string>> facts;  // label and text
};

// Every meaning that the word has: 12.0 is a compute capability and a CUDA version, 100 an
// architecture and an error. Empty: it is unknown.
std::vector<Explanation> Explain(std::string_view word);

// What may have been meant by an unknown word.
std::vector<std::string> NearWords(std::string_view word);

}  // namespace cuda_arch_guard::cli
