// `detect` and `select`, the commands that the configure-time detector and the tool share.
#pragma once

#include <string>

#include "base/list.h"
#include "base/options.h"
#include "probe/inventory.h"
#include "select/selection.h"

namespace cuda_arch_guard::select {

// Exit codes of every command.
enum ExitCode {
  kFine = 0,
  kFindings = 1,  // some finding of severity error
  kUsage = 2,
  kCouldNotLook = 3,  // a limit passed, something unreadable
  kInternal = 4,
};

// What is written for people. The configure-time detector has none of it, since that is code to
// compile which CMake never asks for: there every answer is JSON.
struct Pages {
  std::string (*inventory)(const probe::Inventory&) = nullptr;
  std::string (*selection)(const Selection&, const probe::Toolkit&) = nullptr;
  std::string (*detect_help)() = nullptr;
  std::string (*select_help)() = nullptr;
};

const base::List<base::Option>& DetectOptions();

// `arguments` without the program's and the command's name; `self` is the program's path.
int RunDetect(const std::string& self, const base::List<std::string>& arguments,
              const Pages& pages);
int RunSelect(const std::string& self, const base::List<std::string>& arguments,
              const Pages& pages);

// The same with the pages of render.cc, for the tool.
int DetectCommand(const std::string& self, const base::List<std::string>& arguments);
int SelectCommand(const std::string& self, const base::List<std::string>& arguments);

}  // namespace cuda_arch_guard::select
