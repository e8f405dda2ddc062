// `validate`: runs validation kernels on every visible GPU (runner/validate.h).
#include <cstdio>
#include <cstdlib>

#include "base/options.h"
#include "base/text.h"
#include "cli/command_validate.h"
#include "cli/static_validation.h"
#include "probe/detect.h"
#include "runner/child.h"
#include "runner/validate.h"
#include "select/commands.h"
#include "select/wish.h"

namespace cuda_arch_guard::cli {
namespace {

using select::kCouldNotLook;
using select::kUsage;

const std::vector<base::Option> kOptions = {
    {"--images", "DIR|LIST", "a folder of images, or a list: NAME [CAPABILITY]... a line"},
    {"--gpu", "LIST", "the GPUs that must be served [default: those of the list]"},
    {"--static", nullptr, "run nothing: is each image what its name says, is each --gpu served?"},
    {"--timeout", "SECONDS", "for one kernel on one device [default=60]"},
    {"--json", nullptr, "the results as JSON"},
    {"--help", nullptr, "this text"},
};

int Help() {
  const std::string text =
      "usage: cuda-arch-guard validate --images DIR|LIST [options]\n\n"
      "Runs validation kernels, built by cuda_arch_guard_add_validation(), on every visible GPU\n"
      "and compares what they compute with a reference.\n\n" +
      base::DescribeOptions(kOptions) +
      "\nexit: 0 right, 1 some kernel did not run or computed wrong numbers, 2 usage, 3 the "
      "driver\n"
      "could not be asked, 77 nothing to run on (no driver, no GPU, …), with the reason\n\n"
      "example: cuda-arch-guard validate --images build/cuda-arch-guard/validation --timeout 20\n";
  std::fputs(text.c_str(), stdout);
  return 0;
}

int Refuse(const base::Finding& finding, int code) {
  std::fputs(base::Render(finding).c_str(), stderr);
  return code;
}

base::Finding Usage(const std::string& wrong, const std::string& found) {
  base::Finding finding;
  finding.id = "usage";
  finding.wrong = wrong;
  finding.found = base::Printable(found);
  finding.todo = {"cuda-arch-guard validate --help"};
  return finding;
}

bool ParseSeconds(const std::string& text, double& seconds) {
  char* end = nullptr;
  seconds = std::strtod(text.c_str(), &end);
  return end != text.c_str() && *end == '\0' && seconds > 0 && seconds <= 86400;
}

int Child(const std::vector<std::string>& arguments) {
  runner::ChildTask task;
  return runner::ParseArguments(arguments, task) ? runner::RunChild(task) : kUsage;
}

int Static(const runner::Request& request, bool as_json) {
  const StaticValidation validation = ValidateStatically(request.images, request.meant);
  if (as_json) {
    base::JsonWriter json;
    json.BeginObject().Key("schema").String("cuda-arch-guard/validate-static/1");
    json.Key("images").Number(static_cast<std::int64_t>(request.images.size()));
    json.Key("findings").BeginArray();
    for (const base::Finding& finding : validation.findings) base::Write(json, finding);
    json.EndArray().EndObject();
    std::printf("%s\n", json.text().c_str());
  } else {
    for (const std::string& line : validation.lines) std::printf("%s\n", line.c_str());
    for (const base::Finding& finding : validation.findings) {
      std::fputs(base::Render(finding).c_str(), stdout);
    }
  }
  return base::HasError(validation.findings) ? select::kFindings : select::kFine;
}

}  // namespace

int ValidateCommand(const std::string& self, const std::vector<std::string>& arguments) {
  if (!arguments.empty() && arguments[0] == "--child") {
    return Child({arguments.begin() + 1, arguments.end()});
  }
  const auto options = base::ParseOptions("validate", kOptions, arguments);
  if (!options) return Refuse(options.finding(), kUsage);
  if (options->Has("--help")) return Help();
  if (!options->positionals().empty()) {
    return Refuse(Usage("Unexpected argument.", options->positionals()[0]), kUsage);
  }
  if (!options->Has("--images")) return Refuse(Usage("--images is missing.", ""), kUsage);

  runner::Request request;
  request.self = self;
  if (!ParseSeconds(options->Get("--timeout", "60"), request.timeout_seconds)) {
    return Refuse(Usage("--timeout takes a number of seconds.", options->Get("--timeout")), kUsage);
  }
  if (options->Has("--gpu")) {
    const auto meant = select::ParseDevices(options->Get("--gpu"));
    if (!meant) return Refuse(meant.finding(), kUsage);
    request.meant = *meant;
    request.meant_given = true;
  }
  const auto images = runner::ListImages(options->Get("--images"));
  if (!images) return Refuse(images.finding(), kCouldNotLook);
  request.images = *images;
  if (options->Has("--static")) return Static(request, options->Has("--json"));

  probe::DetectOptions detect;
  detect.self = self;
  const runner::Validation validation = runner::Validate(request, probe::Detect(detect));
  if (options->Has("--json")) {
    base::JsonWriter json;
    runner::Write(json, validation);
    std::printf("%s\n", json.text().c_str());
  } else {
    std::fputs(runner::Render(validation).c_str(), stdout);
  }
  return runner::ExitCodeOf(validation);
}

}  // namespace cuda_arch_guard::cli
