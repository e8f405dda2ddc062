// A selection from a few words, and its entries as one line.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/text.h"
#include "probe/toolkit.h"
#include "select/selection.h"

namespace cuda_arch_guard::select {

inline probe::Toolkit TableToolkit(const std::string& version) {
  base::Result<probe::Toolkit> toolkit = probe::ToolkitFromTable(version);
  EXPECT_TRUE(toolkit.ok()) << version;
  return toolkit ? *toolkit : probe::Toolkit();
}

// A machine with these GPUs: "8.6 8.9"; "?" is one whose capability nobody could tell.
inline probe::Inventory MachineWith(const std::string& capabilities) {
  probe::Inventory inventory;
  for (const std::string& word : base::SplitAny(capabilities, " ")) {
    probe::Device device;
    device.index = static_cast<int>(inventory.devices.size());
    device.name = "GPU" + std::to_string(device.index);
    device.capability = arch::ParseComputeCapability(word);
    inventory.devices.push_back(device);
  }
  return inventory;
}

inline Request RequestFor(const std::string& wish, Reading reading = Reading::kOwn) {
  Request request;
  base::Result<Wish> parsed = ParseWish(wish, reading);
  EXPECT_TRUE(parsed.ok()) << wish;
  if (parsed) request.wish = *parsed;
  return request;
}

// "86-real:8.6,8.9 90-virtual": the entries, each with the devices that it is for.
inline std::string Entries(const Selection& selection) {
  std::string line;
  for (const Selected& entry : selection.entries) {
    if (!line.empty()) line += ' ';
    line += entry.architecture.ToString() + "-" + arch::ToString(entry.code);
    std::string separator = ":";
    for (const arch::ComputeCapability& device : entry.devices) {
      line += separator + device.ToString();
      separator = ",";
    }
  }
  return line;
}

// "error:not-buildable note:jit-only", in their order.
inline std::string Findings(const Selection& selection) {
  std::string line;
  for (const base::Finding& finding : selection.findings) {
    if (!line.empty()) line += ' ';
    line += std::string(base::ToString(finding.severity)) + ":" + finding.id;
  }
  return line;
}

}  // namespace cuda_arch_guard::select
