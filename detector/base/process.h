// Other programs, run without a shell and with a deadline.
#pragma once

#include <cstddef>
#include <string>
#include "base/list.h"

namespace cuda_arch_guard::base {

struct Command {
  List<std::string> argv;              // argv[0] is searched on PATH unless it holds a separator
  List<std::string> environment;       // "NAME=value", added to our own
  double timeout_seconds = 30;         // counted from its own start
  std::size_t output_limit = 1 << 20;  // of stdout and of stderr each; more is read and dropped
  // Index of an earlier command: this one is started only when that one has ended in any way but
  // exit code 0, and is never started otherwise. -1: started at once.
  int fallback_for = -1;
};

struct ProcessOutcome {
  enum class End { kExited, kSignalled, kTimedOut, kNotStarted };
  End end = End::kNotStarted;
  int code = 0;  // exit code, signal number, or errno of kNotStarted (0: it was not needed)
  std::string out;
  std::string err;
  bool truncated = false;  // output_limit was passed

  bool succeeded() const { return end == End::kExited && code == 0; }
};

// All at once; returns when each has ended or was killed at its deadline, with its whole process
// group. Standard input is empty. A process that outlives its parent, or cannot even be killed,
// is not waited for.
List<ProcessOutcome> RunAll(const List<Command>& commands);
ProcessOutcome Run(const Command& command);

}  // namespace cuda_arch_guard::base
