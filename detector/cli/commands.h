// The commands of the tool, as rows.
#pragma once

#include <string>
#include <vector>

namespace cuda_arch_guard::cli {

struct Command {
  const char* name;
  const char* summary;  // one line of the help; nullptr: for the tool's own use, not shown
  // `self` is the program's path; `arguments` come after the command's name.
  int (*run)(const std::string& self, const std::vector<std::string>& arguments);
};

const std::vector<Command>& Commands();

}  // namespace cuda_arch_guard::cli
