#include "probe/inventory.h"

namespace cuda_arch_guard::probe {
namespace {

void WriteDevice(base::JsonWriter& json, const Device& device) {
  json.BeginObject();
  json.Key("index").Number(device.index);
  json.Key("name").StringOrNull(device.name);
  json.Key("compute_capability")
      .StringOrNull(device.capability ? device.capability->ToString() : "");
  json.Key("uuid").StringOrNull(device.uuid);
  json.Key("pci_bus_id").StringOrNull(device.pci_bus_id);
  json.Key("mig_parent").StringOrNull(device.mig_parent);
  json.Key("memory_bytes");
  if (device.memory_bytes == 0) {
    json.Null();
  } else {
    json.Number(static_cast<std::int64_t>(device.memory_bytes));
  }
  json.Key("integrated").Bool(device.integrated);
  json.Key("source").String(device.source);
  json.EndObject();
}

void WriteDevices(base::JsonWriter& json, const char* key, const base::List<Device>& devices) {
  json.Key(key).BeginArray();
  for (const Device& device : devices) WriteDevice(json, device);
  json.EndArray();
}

void WriteDriver(base::JsonWriter& json, const Driver& driver) {
  json.Key("driver");
  if (!driver.known()) {
    json.Null();
    return;
  }
  json.BeginObject();
  json.Key("version").StringOrNull(driver.version);
  json.Key("cuda").StringOrNull(driver.cuda);
  json.Key("cuda_source").StringOrNull(driver.cuda_source);
  json.Key("kernel_module").StringOrNull(driver.kernel_module);
  json.Key("open_kernel_module");
  if (driver.kernel_module.empty()) {
    json.Null();
  } else {
    json.Bool(driver.open_kernel_module);
  }
  json.Key("libcuda").StringOrNull(driver.libcuda_path);
  json.EndObject();
}

void WriteToolkit(base::JsonWriter& json, const Toolkit& toolkit) {
  json.BeginObject();
  json.Key("compiler").StringOrNull(toolkit.compiler);
  json.Key("version").StringOrNull(toolkit.version);
  json.Key("compiler_version").StringOrNull(toolkit.compiler_version);
  json.Key("source").StringOrNull(toolkit.source);
  json.Key("architectures").BeginArray();
  for (const arch::Architecture architecture : toolkit.architectures) {
    json.String(architecture.ToString());
  }
  json.EndArray();
  json.EndObject();
}

void WriteSource(base::JsonWriter& json, const SourceReport& report) {
  json.BeginObject();
  json.Key("name").String(report.name);
  json.Key("state").String(ToString(report.state));
  json.Key("code").Number(report.code);
  json.Key("reason").StringOrNull(report.reason);
  json.Key("library").StringOrNull(report.library);
  json.Key("device_count").Number(static_cast<std::int64_t>(report.devices.size()));
  json.EndObject();
}

}  // namespace

const char* ToString(SourceState state) {
  switch (state) {
    case SourceState::kOk:
      return "ok";
    case SourceState::kAbsent:
      return "absent";
    case SourceState::kFailed:
      return "failed";
    case SourceState::kStub:
      return "stub";
    case SourceState::kIncomplete:
      return "incomplete";
    case SourceState::kMalformed:
      return "malformed";
    case SourceState::kTimedOut:
      return "timed-out";
    case SourceState::kCrashed:
      return "crashed";
    case SourceState::kSkipped:
      return "skipped";
  }
  return "malformed";
}

void Write(base::JsonWriter& json, const Inventory& inventory) {
  json.BeginObject();
  json.Key("schema").String("cuda-arch-guard/inventory/1");
  WriteDevices(json, "devices", inventory.devices);
  WriteDevices(json, "hidden_devices", inventory.hidden_devices);
  WriteDriver(json, inventory.driver);
  json.Key("toolkits").BeginArray();
  for (const Toolkit& toolkit : inventory.toolkits) WriteToolkit(json, toolkit);
  json.EndArray();
  json.Key("visible_devices");
  if (inventory.visible_devices_set) {
    json.String(inventory.visible_devices);
  } else {
    json.Null();
  }
  json.Key("wsl").Bool(inventory.wsl);
  json.Key("container").Bool(inventory.container);
  json.Key("tegra").Bool(inventory.tegra);
  json.Key("simulated").Bool(inventory.simulated);
  json.Key("sources").BeginArray();
  for (const SourceReport& report : inventory.sources) WriteSource(json, report);
  json.EndArray();
  json.Key("findings").BeginArray();
  for (const base::Finding& finding : inventory.findings) base::Write(json, finding);
  json.EndArray();
  json.EndObject();
}

}  // namespace cuda_arch_guard::probe
