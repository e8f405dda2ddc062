// Puts a test into a machine described in tests/support/machines: detection then runs for real, its
// children load the fake libraries by soname.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "probe/detect.h"
#include "probe/merge.h"
#include "probe/source.h"
#include "support/fake_driver/fake_machine.h"

namespace cuda_arch_guard::probe {

class MachineTest : public ::testing::Test {
 protected:
  MachineTest() {
    char name[] = "/tmp/cuda-arch-guard-machine-XXXXXX";
    folder_ = mkdtemp(name);
    Unset("CUDA_VISIBLE_DEVICES");
  }

  ~MachineTest() override {
    for (const auto& [name, value] : before_) {
      if (value) {
        setenv(name.c_str(), value->c_str(), 1);
      } else {
        unsetenv(name.c_str());
      }
    }
    std::filesystem::remove_all(folder_);
  }

  // By the name of a file in tests/support/machines.
  // To be called by way of ENTER.
  void Enter(const std::string& name) {
    const std::filesystem::path description =
        std::filesystem::path(MACHINES_FOLDER) / (name + ".txt");
    ASSERT_TRUE(std::filesystem::exists(description)) << description;
    EnterDescription(description);
  }

  void EnterText(const std::string& text) {
    const std::filesystem::path description = folder_ / "description.txt";
    std::ofstream(description) << text;
    EnterDescription(description);
  }

  Inventory Look(double timeout_seconds = 30) {
    return Detect({PROBE_SOURCE_PROGRAM, timeout_seconds});
  }

  void Set(const std::string& name, const std::string& value) {
    Remember(name);
    setenv(name.c_str(), value.c_str(), 1);
  }
  void Unset(const std::string& name) {
    Remember(name);
    unsetenv(name.c_str());
  }

  // A program in the machine's bin folder, a shell script.
  void WriteScript(const std::string& name, const std::string& text) {
    const std::filesystem::path path = machine() / "bin" / name;
    std::filesystem::remove(path);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << "#!/bin/sh\n" << text;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  }

  std::filesystem::path machine() const { return folder_ / "machine"; }

 private:
  void EnterDescription(const std::filesystem::path& description) {
    std::filesystem::remove_all(machine());
    for (const std::string& part : fake_driver::ReadMachine(description.string()).absent) {
      if (IsReallyHere(part)) GTEST_SKIP() << "this machine has a real " << part;
    }
    for (const std::string& line :
         fake_driver::MakeMachine(description, FAKE_DRIVER_FOLDER, machine())) {
      const std::size_t equals = line.find('=');
      Set(line.substr(0, equals), line.substr(equals + 1));
    }
  }

  // A part of a driver that the machine which runs the tests has cannot be taken away from it.
  static bool IsReallyHere(const std::string& part) {
    if (part == "nvidia-smi") return !FindNvidiaSmi().empty();
    if (std::filesystem::exists("/usr/lib/wsl/lib")) return true;
    const char* soname = part == "nvml" ? "libnvidia-ml.so.1" : "libcuda.so.1";
    void* library = dlopen(soname, RTLD_LAZY | RTLD_LOCAL);
    if (library != nullptr) dlclose(library);
    return library != nullptr;
  }

  void Remember(const std::string& name) {
    for (const auto& [known, value] : before_) {
      if (known == name) return;
    }
    const char* value = std::getenv(name.c_str());
    before_.emplace_back(name, value != nullptr ? std::optional<std::string>(value) : std::nullopt);
  }

  std::filesystem::path folder_;
  std::vector<std::pair<std::string, std::optional<std::string>>> before_;
};

#define ENTER(name)          \
  do {                       \
    Enter(name);             \
    if (IsSkipped()) return; \
  } while (false)
#define ENTER_TEXT(text)     \
  do {                       \
    EnterText(text);         \
    if (IsSkipped()) return; \
  } while (false)

// "8.6 8.9": the capabilities of devices in their order; "?" where one is not known.
inline std::string Capabilities(const std::vector<Device>& devices) {
  std::string text;
  for (const Device& device : devices) {
    if (!text.empty()) text += ' ';
    text += device.capability ? device.capability->ToString() : "?";
  }
  return text;
}

inline std::string Ids(const Inventory& inventory) {
  std::string text;
  for (const base::Finding& finding : inventory.findings) {
    if (!text.empty()) text += ' ';
    text += finding.id;
  }
  return text;
}

inline const base::Finding& FindingOf(const Inventory& inventory, const std::string& id) {
  static const base::Finding none;
  for (const base::Finding& finding : inventory.findings) {
    if (finding.id == id) return finding;
  }
  return none;
}

}  // namespace cuda_arch_guard::probe
