// The part of the fake libcuda that loads images and runs validation kernels. It runs nothing: a
// kernel's numbers are copied from the reference in its own image, unless the description says
// otherwise. So it proves that the runner and this driver tell the same story, and nothing about
// GPUs.
//
//   fault compute hang|crash              in cuCtxSynchronize
//   fault compute lie numbers=wrong       one number is off by one
//   fault compute lie numbers=none        the kernel writes nothing at all
//   fault compute lie synchronise=700     what cuCtxSynchronize answers; likewise launch, load and
//                                         context (cuDevicePrimaryCtxRetain)
//   fault compute lie takes=everything    images are taken whatever they are for
//   fault compute lie heading=75          the kernel says that it is compiled for this
#include "fake_driver.h"
#include "fake_images.h"

namespace {

using fake_driver::LoadedImage;

constexpr int kSuccess = 0;
constexpr int kInvalidValue = 1;
constexpr int kInvalidContext = 201;
constexpr int kNotFound = 500;

constexpr unsigned kMagic = 0x43414731;
constexpr const char* kExpected = "cuda_arch_guard_expected";

struct Context {
  int device = 0;
};
struct Module {
  LoadedImage image;
  std::map<std::string, std::string> globals;  // their memory
};
struct Function {
  Module* module = nullptr;
};

Context* current = nullptr;
int pending = kSuccess;  // what the next synchronisation answers

std::string Lie(const char* about) {
  const auto& lies = fake_driver::FaultsOf("compute").lies;
  const auto found = lies.find(about);
  return found == lies.end() ? "" : found->second;
}

int LieCode(const char* about) { return std::atoi(Lie(about).c_str()); }

// Addresses of the device are those of this process.
template <typename T>
T* At(unsigned long long pointer) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(pointer));
}

const std::string& Global(Module& module, const std::string& name) {
  std::string& bytes = module.globals[name];
  if (bytes.empty()) bytes = GlobalBytes(module.image, name);
  return bytes;
}

void WriteHeading(const LoadedImage& image, unsigned* heading) {
  const std::string target = Lie("heading").empty() ? image.target : Lie("heading");
  const char last = target.empty() ? '0' : target.back();
  heading[0] = kMagic;
  heading[1] = static_cast<unsigned>(std::atoi(target.c_str()) * 10);
  heading[2] = image.ptx ? 2 : 1;
  heading[3] = last == 'f' ? 1 : last == 'a' ? 2 : 0;
}

}  // namespace

FAKE_FUNCTION("libcuda", cuDevicePrimaryCtxRetain, (Context * *context, int device)) {
  if (LieCode("context") != 0) return LieCode("context");
  *context = new Context{device};
  return kSuccess;
}

FAKE_FUNCTION("libcuda", cuCtxSetCurrent, (Context * context)) {
  current = context;
  return kSuccess;
}

FAKE_FUNCTION("libcuda", cuModuleLoadDataEx,
              (Module * *module, const void* data, unsigned count, int* options, void** values)) {
  if (current == nullptr) return kInvalidContext;
  if (LieCode("load") != 0) return LieCode("load");
  const fake_driver::Gpu* gpu = fake_driver::VisibleGpu(current->device);
  if (gpu == nullptr) return kInvalidContext;
  const std::vector<LoadedImage> images = fake_driver::ReadImages(static_cast<const char*>(data));
  int error = kSuccess;
  const LoadedImage* picked =
      Pick(images, std::to_string(gpu->major) + "." + std::to_string(gpu->minor),
           fake_driver::TheMachine().cuda, &error);
  if (picked == nullptr && Lie("takes") == "everything" && !images.empty()) picked = &images[0];
  if (picked == nullptr) {
    for (unsigned i = 0; i < count; ++i) {
      const std::string text = "fake JIT: error " + std::to_string(error);
      if (options[i] == 5) std::snprintf(static_cast<char*>(values[i]), 64, "%s", text.c_str());
    }
    return error;
  }
  *module = new Module{*picked, {}};
  return kSuccess;
}

FAKE_FUNCTION("libcuda", cuModuleUnload, (Module * module)) {
  delete module;
  return kSuccess;
}

FAKE_FUNCTION("libcuda", cuModuleGetFunction,
              (Function * *function, Module* module, const char* name)) {
  if (!HasKernel(module->image, name)) return kNotFound;
  *function = new Function{module};
  return kSuccess;
}

FAKE_FUNCTION("libcuda", cuModuleGetGlobal_v2,
              (unsigned long long* pointer, std::size_t* bytes, Module* module, const char* name)) {
  const std::string& memory = Global(*module, name);
  if (memory.empty()) return kNotFound;
  *pointer = static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(memory.data()));
  *bytes = memory.size();
  return kSuccess;
}

FAKE_FUNCTION("libcuda", cuMemAlloc_v2, (unsigned long long* pointer, std::size_t bytes)) {
  *pointer = static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(std::malloc(bytes)));
  return kSuccess;
}

FAKE_FUNCTION("libcuda", cuMemsetD32_v2,
              (unsigned long long pointer, unsigned value, std::size_t count)) {
  std::fill_n(At<unsigned>(pointer), count, value);
  return kSuccess;
}

FAKE_FUNCTION("libcuda", cuMemcpyDtoH_v2, (void* to, unsigned long long from, std::size_t bytes)) {
  std::memcpy(to, At<char>(from), bytes);
  return kSuccess;
}

FAKE_FUNCTION("libcuda", cuLaunchKernel,
              (Function * function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
               unsigned block_x, unsigned block_y, unsigned block_z, unsigned, void*,
               void** parameters, void**)) {
  if (LieCode("launch") != 0) return LieCode("launch");
  if (grid_x * grid_y * grid_z == 0 || block_x * block_y * block_z == 0) return kInvalidValue;
  pending = LieCode("synchronise");
  if (pending != kSuccess || Lie("numbers") == "none") return kSuccess;
  auto* heading = At<unsigned>(*static_cast<unsigned long long*>(parameters[0]));
  auto* numbers = At<unsigned>(*static_cast<unsigned long long*>(parameters[1]));
  WriteHeading(function->module->image, heading);
  const std::string& expected = Global(*function->module, kExpected);
  std::memcpy(numbers, expected.data(), expected.size());
  if (Lie("numbers") == "wrong") numbers[1] += 1;
  return kSuccess;
}

FAKE_FUNCTION("libcuda", cuCtxSynchronize, ()) {
  fake_driver::Suffer("compute");
  return pending;
}

FAKE_FUNCTION("libcuda", cuGetErrorName, (int error, const char** name)) {
  const std::map<int, const char*> names = {
      {2, "CUDA_ERROR_OUT_OF_MEMORY"},    {46, "CUDA_ERROR_DEVICE_UNAVAILABLE"},
      {200, "CUDA_ERROR_INVALID_IMAGE"},  {209, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
      {218, "CUDA_ERROR_INVALID_PTX"},    {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"},
      {700, "CUDA_ERROR_ILLEGAL_ADDRESS"}};
  const auto found = names.find(error);
  *name = found == names.end() ? nullptr : found->second;
  return found == names.end() ? kInvalidValue : kSuccess;
}
