#include <dlfcn.h>
#include <link.h>

#include "base/dynamic_library.h"

namespace cuda_arch_guard::base {

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
  link_map* map = nullptr;
  if (handle_ == nullptr || dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0 || map == nullptr)
    return "";
  return map->l_name != nullptr ? map->l_name : "";
}

}  // namespace cuda_arch_guard::base
