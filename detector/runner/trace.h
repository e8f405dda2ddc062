// What a child process tells about one image on one device, line by line, while it works: the
// parent still knows how far it came when it hangs or dies. Both ends of the line format are here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cuda_arch_guard::runner {

// The steps, in order. A step is told before it is tried.
enum class Step {
  kNone,     // not even begun
  kOpen,     // the driver library
  kContext,  // cuInit, the device, its context
  kLoad,     // the image
  kFind,     // its kernel, plan and reference
  kLaunch,
  kSynchronise,
  kCompare,
  kDone,
};
const char* ToString(Step step);  // "none", "open", "context", "load", …

struct Trace {
  Step step = Step::kNone;
  bool failed = false;  // the step failed, with …
  int code = 0;         // … the driver's error code; 0: no driver call failed
  std::string error;    // … what the driver or we say about it
  // From the plan.
  bool basic = false;
  std::vector<int> seen_on;  // compute capabilities as numbers: 86
  // From the heading.
  bool has_heading = false;
  int compiled_for = 0;  // __CUDA_ARCH__: 860
  int code_kind = 0;     // 1 cubin, 2 PTX
  int variant = 0;       // 0 plain, 1 family, 2 specific
  // From the comparison.
  long long numbers = 0;
  long long wrong = 0;
  long long first_wrong = 0;
  unsigned expected = 0;
  unsigned got = 0;
  long long load_microseconds = 0;
  long long run_microseconds = 0;
};

std::string StepLine(Step step);
std::string ErrorLine(int code, const std::string& error);
std::string PlanLine(bool basic, const std::vector<int>& seen_on);
std::string HeadingLine(int compiled_for, int code_kind, int variant);
std::string NumbersLine(long long numbers, long long wrong, long long first, unsigned expected,
                        unsigned got);
std::string TimesLine(long long load_microseconds, long long run_microseconds);
// Begins the next image of those the child was given.
std::string ImageLine(std::size_t index);

// One trace for each of `images` images: those that the child did not come to stay at kNone, or at
// what it told before it came to the first. Lines that are not ours are passed over.
std::vector<Trace> ParseTraces(std::string_view text, std::size_t images);

}  // namespace cuda_arch_guard::runner
