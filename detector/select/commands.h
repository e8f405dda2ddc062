// `detect` and `select`, the commands that the configure-time detector and the tool share.
#pragma once

#include <string>
#include "base/list.h"

namespace cuda_arch_guard::select {

// Exit codes of every command.
enum ExitCode {
  kFine = 0,
  kFindings = 1,  // some finding of severity error
  kUsage = 2,
  kCouldNotLook = 3,  // a limit passed, something unreadable
  kInternal = 4,
};

// `arguments` without the program's and the command's name; `self` is the program's path.
int DetectCommand(const std::string& self, const base::List<std::string>& arguments);
int SelectCommand(const std::string& self, const base::List<std::string>& arguments);

}  // namespace cuda_arch_guard::select
