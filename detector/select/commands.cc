#include "select/commands.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "arch/compatibility.h"
#include "base/file.h"
#include "base/text.h"
#include "probe/detect.h"
#include "probe/toolkit.h"
#include "select/select_options.h"

namespace cuda_arch_guard::select {
namespace {

void PrintOut(const std::string& text) { std::fputs(text.c_str(), stdout); }

void PrintFindings(const base::List<base::Finding>& findings) {
  for (const base::Finding& finding : findings) std::fputs(base::Render(finding).c_str(), stderr);
}

int ShowHelp(std::string (*help)()) {
  PrintOut(help != nullptr ? help()
                           : "The help is in cuda-arch-guard; this program is for CMake.\n");
  return kFine;
}

std::string InventoryJson(const probe::Inventory& inventory) {
  base::JsonWriter json;
  probe::Write(json, inventory);
  return json.text() + "\n";
}

std::string SelectionJson(const Selection& selection, const probe::Toolkit& toolkit) {
  base::JsonWriter json;
  Write(json, selection, toolkit);
  return json.text() + "\n";
}

base::Maybe<base::Finding> Save(const std::string& path, const std::string& content) {
  if (path.empty() || base::WriteFileAtomically(path, content)) return base::kNothing;
  base::Finding finding;
  finding.id = "cannot-write";
  finding.wrong = "A file could not be written.";
  finding.found = "'" + base::Printable(path) + "': " + std::strerror(errno);
  finding.because = "a path in a folder that exists and may be written to";
  finding.todo = {"give another path"};
  return finding;
}

ExitCode CodeOf(const base::List<base::Finding>& findings) {
  for (const base::Finding& finding : findings) {
    if (finding.id == "usage") return kUsage;
    if (finding.id == "cannot-write") return kCouldNotLook;
  }
  return base::HasError(findings) ? kFindings : kFine;
}

// The toolkit found on this machine belongs to its inventory; that there is none is no finding.
void AddToolkit(probe::Inventory& inventory, double timeout_seconds) {
  probe::ToolkitOptions ask;
  ask.compiler = probe::FindNvcc();
  ask.timeout_seconds = timeout_seconds;
  if (ask.compiler.empty()) return;
  const base::Result<probe::Toolkit> toolkit = probe::AskToolkit(ask);
  if (toolkit) {
    inventory.toolkits.push_back(*toolkit);
  } else {
    base::Finding finding = toolkit.finding();
    finding.severity = base::Severity::kWarning;
    inventory.findings.push_back(finding);
  }
}

probe::Inventory DescribedInventory(const std::string& self, const SelectArguments& arguments) {
  probe::Inventory inventory;
  if (arguments.detect) {
    probe::DetectOptions options;
    options.self = self;
    options.timeout_seconds = arguments.timeout_seconds;
    inventory = probe::Detect(options);
  } else {
    inventory.devices = arguments.devices;
    inventory.simulated = true;
    inventory.tegra = !inventory.devices.empty();
    for (const probe::Device& device : inventory.devices) {
      inventory.tegra = inventory.tegra && device.capability && arch::IsTegra(*device.capability);
    }
  }
  if (!arguments.driver.empty() || !arguments.driver_cuda.empty()) {
    inventory.driver = {};
    inventory.driver.version = arguments.driver;
    inventory.driver.cuda = arguments.driver_cuda;
  }
  return inventory;
}

struct Settled {
  Selection selection;
  probe::Toolkit toolkit;
};

// Every error on the way becomes the selection's finding: whoever reads the JSON learns it there.
Settled Settle(const std::string& self, const base::ParsedOptions& options,
               const base::Result<SelectArguments>& arguments) {
  Settled settled;
  base::List<base::Finding>& findings = settled.selection.findings;
  settled.selection.wish = options.Get("--architectures");
  settled.selection.origin = options.Get("--origin");
  if (!arguments) {
    findings.push_back(arguments.finding());
    return settled;
  }
  const base::Result<probe::Toolkit> toolkit = ReadToolkit(options, arguments->timeout_seconds);
  if (!toolkit) {
    findings.push_back(toolkit.finding());
    return settled;
  }
  probe::Inventory inventory = DescribedInventory(self, *arguments);
  inventory.toolkits.push_back(*toolkit);
  settled.toolkit = *toolkit;
  settled.selection = Select(arguments->request, inventory, *toolkit);
  if (auto failed = Save(options.Get("--save-inventory"), InventoryJson(inventory)))
    settled.selection.findings.push_back(*failed);
  return settled;
}

// What has to be said about the dialect that was asked for; about the others it is a note, since
// nobody may ever use them. Returns the value of the one that was asked for.
std::string AddDialectFindings(Settled& settled, const Dialect* only) {
  std::string value;
  for (const Dialect& dialect : Dialects()) {
    if (only != nullptr && only != &dialect) continue;
    const Spelled spelled = dialect.print(settled.selection, settled.toolkit);
    if (only != nullptr) value = spelled.value;
    for (base::Finding finding : spelled.findings) {
      if (only == nullptr) finding.severity = base::Severity::kNote;
      settled.selection.findings.push_back(finding);
    }
  }
  return value;
}

}  // namespace

const base::List<base::Option>& DetectOptions() {
  static const base::List<base::Option> options = {
      {"--json", nullptr, "the whole answer, for programs"},
      {"--save", "FILE", "write the inventory to a file too, as JSON"},
      {"--timeout", "SECONDS", "for all of detection [default=30]"},
      {"--help", nullptr, nullptr},
  };
  return options;
}

int RunDetect(const std::string& self, const base::List<std::string>& arguments,
              const Pages& pages) {
  const base::Result<base::ParsedOptions> options =
      base::ParseOptions("detect", DetectOptions(), arguments);
  if (!options) {
    PrintFindings({options.finding()});
    return kUsage;
  }
  if (options->Has("--help")) return ShowHelp(pages.detect_help);
  const base::Result<double> timeout = ReadTimeout("detect", *options);
  if (!timeout || !options->positionals().empty()) {
    base::Finding finding = timeout.finding();
    if (timeout) {
      finding.id = "usage";
      finding.wrong = "This command takes options only.";
      finding.found = base::Printable(options->positionals()[0]);
      finding.todo = {"cuda-arch-guard detect --help"};
    }
    PrintFindings({finding});
    return kUsage;
  }
  probe::DetectOptions detect;
  detect.self = self;
  detect.timeout_seconds = *timeout;
  probe::Inventory inventory = probe::Detect(detect);
  AddToolkit(inventory, *timeout);
  base::List<base::Finding> findings = inventory.findings;
  if (auto failed = Save(options->Get("--save"), InventoryJson(inventory)))
    findings.push_back(*failed);
  const bool json = options->Has("--json") || pages.inventory == nullptr;
  PrintOut(json ? InventoryJson(inventory) : pages.inventory(inventory));
  PrintFindings(findings);
  return CodeOf(findings);
}

int RunSelect(const std::string& self, const base::List<std::string>& arguments,
              const Pages& pages) {
  const base::Result<base::ParsedOptions> options =
      base::ParseOptions("select", SelectOptions(), arguments);
  if (!options) {
    PrintFindings({options.finding()});
    return kUsage;
  }
  if (options->Has("--help")) return ShowHelp(pages.select_help);
  const base::Result<SelectArguments> read = ReadSelectArguments(*options);
  Settled settled = Settle(self, *options, read);
  const Dialect* only = read ? read->dialect : nullptr;
  const std::string value = AddDialectFindings(settled, only);
  const base::List<base::Finding>& findings = settled.selection.findings;
  if (options->Has("--json") || pages.selection == nullptr) {
    PrintOut(SelectionJson(settled.selection, settled.toolkit));
    return CodeOf(findings);
  }
  if (!value.empty()) PrintOut(value + "\n");
  if (only == nullptr && !settled.toolkit.source.empty())
    PrintOut(pages.selection(settled.selection, settled.toolkit));
  PrintFindings(findings);
  return CodeOf(findings);
}

}  // namespace cuda_arch_guard::select
