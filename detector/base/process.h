// Other programs, run without a shell and with a deadline.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace cuda_arch_guard::base {

struct Command {
  std::vector<std::string> argv;         // argv[0] is searched on PATH unless it holds a separator
  std::vector<std::string> environment;  // "NAME=value", added to our own
  double timeout_seconds = 30;
  std::size_t output_limit = 1 << 20;  // of stdout and of stderr each; more is read and dropped
};

struct ProcessOutcome {
  enum class End { kExited, kSignalled, kTimedOut, kNotStarted };
  End end = End::kNotStarted;
  int code = 0;  // exit code, signal number, or errno of kNotStarted
  std::string out;
  std::string err;
};

// All at once; returns when each has ended or was killed at its deadline, with its whole process
// group.
std::vector<ProcessOutcome> RunAll(const std::vector<Command>& commands);
ProcessOutcome Run(const Command& command);

}  // namespace cuda_arch_guard::base
