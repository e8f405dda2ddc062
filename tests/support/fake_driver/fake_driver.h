// A machine that is not there: what the fake libcuda, the fake NVML and the fake nvidia-smi tell.
//
// The environment variable CUDA_ARCH_GUARD_FAKE_DRIVER names a description, read when a fake is
// first called. One statement a line, `#` starts a comment, values with spaces are quoted:
//
//   driver 570.86.15 cuda=12.8
//   gpu name="NVIDIA GeForce RTX 3090" cc=8.6 uuid=GPU-… bus=0000:01:00.0 memory=24576
//   [integrated=1] mig name="MIG 1g.10gb" uuid=MIG-… memory=9728        a slice of the gpu above it
//   cuinit 804                                           what cuInit answers
//   nvmlinit 18                                          what nvmlInit_v2 answers
//   fault libcuda hang|crash                             in cuInit; likewise nvml (in nvmlInit_v2)
//   fault libcuda missing cuDeviceGetAttribute           the symbol is not to be found; likewise
//   nvml fault libcuda lie cc=0.0 | count=-1 | cuda=0         what it says instead; likewise nvml
//   fault libcuda chatter                               prints to stdout; likewise nvml
//   fault nvidia-smi hang|crash
//
// The rest needs a folder of its own, made by the program fake_machine (fake_machine.cc):
//
//   absent libcuda|nvml|nvidia-smi                       that part is not installed
//   kernel_module 570.86.15 [open]                       /proc/driver/nvidia/version
//   pci 0000:01:00.0 id=10de:2204 [class=030000] [driver=nouveau]
//   file etc/nv_tegra_release [text="…"]                 any other file
//
// memory is in MiB. Order is the driver API's; NVML and nvidia-smi list by bus id. The faults
// `missing` work by indirect functions (STT_GNU_IFUNC), so the fakes need glibc.
//
// Header only and plain C++17: `c++ -std=c++17 -shared -fPIC fake_libcuda.cc -o libcuda.so.1`.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace fake_driver {

struct Gpu {
  std::string name;
  int major = 0;
  int minor = 0;
  std::string uuid;
  std::string bus;
  std::uint64_t memory_mib = 0;
  bool integrated = false;
  bool mig = false;     // in MIG mode
  int mig_parent = -1;  // index of the GPU it is a slice of; -1: a whole GPU
};

struct Faults {
  bool hang = false;
  bool crash = false;
  bool chatter = false;
  std::map<std::string, std::string> lies;  // "cc" -> "0.0"
};

struct PciDevice {
  std::string address;
  std::string vendor;
  std::string device;
  std::string display_class;
  std::string driver;  // empty: bound to none
};

struct Machine {
  std::string driver = "570.86.15";
  int cuda = 12080;
  std::vector<Gpu> gpus;  // whole GPUs, each followed by its slices
  int cuinit = 0;
  int nvmlinit = 0;
  std::map<std::string, Faults> faults;  // by part: libcuda, nvml, nvidia-smi
  std::vector<std::string> absent;       // the same parts
  std::vector<PciDevice> pci;
  std::string kernel_module;  // empty: not loaded
  bool open_kernel_module = false;
  std::map<std::string, std::string> files;
};

[[noreturn]] inline void Refuse(const std::string& why) {
  std::fprintf(stderr, "fake driver: %s\n", why.c_str());
  std::_Exit(99);
}

// "name=\"a b\" cc=8.6 word" to pieces, quotes taken away.
inline std::vector<std::string> Words(const std::string& line) {
  std::vector<std::string> words;
  bool quoted = false;
  bool open = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == '#' && !quoted) {
      break;
    } else if (!quoted && std::isspace(static_cast<unsigned char>(c))) {
      open = false;
    } else {
      if (!open) words.emplace_back();
      open = true;
      words.back() += c;
    }
  }
  return words;
}

inline std::map<std::string, std::string> Pairs(const std::vector<std::string>& words,
                                                std::size_t from) {
  std::map<std::string, std::string> pairs;
  for (std::size_t i = from; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    if (equals == std::string::npos) Refuse("no NAME=VALUE: " + words[i]);
    pairs[words[i].substr(0, equals)] = words[i].substr(equals + 1);
  }
  return pairs;
}

inline int CudaNumber(const std::string& text) {  // "12.8" to 12080
  int major = 0;
  int minor = 0;
  std::sscanf(text.c_str(), "%d.%d", &major, &minor);
  return major * 1000 + minor * 10;
}

inline Gpu ReadGpu(std::map<std::string, std::string> pairs) {
  Gpu gpu;
  gpu.name = pairs["name"];
  std::sscanf(pairs["cc"].c_str(), "%d.%d", &gpu.major, &gpu.minor);
  gpu.uuid = pairs["uuid"];
  gpu.bus = pairs["bus"];
  gpu.memory_mib = std::strtoull(pairs["memory"].c_str(), nullptr, 10);
  gpu.integrated = pairs["integrated"] == "1";
  gpu.mig = pairs["mig"] == "1";
  return gpu;
}

inline PciDevice ReadPci(const std::string& address, std::map<std::string, std::string> pairs) {
  const std::string& id = pairs["id"];
  if (id.size() != 9 || id[4] != ':') Refuse("no PCI id as 10de:2204: " + id);
  const std::string display_class = pairs["class"].empty() ? "030000" : pairs["class"];
  return {address, id.substr(0, 4), id.substr(5), display_class, pairs["driver"]};
}

