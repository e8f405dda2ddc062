// What a verdict gives somebody to do.
#pragma once

#include <vector>

#include "base/finding.h"
#include "verdict/judge.h"

namespace cuda_arch_guard::verdict {

// About the file itself: unreadable, damaged, stripped, closed images.
std::vector<base::Finding> FindingsOf(const Examined& file);

// About the file on one device: errors for `fails` and `partly`, a note for `runs-by-jit`.
std::vector<base::Finding> FindingsOf(const Examined& file, const FileVerdict& verdict,
                                      const Policy& policy);

}  // namespace cuda_arch_guard::verdict
