#include "runner/validate.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "base/process.h"
#include "base/text.h"
#include "knowledge/toolkits.h"
#include "runner/child.h"
#include "runner/judge.h"

namespace cuda_arch_guard::runner {
namespace {

bool IsOn(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && std::string(value) == "1";
}

arch::Conditions ConditionsOf(const probe::Inventory& inventory) {
  arch::Conditions conditions;
  conditions.force_ptx_jit = IsOn("CUDA_FORCE_PTX_JIT");
  conditions.disable_ptx_jit = IsOn("CUDA_DISABLE_PTX_JIT");
  const auto cuda = base::Version::Parse(inventory.driver.cuda);
  const auto isa = cuda ? knowledge::PtxIsaOfCuda(*cuda) : std::nullopt;
  if (isa) conditions.driver_ptx_isa = *isa;
  return conditions;
}

// One validation, step by step: rows are filled in as children end.
class Runner {
 public:
  Runner(const Request& request, const probe::Inventory& inventory, Validation& validation)
      : request_(request), conditions_(ConditionsOf(inventory)), validation_(validation) {
    library_ = inventory.driver.libcuda_path;
    if (library_.empty()) library_ = "libcuda.so.1";
  }

  void Run() {
    AskTheRules();
    for (std::size_t image = 0; image < validation_.images.size(); ++image) RunOnDevices(image);
    TryRefused();
    Conclude();
  }

 private:
  void AskTheRules();
  void RunOnDevices(std::size_t image);
  void TryRefused();
  void Conclude();
  arch::Answer RulesFor(const Image& image, arch::ComputeCapability device) const;
  base::Command CommandFor(const probe::Device& device, bool run,
                           const std::vector<std::string>& images) const;
  std::vector<Image> SiblingsOf(const Image& image) const;
  bool IsMeant(const std::string& feature, arch::ComputeCapability device) const;
  void ReportUnserved(const std::string& feature, const probe::Device& device);

  // The capability is known: libcuda tells it. Devices without are left out in Validate.
  arch::ComputeCapability CapabilityOf(const Row& row) const {
    return *validation_.devices[row.device].capability;
  }
  static bool MayRun(const Row& row) { return row.answer.outcome != arch::Outcome::kNo; }

