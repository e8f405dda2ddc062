#include "cli/static_validation.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "fatbin/device_code.h"
#include "fatbin/kernels.h"

namespace cuda_arch_guard::cli {
namespace {

constexpr const char* kKernelName = "cuda_arch_guard_kernel";

base::Finding WrongImage(const runner::Image& image, const std::string& found,
                         const std::string& expected) {
  base::Finding finding;
  finding.id = "validation-wrong-image";
  finding.wrong = "A validation image is not what its name says.";
  finding.found = image.path + ": " + base::Printable(found);
  finding.because = expected;
  finding.todo = {"build again: cmake --build <build folder>"};
  return finding;
}

std::vector<std::string> ExpectedIn(const runner::Image& image,
                                    const std::vector<runner::Image>& images) {
  std::vector<std::string> names;
  for (const runner::Image& other : images) {
    if (other.feature != image.feature || other.fat) continue;
    if (image.fat || other.path == image.path) names.push_back(other.Name());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// What is wrong with one file; empty: nothing.
std::string Look(const runner::Image& image, const std::vector<std::string>& expected) {
  fatbin::ReadOptions options;
  options.scan = false;
  const fatbin::DeviceCode code = fatbin::ReadDeviceCode(image.path, options);
  if (!code.problems.empty()) return code.problems[0].what;
  fatbin::OpenBudget budget;
  std::vector<std::string> names;
  for (const fatbin::Unit& unit : code.units) {
    for (const fatbin::Image& found : unit.images) {
      names.push_back(found.ToString());
      const auto kernels = fatbin::KernelNames(found, budget);
      if (!kernels) return found.ToString() + " could not be opened";
      if (std::find(kernels->begin(), kernels->end(), kKernelName) == kernels->end()) {
        return found.ToString() + " holds no kernel " + kKernelName;
      }
    }
  }
  std::sort(names.begin(), names.end());
  if (names == expected) return "";
  return names.empty() ? "no device code" : "it holds " + base::Join(names, ", ");
}

void LookForUnserved(const std::vector<runner::Image>& images, arch::ComputeCapability device,
                     StaticValidation& validation) {
  std::set<std::string> features;
  std::set<std::string> served;
  std::vector<std::string> names;
  for (const runner::Image& image : images) {
    features.insert(image.feature);
    if (image.fat) continue;
    names.push_back(image.Name());
    if (arch::MayRun(image.traits, device).outcome != arch::Outcome::kNo) {
      served.insert(image.feature);
    }
  }
  for (const std::string& feature : features) {
    if (served.count(feature) != 0) continue;
    base::Finding finding;
    finding.id = "validation-device-not-served";
    finding.wrong = "No image of a validation kernel runs on a device that was meant.";
    finding.found = feature + " for " + base::Join(names, ", ");
    finding.because = "a cubin or PTX that runs on " + device.ToString();
    finding.todo = {"configure and build again: cmake <source folder> && cmake --build ."};
    validation.findings.push_back(finding);
  }
}

// An image that its list says is for a device has to run there.
void LookAtDevices(const runner::Image& image, StaticValidation& validation) {
  for (const arch::ComputeCapability device : image.devices) {
    if (arch::MayRun(image.traits, device).outcome != arch::Outcome::kNo) continue;
    base::Finding finding;
    finding.id = "validation-device-not-served";
    finding.wrong = "A validation image does not run on a device that it was selected for.";
    finding.found = image.feature + " for " + image.Name() + ", selected for " + device.ToString();
    finding.because = "a cubin or PTX that runs on " + device.ToString();
    finding.todo = {"configure and build again: cmake <source folder> && cmake --build ."};
    validation.findings.push_back(finding);
  }
}

}  // namespace

StaticValidation ValidateStatically(const std::vector<runner::Image>& images,
                                    const std::vector<arch::ComputeCapability>& meant) {
  StaticValidation validation;
  for (const runner::Image& image : images) {
    LookAtDevices(image, validation);
    const std::vector<std::string> expected = ExpectedIn(image, images);
    const std::string wrong = Look(image, expected);
    const std::string what = base::Join(expected, ", ");
    validation.lines.push_back(image.feature + "  " + image.Name() + "  " +
                               (wrong.empty() ? what : "wrong: " + wrong));
    if (!wrong.empty()) {
      validation.findings.push_back(WrongImage(image, wrong, "this kernel for " + what));
    }
  }
  for (const arch::ComputeCapability device : meant) LookForUnserved(images, device, validation);
  return validation;
}

}  // namespace cuda_arch_guard::cli
