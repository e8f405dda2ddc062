#include "probe/inventory.h"

#include <gtest/gtest.h>

namespace cuda_arch_guard::probe {
namespace {

std::string Json(const Inventory& inventory) {
  base::JsonWriter json;
  Write(json, inventory);
  return json.text();
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Inventory, UnknownIsNull) {
  const std::string json = Json({});
  EXPECT_TRUE(Has(json, "{\"schema\":\"cuda-arch-guard/inventory/1\",\"devices\":[]"));
  EXPECT_TRUE(Has(json, "\"driver\":null"));
  EXPECT_TRUE(Has(json, "\"visible_devices\":null"));
  Inventory inventory;
  inventory.devices.emplace_back();
  inventory.driver.version = "570.86.15";
  const std::string unknown = Json(inventory);
  EXPECT_TRUE(Has(unknown, "\"compute_capability\":null"));
  EXPECT_TRUE(Has(unknown, "\"uuid\":null"));
  EXPECT_TRUE(Has(unknown, "\"memory_bytes\":null"));
  EXPECT_TRUE(Has(unknown, "\"cuda\":null"));
  EXPECT_TRUE(Has(unknown, "\"open_kernel_module\":null"));
}

TEST(Inventory, KnownIsWritten) {
  Inventory inventory;
  Device device;
  device.name = "NVIDIA \"GPU\"";
  device.capability = arch::ComputeCapability{8, 6};
  device.uuid = "GPU-1";
  device.source = "libcuda";
  inventory.devices = {device};
  inventory.driver.version = "570.86.15";
  inventory.driver.cuda = "12.8";
  Toolkit toolkit;
  toolkit.version = "13.0";
  toolkit.source = "nvcc";
  toolkit.architectures = {{90, arch::Variant::kSpecific}, {100, arch::Variant::kFamily}};
  inventory.toolkits = {toolkit};
  SourceReport report;
  report.name = "libcuda";
  report.state = SourceState::kFailed;
  report.code = 803;
  report.reason = "why";
  inventory.sources = {report};
  inventory.visible_devices_set = true;
  base::Finding finding;
  finding.id = "some-id";
  inventory.findings = {finding};
  const std::string json = Json(inventory);
  EXPECT_TRUE(Has(json,
                  "\"devices\":[{\"index\":0,\"name\":\"NVIDIA \\\"GPU\\\"\","
                  "\"compute_capability\":\"8.6\",\"uuid\":\"GPU-1\""));
  EXPECT_TRUE(Has(json, "\"source\":\"libcuda\"}]"));
  EXPECT_TRUE(Has(json, "\"driver\":{\"version\":\"570.86.15\",\"cuda\":\"12.8\""));
  EXPECT_TRUE(Has(json, "\"architectures\":[\"90a\",\"100f\"]"));
  EXPECT_TRUE(
      Has(json, "{\"name\":\"libcuda\",\"state\":\"failed\",\"code\":803,\"reason\":\"why\""));
  EXPECT_TRUE(Has(json, "\"visible_devices\":\"\""));
  EXPECT_TRUE(Has(json, "\"findings\":[{\"id\":\"some-id\""));
}

}  // namespace
}  // namespace cuda_arch_guard::probe
