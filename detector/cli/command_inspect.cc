// `inspect`: what device code is in a file?
#include "cli/command_inspect.h"

#include <cstdio>

#include "base/options.h"
#include "base/text.h"
#include "cli/wrap.h"
#include "fatbin/kernels.h"
#include "fatbin/write.h"
#include "select/commands.h"
#include "verdict/findings.h"
#include "verdict/reason.h"
#include "verdict/unit_name.h"

namespace cuda_arch_guard::cli {
namespace {

using fatbin::DeviceCode;
using fatbin::Where;

const std::vector<base::Option> kOptions = {
    {"--units", nullptr, "each unit: one source file, or one device link"},
    {"--kernels", nullptr, "the names of the kernels in each unit"},
    {"--no-scan", nullptr, "the CUDA sections only, not embedded code"},
    {"--json", nullptr, "the same for programs"},
    {"--help", nullptr, "this text"},
};

int Help() {
  const std::string text =
      "usage: cuda-arch-guard inspect FILE… [options]\n\n"
      "Shows the device code in programs, libraries, object files, archives and\n"
      "bare images.\n\n" +
      base::DescribeOptions(kOptions) +
      "\nexit: 0 fine, 1 device code was removed, 2 usage, 3 could not look\n"
      "\nexample: cuda-arch-guard inspect build/app --units\n";
  std::fputs(text.c_str(), stdout);
  return select::kFine;
}

int Refuse(const base::Finding& finding) {
  std::fputs(base::Render(finding).c_str(), stderr);
  return select::kUsage;
}

const char* Explain(Where where) {
  switch (where) {
    case Where::kRegistered:
      return "loaded with the file";
    case Where::kRelocatable:
      return "input of the device linker";
    case Where::kEmbedded:
      return "embedded as data";
  }
  return "";
}

void PrintUnits(verdict::Examined& file, bool kernels) {
  const DeviceCode& code = file.code;
  for (std::size_t i = 0; i < code.units.size(); ++i) {
    const fatbin::Unit& unit = code.units[i];
    std::string line = "  unit " + std::to_string(i) + "  " + fatbin::ToString(unit.where);
    if (unit.device_linked) line += ", device link";
    line += "  " + base::Printable(verdict::UnitName(file, i)) + ": " + verdict::ImageList(unit);
    std::fputs(WrapText(line, 6).c_str(), stdout);
    if (!kernels) continue;
    const auto names = fatbin::UnitKernels(unit, file.budget);
    if (!names) std::printf("      its images could not be opened\n");
    if (names && names->empty()) std::printf("      no kernel\n");
    for (const std::string& name : names.value_or(std::vector<std::string>())) {
      std::printf("      %s\n", base::Printable(name).c_str());
    }
  }
}

void PrintFile(verdict::Examined& file, const fatbin::UnitDetail& detail) {
  const DeviceCode& code = file.code;
  const std::size_t units = fatbin::UnitCount(code);
  std::printf("%s: %s, %zu unit%s%s\n", base::Printable(code.path).c_str(), code.format.c_str(),
              units, units == 1 ? "" : "s", code.linked ? "" : ", not linked yet");
  for (const fatbin::ImageGroup& group : fatbin::GroupImages(code)) {
    std::printf("  %-14s %6d  %11llu bytes  %s\n", group.architecture.c_str(), group.count,
                static_cast<unsigned long long>(group.bytes), Explain(group.where));
  }
  if (code.units.empty() && code.stripped_regions == 0) std::printf("  no device code\n");
  if (!code.scanned) std::printf("  embedded code was not looked for\n");
  if (detail.units || detail.kernels) PrintUnits(file, detail.kernels);
}

}  // namespace

int InspectCommand(const std::vector<std::string>& arguments) {
  const auto options = base::ParseOptions("inspect", kOptions, arguments);
  if (!options) return Refuse(options.finding());
  if (options->Has("--help")) return Help();
  if (options->positionals().empty()) {
    base::Finding finding;
    finding.id = "usage";
    finding.wrong = "no file was given.";
    finding.todo = {"cuda-arch-guard inspect --help"};
    return Refuse(finding);
  }
  const fatbin::UnitDetail detail = {options->Has("--units"), options->Has("--kernels")};
  fatbin::ReadOptions read;
  read.scan = !options->Has("--no-scan");
  read.name_sources = detail.units || detail.kernels;
  int exit_code = select::kFine;
  std::vector<base::Finding> findings;
  base::JsonWriter files;
  for (const std::string& path : options->positionals()) {
    verdict::Examined file;
    file.code = fatbin::ReadDeviceCode(path, read);
    for (base::Finding& finding : verdict::FindingsOf(file)) findings.push_back(finding);
    if (!file.code.problems.empty()) exit_code = select::kCouldNotLook;
    if (file.code.stripped_regions > 0 && exit_code == select::kFine) exit_code = select::kFindings;
    if (options->Has("--json")) {
      if (!file.code.unreadable()) fatbin::Write(files, file.code, detail, file.budget);
    } else if (!file.code.unreadable()) {
      PrintFile(file, detail);
    }
  }
  if (options->Has("--json")) {
    base::JsonWriter json;
    json.BeginObject().Key("schema").String("cuda-arch-guard/inspect/1");
    json.Key("files").BeginArray();
    if (!files.text().empty()) json.Raw(files.text());
    json.EndArray();
    json.Key("findings").BeginArray();
    for (const base::Finding& finding : findings) base::Write(json, finding);
    json.EndArray().EndObject();
    std::printf("%s\n", json.text().c_str());
    return exit_code;
  }
  std::fflush(stdout);
  for (const base::Finding& finding : findings) {
    std::fputs(base::Render(finding).c_str(), stderr);
  }
  return exit_code;
}

}  // namespace cuda_arch_guard::cli
