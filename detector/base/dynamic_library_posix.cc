#include <dlfcn.h>

#include "base/dynamic_library.h"

namespace cuda_arch_guard::base {
namespace {

// The head of the link_map that dlinfo answers with: the debugger's protocol since SVR4, so it
// stays as it is. <link.h> has it too, at the price of <elf.h>, which the detector feels at each
// compile.
struct LinkMapHead {
  void* load_address;
  const char* name;
};

}  // namespace

bool DynamicLibrary::Open(const std::string& name) {
  handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ != nullptr) return true;
  const char* message = dlerror();
  error_ = message != nullptr ? message : "dlopen failed";
  return false;
}

void* DynamicLibrary::Symbol(const char* name) const {
  return handle_ != nullptr ? dlsym(handle_, name) : nullptr;
}

std::string DynamicLibrary::Path() const {
  LinkMapHead* map = nullptr;
  if (handle_ == nullptr || dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0 || map == nullptr)
    return "";
  return map->name != nullptr ? map->name : "";
}

}  // namespace cuda_arch_guard::base
