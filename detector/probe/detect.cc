#include "probe/detect.h"

#include <cstdlib>

#include "base/process.h"
#include "base/text.h"
#include "probe/merge.h"
#include "probe/source.h"

namespace cuda_arch_guard::probe {
namespace {

// Places in the list of commands.
enum Asked { kAskLibcuda, kAskNvml, kAskPci, kAskSmi, kAskOldSmi };

base::Command AskingSelf(const DetectOptions& options, const char* source, double share) {
  base::Command command;
  command.argv = {options.self, "probe-source", source};
  command.timeout_seconds = options.timeout_seconds * share;
  return command;
}

base::Command AskingNvidiaSmi(const DetectOptions& options, const std::string& program,
                              bool with_compute_cap, int fallback_for) {
  base::Command command;
  command.argv = NvidiaSmiQuery(program, with_compute_cap);
  command.timeout_seconds = options.timeout_seconds / 4;
  command.fallback_for = fallback_for;
  return command;
}

// libcuda may take all the time; NVML and then nvidia-smi share it: half, a quarter, a quarter.
base::List<base::Command> Questions(const DetectOptions& options, const std::string& nvidia_smi) {
  base::List<base::Command> commands;
  commands.push_back(AskingSelf(options, "libcuda", 1));
  commands.push_back(AskingSelf(options, "nvml", 0.5));
  commands.push_back(AskingSelf(options, "pci", 1));
  if (!nvidia_smi.empty()) {
    commands.push_back(AskingNvidiaSmi(options, nvidia_smi, true, kAskNvml));
    commands.push_back(AskingNvidiaSmi(options, nvidia_smi, false, kAskSmi));
  }
  return commands;
}

std::string SecondsText(double seconds) {
  const int tenths = static_cast<int>(seconds * 10 + 0.5);
  return std::to_string(tenths / 10) + (tenths % 10 != 0 ? "." + std::to_string(tenths % 10) : "") +
         " s";
}

// What became of a child, if that alone tells.
base::Maybe<SourceReport> EndOf(const char* name, const base::Command& command,
                                const base::ProcessOutcome& outcome) {
  using End = base::ProcessOutcome::End;
  SourceReport report;
  report.name = name;
  report.code = outcome.code;
  if (outcome.end == End::kTimedOut) {
    report.state = SourceState::kTimedOut;
    report.reason = "no answer within " + SecondsText(command.timeout_seconds);
  } else if (outcome.end == End::kSignalled) {
    report.state = SourceState::kCrashed;
    report.reason = "it was killed by signal " + std::to_string(outcome.code);
  } else if (outcome.end == End::kNotStarted && outcome.code == 0) {
    report.state = SourceState::kSkipped;
    report.reason = "not asked: NVML told already";
  } else if (outcome.end == End::kNotStarted) {
    report.state = SourceState::kFailed;
    report.reason =
        command.argv[0] + " could not be started (errno " + std::to_string(outcome.code) + ")";
  } else {
    return base::kNothing;
  }
  return report;
}

SourceReport AnswerOfSelf(const char* name, const base::Command& command,
                          const base::ProcessOutcome& outcome) {
  if (const base::Maybe<SourceReport> end = EndOf(name, command, outcome)) return *end;
  if (const base::Maybe<SourceReport> report = Decode(outcome.out, name)) return *report;
  SourceReport report;
  report.name = name;
  report.state = SourceState::kMalformed;
  report.code = outcome.code;
  report.reason = "its answer could not be read (exit code " + std::to_string(outcome.code) + ")";
  return report;
}

SourceReport AnswerOfNvidiaSmi(const base::List<base::Command>& commands,
                               const base::List<base::ProcessOutcome>& outcomes) {
  SourceReport report;
  report.name = "nvidia-smi";
  if (commands.size() <= kAskOldSmi) {
    report.reason = "there is no nvidia-smi";
    return report;
  }
  const bool old = base::Contains(outcomes[kAskSmi].out, "not a valid field");
  const std::size_t asked = old ? kAskOldSmi : kAskSmi;
  if (const auto end = EndOf("nvidia-smi", commands[asked], outcomes[asked])) {
    report = *end;
  } else {
    report = ReadNvidiaSmi(outcomes[asked], !old);
  }
  report.library = commands[asked].argv[0];
  return report;
}

}  // namespace

Inventory Detect(const DetectOptions& options) {
  const base::List<base::Command> commands = Questions(options, FindNvidiaSmi());
  const base::List<base::ProcessOutcome> outcomes = base::RunAll(commands);
  base::List<SourceReport> reports;
  reports.push_back(AnswerOfSelf("libcuda", commands[kAskLibcuda], outcomes[kAskLibcuda]));
  reports.push_back(AnswerOfSelf("nvml", commands[kAskNvml], outcomes[kAskNvml]));
  reports.push_back(AnswerOfNvidiaSmi(commands, outcomes));
  reports.push_back(AnswerOfSelf("pci", commands[kAskPci], outcomes[kAskPci]));
  return Merge(reports, std::getenv("CUDA_VISIBLE_DEVICES"));
}

}  // namespace cuda_arch_guard::probe
