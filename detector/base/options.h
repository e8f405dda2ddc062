// Command lines, from a table of options. It is small on purpose: the configure-time detector uses
// it too, and that one may depend on nothing.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include "base/list.h"

#include "base/result.h"

namespace cuda_arch_guard::base {

struct Option {
  const char* name;      // "--gpu"
  const char* argument;  // "LIST" in the help; nullptr: a flag
  const char* help;      // one sentence; nullptr: not shown in the help
};

class ParsedOptions {
 public:
  bool Has(std::string_view name) const;
  // The last value given, or `fallback`.
  std::string Get(std::string_view name, std::string_view fallback = "") const;
  List<std::string> All(std::string_view name) const;
  const List<std::string>& positionals() const { return positionals_; }

 private:
  friend Result<ParsedOptions> ParseOptions(std::string_view, const List<Option>&,
                                            const List<std::string>&);
  List<std::pair<std::string, std::string>> values_;
  List<std::string> positionals_;
};

// Takes `--name value`, `--name=value`, flags, and whatever follows `--` as positionals.
// Errors: [usage], with the near miss, for what is unknown, lacks its value or has one too many.
Result<ParsedOptions> ParseOptions(std::string_view command, const List<Option>& table,
                                   const List<std::string>& arguments);

// The options in one column, for --help.
std::string DescribeOptions(const List<Option>& table);

}  // namespace cuda_arch_guard::base
