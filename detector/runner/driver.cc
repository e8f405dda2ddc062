#include "runner/driver.h"

#include <cstring>

namespace cuda_arch_guard::runner {
namespace {

struct Symbol {
  const char* name;
  std::size_t offset;  // of the member in DriverApi
  bool required;
};

#define MEMBER(member) offsetof(DriverApi, member)
constexpr Symbol kSymbols[] = {
    {"cuInit", MEMBER(Init), true},
    {"cuDeviceGet", MEMBER(DeviceGet), true},
    {"cuDevicePrimaryCtxRetain", MEMBER(PrimaryContextRetain), true},
    {"cuCtxSetCurrent", MEMBER(ContextSetCurrent), true},
    {"cuCtxSynchronize", MEMBER(ContextSynchronize), true},
    {"cuModuleLoadDataEx", MEMBER(ModuleLoadDataEx), true},
    {"cuModuleUnload", MEMBER(ModuleUnload), true},
    {"cuModuleGetFunction", MEMBER(ModuleGetFunction), true},
    {"cuModuleGetGlobal_v2", MEMBER(ModuleGetGlobal), true},
    {"cuMemAlloc_v2", MEMBER(MemAlloc), true},
    {"cuMemsetD32_v2", MEMBER(MemsetD32), true},
    {"cuMemcpyDtoH_v2", MEMBER(MemcpyDtoH), true},
    {"cuLaunchKernel", MEMBER(LaunchKernel), true},
    {"cuLaunchCooperativeKernel", MEMBER(LaunchCooperativeKernel), false},
    {"cuFuncSetAttribute", MEMBER(FunctionSetAttribute), false},
    {"cuGetErrorName", MEMBER(GetErrorName), false},
};
#undef MEMBER

}  // namespace

bool Driver::Open(const std::string& library) {
  if (!library_.Open(library)) {
    error_ = library_.error();
    return false;
  }
  for (const Symbol& symbol : kSymbols) {
    void* address = library_.Symbol(symbol.name);
    if (address == nullptr && symbol.required) {
      error_ = library + " has no " + symbol.name;
      return false;
    }
    std::memcpy(reinterpret_cast<char*>(&api_) + symbol.offset, &address, sizeof address);
  }
  return true;
}

std::string Driver::ErrorName(int code) const {
  const char* name = nullptr;
  if (api_.GetErrorName == nullptr || api_.GetErrorName(code, &name) != 0 || name == nullptr) {
    return "";
  }
  return name;
}

}  // namespace cuda_arch_guard::runner
