// A libcuda.so.1 that tells what the description says (fake_driver.h). CUDA_VISIBLE_DEVICES works
// as NVIDIA documents it: indices or beginnings of UUIDs, the list ends at the first that is not
// there; of MIG slices a process gets one.
#include "fake_driver.h"

namespace {

constexpr int kSuccess = 0;
constexpr int kInvalidValue = 1;
constexpr int kNotInitialized = 3;
constexpr int kNoDevice = 100;
constexpr int kInvalidDevice = 101;

bool initialised = false;
std::vector<int> visible;  // indices into TheMachine().gpus

using fake_driver::Gpu;
using fake_driver::TheMachine;

std::vector<std::string> Split(const std::string& list) {
  std::vector<std::string> parts(1);
  for (const char c : list) {
    if (c == ',') {
      parts.emplace_back();
    } else if (c != ' ') {
      parts.back() += c;
    }
  }
  return parts;
}

// The device that asking for this GPU gives: itself, its first slice, or -1 in MIG mode without
// one.
int FirstSlice(int gpu) {
  for (std::size_t i = 0; i < TheMachine().gpus.size(); ++i) {
    if (TheMachine().gpus[i].mig_parent == gpu) return static_cast<int>(i);
  }
  return TheMachine().gpus[gpu].mig ? -1 : gpu;
}

// What a process sees without CUDA_VISIBLE_DEVICES: the whole GPUs, or the first slice of all.
std::vector<int> AllVisible() {
  std::vector<int> whole;
  for (std::size_t i = 0; i < TheMachine().gpus.size(); ++i) {
    if (TheMachine().gpus[i].mig_parent >= 0) return {static_cast<int>(i)};
    if (!TheMachine().gpus[i].mig) whole.push_back(static_cast<int>(i));
  }
  return whole;
}

int Find(const std::string& word) {
  const std::vector<Gpu>& gpus = TheMachine().gpus;
  const bool number = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isdigit(c) != 0;
  });
  int ordinal = 0;
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    const bool whole = gpus[i].mig_parent < 0;
    if (number && whole && ordinal++ == std::atoi(word.c_str())) {
      return FirstSlice(static_cast<int>(i));
    }
    if (!number && word.size() > 4 && gpus[i].uuid.compare(0, word.size(), word) == 0) {
      return FirstSlice(static_cast<int>(i));
    }
  }
  return -1;
}

std::vector<int> Visible() {
  const char* list = std::getenv("CUDA_VISIBLE_DEVICES");
  if (list == nullptr) return AllVisible();
  std::vector<int> chosen;
  for (const std::string& word : Split(list)) {
    const int gpu = Find(word);
    if (gpu < 0) break;
    chosen.push_back(gpu);
    if (TheMachine().gpus[gpu].mig_parent >= 0) break;
  }
  return chosen;
}

std::string Lie(const char* about) {
  const auto& lies = fake_driver::FaultsOf("libcuda").lies;
  const auto found = lies.find(about);
  return found == lies.end() ? "" : found->second;
}

const Gpu* GpuOf(int device) {
  const bool known = device >= 0 && device < static_cast<int>(visible.size());
  return known ? &TheMachine().gpus[visible[device]] : nullptr;
}

void CopyText(const std::string& text, char* to, int size) {
  if (size > 0) std::snprintf(to, static_cast<std::size_t>(size), "%s", text.c_str());
}

}  // namespace

// For fake_modules.cc. Within the library no FAKE_FUNCTION may be called: the loader would look for
// it before the library is ready.
const fake_driver::Gpu* fake_driver::VisibleGpu(int device) { return GpuOf(device); }

FAKE_FUNCTION("libcuda", cuInit, (unsigned flags)) {
  fake_driver::Suffer("libcuda");
  if (flags != 0) return kInvalidValue;
  if (TheMachine().cuinit != 0) return TheMachine().cuinit;
  visible = Visible();
  if (visible.empty()) return kNoDevice;
  initialised = true;
  return kSuccess;
}

FAKE_FUNCTION("libcuda", cuDriverGetVersion, (int* version)) {
  *version = Lie("cuda").empty() ? TheMachine().cuda : std::atoi(Lie("cuda").c_str());
  return kSuccess;
}

FAKE_FUNCTION("libcuda", cuDeviceGetCount, (int* count)) {
  if (!initialised) return kNotInitialized;
  *count =
      Lie("count").empty() ? static_cast<int>(visible.size()) : std::atoi(Lie("count").c_str());
  return kSuccess;
}

FAKE_FUNCTION("libcuda", cuDeviceGet, (int* device, int ordinal)) {
  if (!initialised) return kNotInitialized;
  if (GpuOf(ordinal) == nullptr) return kInvalidDevice;
  *device = ordinal;
  return kSuccess;
}

FAKE_FUNCTION("libcuda", cuDeviceGetName, (char* name, int size, int device)) {
  const Gpu* gpu = GpuOf(device);
  if (gpu == nullptr) return kInvalidDevice;
  const bool slice = gpu->mig_parent >= 0;
  CopyText((slice ? TheMachine().gpus[gpu->mig_parent].name + " " : "") + gpu->name, name, size);
  return kSuccess;
}

FAKE_FUNCTION("libcuda", cuDeviceGetAttribute, (int* value, int attribute, int device)) {
  const Gpu* gpu = GpuOf(device);
  if (gpu == nullptr) return kInvalidDevice;
  int major = gpu->major;
  int minor = gpu->minor;
  if (!Lie("cc").empty()) std::sscanf(Lie("cc").c_str(), "%d.%d", &major, &minor);
  switch (attribute) {
    case 18:  // INTEGRATED
      *value = gpu->integrated ? 1 : 0;
      return kSuccess;
    case 75:  // COMPUTE_CAPABILITY_MAJOR
      *value = major;
      return kSuccess;
    case 76:  // COMPUTE_CAPABILITY_MINOR
      *value = minor;
      return kSuccess;
    default:
      return kInvalidValue;
  }
}

FAKE_FUNCTION("libcuda", cuDeviceTotalMem_v2, (std::size_t * bytes, int device)) {
  const Gpu* gpu = GpuOf(device);
  if (gpu == nullptr) return kInvalidDevice;
  *bytes = static_cast<std::size_t>(gpu->memory_mib) << 20;
  return kSuccess;
}

FAKE_FUNCTION("libcuda", cuDeviceGetUuid_v2, (unsigned char* bytes, int device)) {
  const Gpu* gpu = GpuOf(device);
  if (gpu == nullptr) return kInvalidDevice;
  std::memset(bytes, 0, 16);
  const std::size_t dash = gpu->uuid.find('-');
  int digit = 0;
  for (std::size_t i = dash == std::string::npos ? 0 : dash + 1; i < gpu->uuid.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(gpu->uuid[i]);
    if (std::isxdigit(c) == 0 || digit >= 32) continue;
    const int value = std::isdigit(c) != 0 ? c - '0' : std::tolower(c) - 'a' + 10;
    bytes[digit / 2] = static_cast<unsigned char>(bytes[digit / 2] | value << (digit % 2 ? 0 : 4));
    ++digit;
  }
  return kSuccess;
}

FAKE_FUNCTION("libcuda", cuDeviceGetPCIBusId, (char* text, int size, int device)) {
  const Gpu* gpu = GpuOf(device);
  if (gpu == nullptr) return kInvalidDevice;
  CopyText(gpu->bus, text, size);
  return kSuccess;
}
