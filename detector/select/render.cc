#include "select/render.h"

#include "base/options.h"
#include "base/text.h"
#include "select/commands.h"
#include "select/dialects.h"
#include "select/select_options.h"

namespace cuda_arch_guard::select {
namespace {

constexpr char kExitCodes[] =
    "exit: 0 fine, 1 some finding is an error, 2 usage, 3 could not look\n";

std::string DetectHelp() {
  return "usage: cuda-arch-guard detect [options]\n\n"
         "Shows the GPUs, the driver and the toolkit of this machine, and what each source "
         "said.\n\n" +
         base::DescribeOptions(DetectOptions()) +
         "\nexample: cuda-arch-guard detect --save inventory.json\n" + kExitCodes;
}

std::string SelectHelp() {
  return "usage: cuda-arch-guard select [options]\n"
         "Settles what to build for, with a reason each, in the words of build systems.\n\n" +
         base::DescribeOptions(SelectOptions()) +
         "\nexample: cuda-arch-guard select --gpu \"RTX 3090\" --toolkit 12.8\n" + kExitCodes;
}

constexpr Pages kPages = {RenderInventory, RenderSelection, DetectHelp, SelectHelp};

std::string Padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

std::string DeviceList(const base::List<arch::ComputeCapability>& devices) {
  std::string text;
  for (const arch::ComputeCapability& device : devices)
    text += (text.empty() ? "" : " ") + device.ToString();
  return text;
}

void AppendField(std::string& page, const char* name, const std::string& value) {
  page += Padded(name, 10);
  base::AppendWrapped(page, 10, value);
}

}  // namespace

std::string RenderSelection(const Selection& selection, const probe::Toolkit& toolkit) {
  std::string page;
  for (const Selected& entry : selection.entries) {
    page += Padded(entry.architecture.ToString() + "-" + arch::ToString(entry.code), 14);
    const std::string devices = DeviceList(entry.devices);
    base::AppendWrapped(page, 14, (devices.empty() ? "" : "for " + devices + ": ") + entry.why);
  }
  if (selection.entries.empty())
    page += selection.off ? "OFF: no architecture flags\n" : "nothing selected\n";
  page += '\n';
  AppendField(page, "from", selection.reason);
  for (const Dialect& dialect : Dialects()) {
    const std::string value = dialect.print(selection, toolkit).value;
    if (value.empty()) continue;
    page += Padded(dialect.name, 10);
    if (dialect.variable != nullptr) {
      page += std::string(dialect.variable) + "=\"" + value + "\"\n";
    } else {
      base::AppendWrapped(page, 10, value);
    }
  }
  return page;
}

std::string RenderInventory(const probe::Inventory& inventory) {
  std::string page;
  for (const probe::Device& device : inventory.devices) {
    page += "GPU " + std::to_string(device.index) + "     ";
    std::string line = base::Printable(device.name.empty() ? "unnamed" : device.name);
    line += device.capability ? ", compute capability " + device.capability->ToString()
                              : ", compute capability unknown";
    if (device.memory_bytes != 0) line += ", " + std::to_string(device.memory_bytes >> 20) + " MiB";
    if (device.integrated) line += ", integrated";
    if (!device.mig_parent.empty()) line += ", MIG slice";
    base::AppendWrapped(page, 10, line + " (from " + device.source + ")");
  }
  if (inventory.devices.empty()) page += "no GPU\n";
  for (const probe::Device& device : inventory.hidden_devices) {
    AppendField(page, "hidden",
                base::Printable(device.name) + ", compute capability " +
                    (device.capability ? device.capability->ToString() : "unknown"));
  }
  const probe::Driver& driver = inventory.driver;
  std::string line = driver.version.empty() ? "version unknown" : driver.version;
  if (!driver.cuda.empty()) line += ", supports CUDA " + driver.cuda;
  if (!driver.libcuda_path.empty()) line += ", " + base::Printable(driver.libcuda_path);
  if (!driver.kernel_module.empty()) line += ", kernel module " + driver.kernel_module;
  const bool nothing = driver.version.empty() && driver.cuda.empty() && driver.libcuda_path.empty();
  AppendField(page, "driver", nothing ? "none found" : line);
  for (const probe::Toolkit& toolkit : inventory.toolkits) {
    std::string text = "CUDA " + (toolkit.version.empty() ? "unknown" : toolkit.version);
    if (!toolkit.compiler.empty()) text += ", " + base::Printable(toolkit.compiler);
    AppendField(page, "toolkit", text);
  }
  if (inventory.visible_devices_set) {
    AppendField(page, "visible",
                "CUDA_VISIBLE_DEVICES='" + base::Printable(inventory.visible_devices) + "'");
  }
  for (const probe::SourceReport& source : inventory.sources) {
    std::string text = source.name + ": " + probe::ToString(source.state);
    if (!source.reason.empty()) text += ", " + base::Printable(source.reason);
    AppendField(page, "source", text);
  }
  return page;
}

int DetectCommand(const std::string& self, const base::List<std::string>& arguments) {
  return RunDetect(self, arguments, kPages);
}

int SelectCommand(const std::string& self, const base::List<std::string>& arguments) {
  return RunSelect(self, arguments, kPages);
}

}  // namespace cuda_arch_guard::select