inline void ReadLine(const std::vector<std::string>& words, Machine& machine) {
  const std::string& what = words[0];
  if (what == "driver" && words.size() >= 2) {
    machine.driver = words[1];
    machine.cuda = CudaNumber(Pairs(words, 2)["cuda"]);
  } else if (what == "gpu") {
    machine.gpus.push_back(ReadGpu(Pairs(words, 1)));
  } else if (what == "mig" && !machine.gpus.empty()) {
    int parent = static_cast<int>(machine.gpus.size()) - 1;
    if (machine.gpus[parent].mig_parent >= 0) parent = machine.gpus[parent].mig_parent;
    Gpu slice = ReadGpu(Pairs(words, 1));
    slice.major = machine.gpus[parent].major;
    slice.minor = machine.gpus[parent].minor;
    slice.bus = machine.gpus[parent].bus;
    slice.mig_parent = parent;
    machine.gpus[parent].mig = true;
    machine.gpus.push_back(slice);
  } else if (what == "cuinit" && words.size() == 2) {
    machine.cuinit = std::atoi(words[1].c_str());
  } else if (what == "nvmlinit" && words.size() == 2) {
    machine.nvmlinit = std::atoi(words[1].c_str());
  } else if (what == "fault" && words.size() >= 3) {
    Faults& faults = machine.faults[words[1]];
    if (words[2] == "hang") faults.hang = true;
    if (words[2] == "crash") faults.crash = true;
    if (words[2] == "chatter") faults.chatter = true;
    if (words[2] == "lie") faults.lies = Pairs(words, 3);
    // "missing" is read where symbols are resolved: see FAKE_FUNCTION.
  } else if (what == "absent" && words.size() == 2) {
    machine.absent.push_back(words[1]);
  } else if (what == "kernel_module" && words.size() >= 2) {
    machine.kernel_module = words[1];
    machine.open_kernel_module = words.size() > 2 && words[2] == "open";
  } else if (what == "pci" && words.size() >= 3) {
    machine.pci.push_back(ReadPci(words[1], Pairs(words, 2)));
  } else if (what == "file" && words.size() >= 2) {
    machine.files[words[1]] = Pairs(words, 2)["text"];
  } else {
    Refuse("not understood: " + what);
  }
}

inline Machine ReadMachine(const std::string& path) {
  Machine machine;
  std::ifstream file(path);
  if (!file) Refuse("cannot read " + path);
  std::string line;
  while (std::getline(file, line)) {
    const std::vector<std::string> words = Words(line);
    if (!words.empty()) ReadLine(words, machine);
  }
  return machine;
}

inline const Machine& TheMachine() {
  const char* path = std::getenv("CUDA_ARCH_GUARD_FAKE_DRIVER");
  if (path == nullptr || *path == '\0') Refuse("CUDA_ARCH_GUARD_FAKE_DRIVER names no description");
  static const Machine machine = ReadMachine(path);
  return machine;
}

inline const Faults& FaultsOf(const std::string& part) {
  static const Faults none;
  const auto found = TheMachine().faults.find(part);
  return found == TheMachine().faults.end() ? none : found->second;
}

// Where a part hangs or dies, it does so here.
inline void Suffer(const std::string& part) {
  const Faults& faults = FaultsOf(part);
  if (faults.chatter) std::puts("a driver that talks"), std::fflush(stdout);
  if (faults.crash) std::abort();
  while (faults.hang) sleep(1000);
}

// The GPU behind a handle of the fake libcuda; nullptr: none.
const Gpu* VisibleGpu(int device);

// Whole GPUs and slices as NVML and nvidia-smi order them: by bus id.
inline std::vector<int> WholeGpusByBus() {
  const std::vector<Gpu>& gpus = TheMachine().gpus;
  std::vector<int> order;
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    if (gpus[i].mig_parent < 0) order.push_back(static_cast<int>(i));
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return gpus[a].bus < gpus[b].bus; });
  return order;
}

// Is `fault PART missing SYMBOL` in the description? Runs inside the loader's symbol look-up, so it
// uses nothing that has to be set up first.
inline bool IsMissing(const char* part, const char* symbol) {
  const char* path = std::getenv("CUDA_ARCH_GUARD_FAKE_DRIVER");
  std::FILE* file = path != nullptr ? std::fopen(path, "r") : nullptr;
  if (file == nullptr) return false;
  char line[1024];
  char of[64];
  char name[128];
  bool missing = false;
  while (std::fgets(line, sizeof line, file) != nullptr) {
    if (std::sscanf(line, " fault %63s missing %127s", of, name) != 2) continue;
    missing = missing || (std::strcmp(of, part) == 0 && std::strcmp(name, symbol) == 0);
  }
  std::fclose(file);
  return missing;
}

}  // namespace fake_driver

// FAKE_FUNCTION(part, name, (parameters)) { body }: an exported C function returning int that the
// description can make vanish: dlsym of an indirect function is what its resolver returns.
#define FAKE_FUNCTION(part, name, parameters)                                                     \
  static int Fake_##name parameters;                                                              \
  extern "C" __attribute__((used)) auto Resolve_##name()->int(*) parameters {                     \
    return fake_driver::IsMissing(part, #name) ? nullptr : &Fake_##name;                          \
  }                                                                                               \
  extern "C" __attribute__((visibility("default"), ifunc("Resolve_" #name))) int name parameters; \
  static int Fake_##name parameters
