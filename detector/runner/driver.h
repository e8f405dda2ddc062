// The part of the CUDA driver API that running a kernel takes, found at run time: the runner is
// built without CUDA and runs where no driver is. Declarations after the CUDA Driver API reference
// (docs.nvidia.com/cuda/cuda-driver-api); `_v2` are the names that its macros stand for.
#pragma once

#include <cstddef>
#include <string>

#include "base/dynamic_library.h"

namespace cuda_arch_guard::runner {

using CuDevicePointer = unsigned long long;
struct CuContext;
struct CuModule;
struct CuFunction;

struct DriverApi {
  int (*Init)(unsigned flags) = nullptr;
  int (*DeviceGet)(int* device, int ordinal) = nullptr;
  int (*PrimaryContextRetain)(CuContext** context, int device) = nullptr;
  int (*ContextSetCurrent)(CuContext* context) = nullptr;
  int (*ContextSynchronize)() = nullptr;
  int (*ModuleLoadDataEx)(CuModule** module, const void* image, unsigned option_count, int* options,
                          void** values) = nullptr;
  int (*ModuleUnload)(CuModule* module) = nullptr;
  int (*ModuleGetFunction)(CuFunction** function, CuModule* module, const char* name) = nullptr;
  int (*ModuleGetGlobal)(CuDevicePointer* pointer, std::size_t* bytes, CuModule* module,
                         const char* name) = nullptr;
  int (*MemAlloc)(CuDevicePointer* pointer, std::size_t bytes) = nullptr;
  int (*MemsetD32)(CuDevicePointer pointer, unsigned value, std::size_t count) = nullptr;
  int (*MemcpyDtoH)(void* to, CuDevicePointer from, std::size_t bytes) = nullptr;
  int (*LaunchKernel)(CuFunction* function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                      unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                      void* stream, void** parameters, void** extra) = nullptr;
  // Optional: nullptr where the driver is too old to have them.
  int (*LaunchCooperativeKernel)(CuFunction* function, unsigned grid_x, unsigned grid_y,
                                 unsigned grid_z, unsigned block_x, unsigned block_y,
                                 unsigned block_z, unsigned shared_bytes, void* stream,
                                 void** parameters) = nullptr;
  int (*FunctionSetAttribute)(CuFunction* function, int attribute, int value) = nullptr;
  int (*GetErrorName)(int error, const char** name) = nullptr;
};

// CUjit_option and CUfunction_attribute values that we pass.
constexpr int kJitErrorLogBuffer = 5;
constexpr int kJitErrorLogBufferBytes = 6;
constexpr int kMaxDynamicSharedBytes = 8;

class Driver {
 public:
  // Opens the library (a path or a soname) and finds every function. False: error() says why.
  bool Open(const std::string& library);
  const DriverApi& api() const { return api_; }
  const std::string& error() const { return error_; }
  // "CUDA_ERROR_NO_BINARY_FOR_GPU"; empty if the driver knows no name.
  std::string ErrorName(int code) const;

 private:
  base::DynamicLibrary library_;
  DriverApi api_;
  std::string error_;
};

}  // namespace cuda_arch_guard::runner
