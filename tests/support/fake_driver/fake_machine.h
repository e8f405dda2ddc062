// A folder that stands for a described machine: its libraries, its programs, its /proc and /sys.
#pragma once

#include <filesystem>

#include "fake_driver.h"

namespace fake_driver {

inline void WriteText(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

inline void WriteSystemRoot(const Machine& machine, const std::filesystem::path& root) {
  std::filesystem::create_directories(root / "sys/bus/pci/devices");
  for (const PciDevice& device : machine.pci) {
    const std::filesystem::path folder = root / "sys/bus/pci/devices" / device.address;
    WriteText(folder / "vendor", "0x" + device.vendor + "\n");
    WriteText(folder / "device", "0x" + device.device + "\n");
    WriteText(folder / "class", "0x" + device.display_class + "\n");
    if (device.driver.empty()) continue;
    std::filesystem::create_symlink("../../drivers/" + device.driver, folder / "driver");
  }
  if (!machine.kernel_module.empty()) {
    // Both forms as the two kinds of module write them.
    WriteText(root / "proc/driver/nvidia/version",
              machine.open_kernel_module
                  ? "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  " +
                        machine.kernel_module + "  Release Build  (dvs-builder@U22-I3)\n"
                  : "NVRM version: NVIDIA UNIX x86_64 Kernel Module  " + machine.kernel_module +
                        "  Thu Jan 16 00:53:21 UTC 2025\nGCC version:  gcc version 12.2.0\n");
  }
  for (const auto& [name, text] : machine.files) WriteText(root / name, text);
}

// Makes `folder` (which must not be there yet) and returns the environment that puts a process into
// that machine, "NAME=VALUE" each. `fakes` is where the fake libraries were built.
inline std::vector<std::string> MakeMachine(const std::filesystem::path& description,
                                            const std::filesystem::path& fakes,
                                            const std::filesystem::path& folder) {
  struct Part {
    const char* name;
    const char* place;
    const char* file;
  };
  const Part parts[] = {{"libcuda", "lib", "libcuda.so.1"},
                        {"nvml", "lib", "libnvidia-ml.so.1"},
                        {"nvidia-smi", "bin", "nvidia-smi"}};
  const Machine machine = ReadMachine(description.string());
  std::filesystem::create_directories(folder / "lib");
  std::filesystem::create_directories(folder / "bin");
  for (const Part& part : parts) {
    const auto& absent = machine.absent;
    if (std::find(absent.begin(), absent.end(), part.name) != absent.end()) continue;
    std::filesystem::create_symlink(fakes / part.file, folder / part.place / part.file);
  }
  WriteSystemRoot(machine, folder / "root");
  const char* path = std::getenv("PATH");
  return {"CUDA_ARCH_GUARD_FAKE_DRIVER=" + std::filesystem::absolute(description).string(),
          "CUDA_ARCH_GUARD_SYSTEM_ROOT=" + (folder / "root").string(),
          "LD_LIBRARY_PATH=" + (folder / "lib").string(),
          "PATH=" + (folder / "bin").string() + ":" + (path != nullptr ? path : "/usr/bin:/bin")};
}

}  // namespace fake_driver
