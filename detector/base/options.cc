#include "base/options.h"

#include "base/text.h"

namespace cuda_arch_guard::base {
namespace {

Finding UsageError(std::string_view command, const std::string& wrong, const std::string& found,
                   const std::string& suggestion) {
  Finding finding;
  finding.id = "usage";
  finding.wrong = wrong;
  finding.found = found;
  finding.because = suggestion.empty() ? "" : "did you mean '" + suggestion + "'?";
  finding.todo.push_back("cuda-arch-guard " + std::string(command) + " --help");
  return finding;
}

}  // namespace

bool ParsedOptions::Has(std::string_view name) const {
  for (const auto& value : values_) {
    if (value.first == name) return true;
  }
  return false;
}

std::string ParsedOptions::Get(std::string_view name, std::string_view fallback) const {
  std::string last(fallback);
  for (const auto& value : values_) {
    if (value.first == name) last = value.second;
  }
  return last;
}

List<std::string> ParsedOptions::All(std::string_view name) const {
  List<std::string> all;
  for (const auto& value : values_) {
    if (value.first == name) all.push_back(value.second);
  }
  return all;
}

Result<ParsedOptions> ParseOptions(std::string_view command, const List<Option>& table,
                                   const List<std::string>& arguments) {
  ParsedOptions parsed;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") {
      parsed.positionals_.insert(parsed.positionals_.end(), arguments.begin() + i + 1,
                                 arguments.end());
      break;
    }
    if (argument.size() < 2 || argument[0] != '-') {  // "-" alone is standard input
      parsed.positionals_.push_back(argument);
      continue;
    }
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const Option* option = nullptr;
    List<std::string> names;
    for (const Option& row : table) {
      names.emplace_back(row.name);
      if (name == row.name) option = &row;
    }
    if (option == nullptr) {
      return UsageError(command, "unknown option.", Printable(argument),
                        NearestSpelling(name, names));
    }
    const bool has_value = equals != std::string::npos;
    if (option->argument == nullptr) {
      if (has_value) return UsageError(command, "this option takes no value.", argument, name);
      parsed.values_.emplace_back(name, "");
    } else if (has_value) {
      parsed.values_.emplace_back(name, argument.substr(equals + 1));
    } else if (i + 1 < arguments.size()) {
      parsed.values_.emplace_back(name, arguments[++i]);
    } else {
      return UsageError(command, "this option needs a value.", argument,
                        name + " " + option->argument);
    }
  }
  return parsed;
}

#ifndef CUDA_ARCH_GUARD_DETECTOR  // which has no --help
std::string DescribeOptions(const List<Option>& table) {
  std::string text;
  for (const Option& option : table) {
    if (option.help == nullptr) continue;
    std::string left = std::string("  ") + option.name;
    if (option.argument != nullptr) left += std::string(" ") + option.argument;
    if (left.size() < 24) left.resize(24, ' ');
    text += left + "  " + option.help + "\n";
  }
  return text;
}
#endif

}  // namespace cuda_arch_guard::base
