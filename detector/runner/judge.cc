#include "runner/judge.h"

#include <algorithm>
#include <cstdio>

#include "base/text.h"

namespace cuda_arch_guard::runner {
namespace {

using End = base::ProcessOutcome::End;

constexpr int kCubinCode = 1;
constexpr int kPtxCode = 2;

std::string ErrorText(const Trace& trace) {
  std::string text = base::Printable(trace.error);
  if (trace.code != 0) text = "error " + std::to_string(trace.code) + ", " + text;
  return text;
}

// "while the kernel ran": where the child was when it stopped talking.
std::string During(Step step) { return std::string("in the step '") + ToString(step) + "'"; }

arch::Variant VariantOf(int number) {
  if (number == 1) return arch::Variant::kFamily;
  return number == 2 ? arch::Variant::kSpecific : arch::Variant::kPlain;
}

bool Matches(const Image& image, const Trace& trace) {
  const int code = image.traits.kind == arch::ImageKind::kCubin ? kCubinCode : kPtxCode;
  return !image.fat && trace.code_kind == code &&
         trace.compiled_for == image.traits.architecture.number * 10 &&
         VariantOf(trace.variant) == image.traits.architecture.variant;
}

std::string HeadingText(const Trace& trace) {
  const arch::Architecture architecture{trace.compiled_for / 10, VariantOf(trace.variant)};
  return (trace.code_kind == kCubinCode ? "sm_" : "compute_") + architecture.ToString();
}

// Who served, by the image's own word. False: it is none of those that it could be.
bool ReadHeading(const Image& image, const std::vector<Image>& siblings, Row& row) {
  const Trace& trace = row.trace;
  const bool known = image.fat ? std::any_of(siblings.begin(), siblings.end(),
                                             [&](const Image& i) { return Matches(i, trace); })
                               : Matches(image, trace);
  if (!known) {
    row.detail = "the image that ran says it is " + HeadingText(trace);
    return false;
  }
  row.served_by = trace.code_kind == kCubinCode ? "cubin" : "jit";
  row.architecture =
      arch::Architecture{trace.compiled_for / 10, VariantOf(trace.variant)}.ToString();
  return true;
}

// Another choice than the rules make is worth knowing, and no fault of the build.
void CompareChoice(const std::vector<Image>& siblings, arch::ComputeCapability device, Row& row) {
  for (const Image& image : siblings) {
    if (!Matches(image, row.trace)) continue;
    if (arch::MayRun(image.traits, device).outcome == arch::Outcome::kNo) {
      row.detail = "the driver picked an image that the rules refuse";
    }
  }
}

bool SeenOn(const Trace& trace, arch::ComputeCapability device) {
  return std::find(trace.seen_on.begin(), trace.seen_on.end(), device.number()) !=
         trace.seen_on.end();
}

// How far the child came, without regard to how well the template is proven.
void JudgeProgress(const Evidence& evidence, const Image& image, const std::vector<Image>& siblings,
                   Row& row) {
  const Trace& trace = evidence.trace;
  if (evidence.end == End::kTimedOut) {
    char limit[64];
    std::snprintf(limit, sizeof limit, "no answer within %g s, ", evidence.timeout_seconds);
    row.outcome = Outcome::kTimedOut;
    row.detail = limit + During(trace.step);
  } else if (trace.failed && trace.step == Step::kLoad && trace.code != 0) {
    row.outcome = row.answer.sure ? Outcome::kRefused : Outcome::kNotForDevice;
    row.detail = ErrorText(trace);
  } else if (trace.failed) {
    row.outcome = trace.step == Step::kFind ? Outcome::kMislabelled : Outcome::kFailed;
    row.detail = During(trace.step) + ": " + ErrorText(trace);
  } else if (trace.step != Step::kDone) {
    row.outcome = Outcome::kCrashed;
    row.detail =
        evidence.end == End::kSignalled
            ? "signal " + std::to_string(evidence.code) + " " + During(trace.step)
            : "the process ended with " + std::to_string(evidence.code) + " " + During(trace.step);
  } else if (!trace.has_heading) {
    row.outcome = Outcome::kWrong;
    row.detail = "the kernel wrote no heading";
  } else if (!ReadHeading(image, siblings, row)) {
    row.outcome = Outcome::kMislabelled;
  } else if (trace.wrong != 0 || trace.numbers == 0) {
    char text[160];
    std::snprintf(text, sizeof text, "%lld of %lld numbers, the first at %lld: 0x%08x, not 0x%08x",
                  trace.wrong, trace.numbers, trace.first_wrong, trace.got, trace.expected);
    row.outcome = Outcome::kWrong;
    row.detail = text;
  } else {
    row.outcome = Outcome::kRight;
  }
}

}  // namespace

std::string Describe(const probe::Device& device) {
  const std::string name = device.name.empty() ? "GPU" : base::Printable(device.name);
  return name + (device.capability ? " (" + device.capability->ToString() + ")" : "");
}

void JudgeRun(const Evidence& evidence, const Image& image, const std::vector<Image>& siblings,
              arch::ComputeCapability device, Row& row) {
  row.trace = evidence.trace;
  if (!image.fat && evidence.trace.step > Step::kLoad) {
    row.served_by = image.traits.kind == arch::ImageKind::kCubin ? "cubin" : "jit";
    row.architecture = image.traits.architecture.ToString();
  }
  JudgeProgress(evidence, image, siblings, row);
  if (row.outcome == Outcome::kRight && image.fat) CompareChoice(siblings, device, row);
  const bool may_be_the_template =
      row.outcome == Outcome::kWrong || row.outcome == Outcome::kFailed ||
      row.outcome == Outcome::kTimedOut || row.outcome == Outcome::kCrashed;
  // Only once the plan was read is it known how well the template is proven.
  const bool knows_plan = evidence.trace.step > Step::kFind;
  if (may_be_the_template && knows_plan && !evidence.trace.basic &&
      !SeenOn(evidence.trace, device)) {
    row.detail = std::string(ToString(row.outcome)) + ": " + row.detail;
    row.outcome = Outcome::kUnproven;
  }
}

void JudgeRefusal(const Evidence& evidence, Row& row) {
  row.trace = evidence.trace;
  const Trace& trace = evidence.trace;
  row.outcome = Outcome::kNotForDevice;
  if (trace.step == Step::kDone) {
    row.outcome = Outcome::kTakenAnyway;
    row.detail = "rule R" + std::to_string(row.answer.rule) + " says no, the driver loads it";
  } else if (trace.failed && trace.step == Step::kLoad && trace.code == 0) {
    row.outcome = Outcome::kFailed;
    row.detail = ErrorText(trace);
  } else if (trace.failed && trace.step == Step::kLoad) {
    row.detail = "refused by the driver too, " + ErrorText(trace);
  } else {
    row.detail = "the driver could not be asked, " + During(trace.step);
  }
}

base::Finding FindingOf(const Row& row, const Image& image, const probe::Device& device) {
  base::Finding finding;
  const std::string what = image.feature + " for " + image.Name();
  finding.found = what + " on device " + std::to_string(device.index) + ", " + Describe(device) +
                  (row.detail.empty() ? "" : ": " + row.detail);
  switch (row.outcome) {
    case Outcome::kWrong:
      finding.id = "validation-wrong-numbers";
      finding.wrong = "A validation kernel ran and computed wrong numbers.";
      finding.because = "the numbers of the reference, which the compiler worked out on the host";
      finding.todo = {"build again from nothing, then run the test again",
                      "test the GPU's memory and health: nvidia-smi -q -d ECC,PAGE_RETIREMENT"};
      break;
    case Outcome::kRefused:
      finding.id = "validation-image-refused";
      finding.wrong = "The driver refuses an image that is made for this device.";
      finding.because = "a driver that is new enough for the CUDA toolkit that made the image";
      finding.todo = {"update the driver, or build with an older toolkit",
                      "cuda-arch-guard detect (shows the driver and its CUDA)"};
      break;
    case Outcome::kMislabelled:
      finding.id = "validation-wrong-image";
      finding.wrong = "A validation image is not what its name says.";
      finding.because = "an image of this kernel, built for " + image.Name();
      finding.todo = {"remove " + image.path + " and build again"};
      break;
    default:
      finding.id = "validation-kernel-failed";
      finding.wrong = "A validation kernel could not be run to its end.";
      finding.because = "a kernel that loads, runs and ends within its time on this device";
      finding.todo = {"run the test again with a longer time limit: --timeout",
                      "look at the system log for the NVIDIA driver's Xid messages: dmesg"};
  }
  return finding;
}

}  // namespace cuda_arch_guard::runner