  const Request& request_;
  const arch::Conditions conditions_;
  Validation& validation_;
  std::string library_;
};

std::vector<Image> Runner::SiblingsOf(const Image& image) const {
  std::vector<Image> siblings;
  for (const Image& other : validation_.images) {
    if (!other.fat && other.feature == image.feature) siblings.push_back(other);
  }
  return siblings;
}

arch::Answer Runner::RulesFor(const Image& image, arch::ComputeCapability device) const {
  if (!image.fat) return arch::MayRun(image.traits, device, conditions_);
  std::vector<arch::ImageTraits> traits;
  for (const Image& sibling : SiblingsOf(image)) traits.push_back(sibling.traits);
  return arch::Choose(traits, device, conditions_).answer;
}

void Runner::AskTheRules() {
  for (std::size_t image = 0; image < validation_.images.size(); ++image) {
    for (std::size_t device = 0; device < validation_.devices.size(); ++device) {
      Row row;
      row.image = image;
      row.device = device;
      row.answer = RulesFor(validation_.images[image], CapabilityOf(row));
      validation_.rows.push_back(row);
    }
  }
}

base::Command Runner::CommandFor(const probe::Device& device, bool run,
                                 const std::vector<std::string>& images) const {
  base::Command command;
  command.argv = {request_.self, "validate", "--child"};
  const std::vector<std::string> task = ToArguments({library_, device.index, run, images});
  command.argv.insert(command.argv.end(), task.begin(), task.end());
  // A refused image is refused when it is loaded, and PTX is compiled now, not taken from a cache.
  command.environment = {"CUDA_MODULE_LOADING=EAGER", "CUDA_CACHE_DISABLE=1"};
  command.timeout_seconds = request_.timeout_seconds;
  return command;
}

// One image on all devices at once, a child each.
void Runner::RunOnDevices(std::size_t image_index) {
  const Image& image = validation_.images[image_index];
  std::vector<Row*> rows;
  std::vector<base::Command> commands;
  for (Row& row : validation_.rows) {
    if (row.image != image_index || !MayRun(row)) continue;
    rows.push_back(&row);
    commands.push_back(CommandFor(validation_.devices[row.device], true, {image.path}));
  }
  const std::vector<base::ProcessOutcome> outcomes = base::RunAll(commands);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Evidence evidence{ParseTraces(outcomes[i].out, 1)[0], outcomes[i].end, outcomes[i].code,
                            request_.timeout_seconds};
    JudgeRun(evidence, image, SiblingsOf(image), CapabilityOf(*rows[i]), *rows[i]);
  }
}

// Images that are not for a device are loaded one after the other in one child for each device.
void Runner::TryRefused() {
  std::vector<std::vector<Row*>> rows(validation_.devices.size());
  std::vector<base::Command> commands;
  for (std::size_t device = 0; device < validation_.devices.size(); ++device) {
    std::vector<std::string> images;
    for (Row& row : validation_.rows) {
      if (row.device != device || MayRun(row)) continue;
      rows[device].push_back(&row);
      images.push_back(validation_.images[row.image].path);
    }
    if (!images.empty()) commands.push_back(CommandFor(validation_.devices[device], false, images));
  }
  const std::vector<base::ProcessOutcome> outcomes = base::RunAll(commands);
  std::size_t next = 0;
  for (const std::vector<Row*>& of_device : rows) {
    if (of_device.empty()) continue;
    const base::ProcessOutcome& outcome = outcomes[next++];
    const std::vector<Trace> traces = ParseTraces(outcome.out, of_device.size());
    for (std::size_t i = 0; i < of_device.size(); ++i) {
      JudgeRefusal({traces[i], outcome.end, outcome.code, request_.timeout_seconds}, *of_device[i]);
    }
  }
}

// Must this feature have an image for the device?
bool Runner::IsMeant(const std::string& feature, arch::ComputeCapability device) const {
  const auto in = [device](const std::vector<arch::ComputeCapability>& devices) {
    return std::find(devices.begin(), devices.end(), device) != devices.end();
  };
  if (request_.meant_given) return in(request_.meant);
  bool listed = false;
  for (const Image& image : validation_.images) {
    if (image.feature == feature && in(image.devices)) return true;
    listed = listed || !image.devices.empty();
  }
  return !listed;
}

void Runner::ReportUnserved(const std::string& feature, const probe::Device& device) {
  const bool meant = IsMeant(feature, *device.capability);
  base::Finding finding;
  finding.id = "validation-device-not-served";
  finding.severity = meant ? base::Severity::kError : base::Severity::kNote;
  finding.wrong = meant ? "No validation image runs on a device that is here."
                        : "A device is here that these images were not built for.";
  std::vector<std::string> names;
  for (const Image& image : validation_.images) {
    if (!image.fat && image.feature == feature) names.push_back(image.Name());
  }
  finding.found = feature + " for " + base::Join(names, ", ") + "; device " +
                  std::to_string(device.index) + " is " + Describe(device);
  finding.because = "a cubin or PTX that runs on " + device.capability->ToString();
  finding.todo = {
      "configure again on this machine, or say for which GPUs to build: "
      "-DCudaArchGuard_GPUS=" +
      device.capability->ToString()};
  validation_.findings.push_back(finding);
}

void Runner::Conclude() {
  bool anything_ran = false;
  bool unproven = false;
  std::set<std::pair<std::string, std::size_t>> served;  // feature and device
  std::set<std::string> features;
  for (const Row& row : validation_.rows) {
    const Image& image = validation_.images[row.image];
    features.insert(image.feature);
    if (row.outcome != Outcome::kNotForDevice && row.outcome != Outcome::kTakenAnyway) {
      served.insert({image.feature, row.device});
      unproven = unproven || row.outcome == Outcome::kUnproven;
      anything_ran = anything_ran || row.outcome != Outcome::kUnproven;
    }
    if (!IsError(row.outcome)) continue;
    validation_.findings.push_back(FindingOf(row, image, validation_.devices[row.device]));
  }
  for (const std::string& feature : features) {
    for (std::size_t device = 0; device < validation_.devices.size(); ++device) {
      if (served.count({feature, device}) == 0) {
        ReportUnserved(feature, validation_.devices[device]);
      }
    }
  }
  if (anything_ran || base::HasError(validation_.findings)) return;
  validation_.skipped = unproven ? "nothing is proven: these kernels failed, but their templates "
                                   "were never seen to work on such a GPU"
                                 : "these images were built for none of the GPUs that are here";
}

}  // namespace

const char* ToString(Outcome outcome) {
  switch (outcome) {
    case Outcome::kRight:
      return "right";
    case Outcome::kWrong:
      return "wrong";
    case Outcome::kRefused:
      return "refused";
    case Outcome::kFailed:
      return "failed";
    case Outcome::kTimedOut:
      return "timed-out";
    case Outcome::kCrashed:
      return "crashed";
    case Outcome::kMislabelled:
      return "wrong-image";
    case Outcome::kUnproven:
      return "unproven";
    case Outcome::kNotForDevice:
      return "not-for-this-device";
    case Outcome::kTakenAnyway:
      return "taken-against-the-rules";
  }
  return "failed";
}

bool IsError(Outcome outcome) {
  return outcome != Outcome::kRight && outcome != Outcome::kUnproven &&
         outcome != Outcome::kNotForDevice && outcome != Outcome::kTakenAnyway;
}

int ExitCodeOf(const Validation& validation) {
  if (validation.could_not_look) return 3;
  if (base::HasError(validation.findings)) return 1;
  return validation.skipped.empty() ? 0 : kSkipped;
}

Validation Validate(const Request& request, const probe::Inventory& inventory) {
  Validation validation;
  validation.images = request.images;
  LookForDevices(inventory, validation);
  const auto unknown = [](const probe::Device& device) { return !device.capability; };
  const bool nameless = std::any_of(validation.devices.begin(), validation.devices.end(), unknown);
  if (nameless) {
    base::Finding finding;
    finding.id = "validation-driver-unusable";
    finding.wrong = "The driver shows a device without a compute capability.";
    finding.because = "a compute capability, to tell which images are for the device";
    finding.todo = {"cuda-arch-guard detect"};
    validation.could_not_look = true;
    validation.findings.push_back(finding);
  }
  if (!validation.devices.empty() && !nameless) Runner(request, inventory, validation).Run();
  return validation;
}

}  // namespace cuda_arch_guard::runner
