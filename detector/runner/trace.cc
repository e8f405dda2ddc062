#include "runner/trace.h"

#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "base/text.h"

namespace cuda_arch_guard::runner {
namespace {

constexpr const char* kStepNames[] = {"none",   "open",        "context", "load", "find",
                                      "launch", "synchronise", "compare", "done"};

Step ParseStep(const std::string& name) {
  for (std::size_t i = 0; i < std::size(kStepNames); ++i) {
    if (name == kStepNames[i]) return static_cast<Step>(i);
  }
  return Step::kNone;
}

std::vector<long long> Numbers(const std::vector<std::string>& words) {
  std::vector<long long> numbers;
  for (std::size_t i = 1; i < words.size(); ++i) {
    numbers.push_back(std::strtoll(words[i].c_str(), nullptr, 10));
  }
  return numbers;
}

void ParseError(const std::string& line, Trace& trace) {
  trace.failed = true;
  const std::size_t code = line.find(' ');
  const std::size_t text = line.find(' ', code + 1);
  trace.code = std::atoi(line.c_str() + code + 1);
  trace.error = text == std::string::npos ? "" : line.substr(text + 1);
}

void ParseLine(const std::string& line, const std::vector<std::string>& words, Trace& trace) {
  const std::vector<long long> n = Numbers(words);
  if (words[0] == "step" && words.size() == 2) {
    trace.step = ParseStep(words[1]);
  } else if (words[0] == "error" && words.size() >= 2) {
    ParseError(line, trace);
  } else if (words[0] == "plan" && !n.empty()) {
    trace.basic = n[0] != 0;
    trace.seen_on.assign(n.begin() + 1, n.end());
  } else if (words[0] == "heading" && n.size() == 3) {
    trace.has_heading = true;
    trace.compiled_for = static_cast<int>(n[0]);
    trace.code_kind = static_cast<int>(n[1]);
    trace.variant = static_cast<int>(n[2]);
  } else if (words[0] == "numbers" && n.size() == 5) {
    trace.numbers = n[0];
    trace.wrong = n[1];
    trace.first_wrong = n[2];
    trace.expected = static_cast<unsigned>(n[3]);
    trace.got = static_cast<unsigned>(n[4]);
  } else if (words[0] == "times" && n.size() == 2) {
    trace.load_microseconds = n[0];
    trace.run_microseconds = n[1];
  }
}

}  // namespace

const char* ToString(Step step) { return kStepNames[static_cast<int>(step)]; }

std::string StepLine(Step step) { return std::string("step ") + ToString(step) + "\n"; }

std::string ErrorLine(int code, const std::string& error) {
  std::string line = error;  // one line whatever a driver's log holds
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return "error " + std::to_string(code) + " " + line + "\n";
}

std::string PlanLine(bool basic, const std::vector<int>& seen_on) {
  std::string line = basic ? "plan 1" : "plan 0";
  for (const int capability : seen_on) line += " " + std::to_string(capability);
  return line + "\n";
}

std::string HeadingLine(int compiled_for, int code_kind, int variant) {
  return "heading " + std::to_string(compiled_for) + " " + std::to_string(code_kind) + " " +
         std::to_string(variant) + "\n";
}

std::string NumbersLine(long long numbers, long long wrong, long long first, unsigned expected,
                        unsigned got) {
  char line[160];
  std::snprintf(line, sizeof line, "numbers %lld %lld %lld %u %u\n", numbers, wrong, first,
                expected, got);
  return line;
}

std::string TimesLine(long long load_microseconds, long long run_microseconds) {
  return "times " + std::to_string(load_microseconds) + " " + std::to_string(run_microseconds) +
         "\n";
}

std::string ImageLine(std::size_t index) { return "image " + std::to_string(index) + "\n"; }

std::vector<Trace> ParseTraces(std::string_view text, std::size_t images) {
  std::vector<Trace> traces(images);
  Trace before;  // opening the driver belongs to every image that follows
  Trace* current = &before;
  for (const std::string& line : base::Lines(text)) {
    const std::vector<std::string> words = base::SplitAny(line, " ");
    if (words.empty()) continue;
    if (words[0] == "image" && words.size() == 2) {
      const auto index = base::ParseNumber(words[1]);
      if (index && static_cast<std::size_t>(*index) < images) current = &traces[*index];
      continue;
    }
    ParseLine(line, words, *current);
  }
  for (Trace& trace : traces) {
    if (trace.step == Step::kNone) trace = before;
  }
  return traces;
}

}  // namespace cuda_arch_guard::runner
