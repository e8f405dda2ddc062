// Small files, whole.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include "base/maybe.h"

namespace cuda_arch_guard::base {

// The beginning of a file, up to `limit` bytes; nothing if it cannot be opened or is a folder.
// Never waits: for files in /proc and /sys, and for what may be a pipe.
Maybe<std::string> ReadFile(const std::string& path, std::size_t limit = 1 << 16);

// Whoever reads the file meanwhile sees the old content or the new, never a part. False: errno says
// why, and the old content is still there.
bool WriteFileAtomically(const std::string& path, std::string_view content);

// The file itself or a link to it may be executed by us.
bool IsExecutable(const std::string& path);

// argv[0]'s way: a name without a separator is searched on PATH, empty if it is not there; anything
// else is returned as it is.
std::string FindProgram(const std::string& name);

}  // namespace cuda_arch_guard::base
