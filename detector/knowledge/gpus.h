// GPU product names and PCI device ids to compute capabilities. The rows are in gpus.inc and
// pci_devices.inc; their sources stand at the head of each file.
#pragma once

#include <string>
#include <string_view>
#include "base/list.h"

#include "arch/architecture.h"

namespace cuda_arch_guard::knowledge {

// What a name may mean. One capability: known. Several: the name is sold with different chips, only
// the driver or the PCI id decides. None: not known.
struct GpuMatch {
  std::string name;                                  // the row's name, without a leading "NVIDIA "
  base::List<arch::ComputeCapability> capabilities;  // ascending
};

// A name as nvidia-smi, torch, lspci or a shop prints it: "NVIDIA GeForce RTX 3060 Laptop GPU",
// "RTX 3090", "Tesla V100-SXM2-16GB", "NVIDIA A100-SXM4-40GB MIG 1g.5gb", "Orin (nvgpu)",
// "GRID T4-8C", "rtx3090". Never matched by likeness: neighbours in spelling are other chips.
GpuMatch FindGpu(std::string_view name);

// Row names near in spelling, to be suggested, never used. At most three.
base::List<std::string> NearGpuNames(std::string_view name);

// By PCI device id (vendor 10de). name is pci.ids' product string. No capabilities: unknown id.
// Chips before CUDA's 2.0 answer with their 1.x capability.
GpuMatch FindPciDevice(unsigned device_id);

}  // namespace cuda_arch_guard::knowledge
