// Runs validation images on every visible device and judges what came of it.
//
// An image that the rules (arch/compatibility.h) let run on a device is loaded and run there, in a
// child process with a deadline. One that they do not is loaded only, never run, to see that the
// driver refuses it as the rules say. Fat binaries are run too, to see which image the driver
// picks.
#pragma once

#include <string>
#include <vector>

#include "base/finding.h"
#include "base/json_writer.h"
#include "probe/inventory.h"
#include "runner/image.h"
#include "runner/trace.h"

namespace cuda_arch_guard::runner {

enum class Outcome {
  kRight,         // ran, and every number is right
  kWrong,         // ran, and some number is wrong
  kRefused,       // the driver does not load it, against the rules
  kFailed,        // a step after loading failed
  kTimedOut,      // its time was up
  kCrashed,       // the process died
  kMislabelled,   // another image than its name says, or no image of ours at all
  kUnproven,      // it failed, but its template was never seen to work on such hardware
  kNotForDevice,  // the rules say it cannot run here, and the driver agrees or could not be asked
  kTakenAnyway,   // the rules say it cannot run here, but the driver loads it
};
const char* ToString(Outcome outcome);  // "right", "wrong", "refused", …
bool IsError(Outcome outcome);

// One image on one device.
struct Row {
  std::size_t device = 0;  // into Validation::devices
  std::size_t image = 0;   // into Validation::images
  Outcome outcome = Outcome::kFailed;
  arch::Answer answer;  // what the rules say; of a fat binary, about the image they choose
  Trace trace;
  // Which image served: the image itself, or what the heading of a fat binary told.
  std::string served_by;     // "cubin" or "jit"; empty: none or unknown
  std::string architecture;  // "86"; empty: unknown
  std::string detail;        // a sentence for people; empty where the outcome says it all
};

struct Request {
  std::string self;  // our own program, started again as the child
  std::vector<Image> images;
  // The devices that must be served. Not given: those that a list of images names, else every
  // visible device.
  bool meant_given = false;
  std::vector<arch::ComputeCapability> meant;
  double timeout_seconds = 60;  // for one image on one device
};

struct Validation {
  std::vector<probe::Device> devices;
  std::vector<Image> images;
  std::vector<Row> rows;
  std::string skipped;  // why nothing was run; empty: something was
  bool could_not_look = false;
  std::vector<base::Finding> findings;
};

Validation Validate(const Request& request, const probe::Inventory& inventory);

// Why no kernel can be run on this machine: a reason to skip, or a finding of severity error where
// the driver itself is broken. Sets neither where libcuda shows a device.
void LookForDevices(const probe::Inventory& inventory, Validation& validation);

// 0, 1 (some error), 3 (the driver could not be asked), or 77 (skipped: the reason is said).
int ExitCodeOf(const Validation& validation);

constexpr int kSkipped = 77;  // what ctest's SKIP_RETURN_CODE is set to

// One line a kernel and device, then the findings or the reason to skip.
std::string Render(const Validation& validation);
// {"schema":"cuda-arch-guard/validate/1","devices":[…],"results":[…],"skipped":…,"findings":[…]}
void Write(base::JsonWriter& json, const Validation& validation);

}  // namespace cuda_arch_guard::runner
