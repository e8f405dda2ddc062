// An nvidia-smi that tells what the description says (fake_driver.h), for the one kind of question
// that is asked of it: --query-gpu=FIELDS --format=csv,noheader,nounits. What real programs of
// several ages print is recorded in tests/unit/probe instead.
#include "fake_driver.h"

namespace {

using fake_driver::Gpu;
using fake_driver::TheMachine;

// False: no such field, as in drivers before 510 for compute_cap.
bool Field(const std::string& field, const Gpu& gpu, std::size_t index, std::string& value) {
  const int branch = std::atoi(TheMachine().driver.c_str());
  const std::string capability = std::to_string(gpu.major) + "." + std::to_string(gpu.minor);
  if (field == "index") {
    value = std::to_string(index);
  } else if (field == "name") {
    value = gpu.name;
  } else if (field == "uuid") {
    value = gpu.uuid.empty() ? "[N/A]" : gpu.uuid;
  } else if (field == "pci.bus_id") {
    value = gpu.bus.empty() ? "[N/A]" : "0000" + gpu.bus;
  } else if (field == "memory.total") {
    value = gpu.integrated ? "[N/A]" : std::to_string(gpu.memory_mib);
  } else if (field == "driver_version") {
    value = TheMachine().driver;
  } else if (field == "compute_cap" && branch >= 510) {
    value = gpu.integrated ? "[N/A]" : capability;
  } else {
    return false;
  }
  return true;
}

int Query(const std::string& list) {
  const std::vector<int> order = fake_driver::WholeGpusByBus();
  if (order.empty()) {
    std::puts("No devices were found");
    return 6;
  }
  std::string text;
  for (std::size_t row = 0; row < order.size(); ++row) {
    std::size_t from = 0;
    while (from <= list.size()) {
      const std::size_t comma = std::min(list.find(',', from), list.size());
      const std::string field = list.substr(from, comma - from);
      std::string value;
      if (!Field(field, TheMachine().gpus[order[row]], row, value)) {
        std::printf("Field \"%s\" is not a valid field to query.\n\n", field.c_str());
        return 2;
      }
      text += (from > 0 ? ", " : "") + value;
      from = comma + 1;
    }
    text += "\n";
  }
  std::fputs(text.c_str(), stdout);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  fake_driver::Suffer("nvidia-smi");
  if (TheMachine().nvmlinit == 18) {
    std::puts("Failed to initialize NVML: Driver/library version mismatch");
    return 18;
  }
  if (TheMachine().nvmlinit != 0) {
    std::puts(
        "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure "
        "that the latest NVIDIA driver is installed and running.");
    return 9;
  }
  const std::string option = "--query-gpu=";
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument.compare(0, option.size(), option) == 0)
      return Query(argument.substr(option.size()));
  }
  std::puts("the fake nvidia-smi answers --query-gpu= only");
  return 2;
}
