// A library opened at run time, and its functions from a table.
#pragma once

#include <string>

namespace cuda_arch_guard::base {

class DynamicLibrary {
 public:
  DynamicLibrary() = default;
  DynamicLibrary(const DynamicLibrary&) = delete;
  DynamicLibrary& operator=(const DynamicLibrary&) = delete;
  // The library stays loaded: drivers do not take being unloaded well.
  ~DynamicLibrary() = default;

  // A soname, searched by the loader, or a path. False: error() says why.
  bool Open(const std::string& name);
  // nullptr if there is no such symbol.
  void* Symbol(const char* name) const;
  // The file that the loader really took, as far as it tells; empty if unknown.
  std::string Path() const;
  const std::string& error() const { return error_; }

 private:
  void* handle_ = nullptr;
  std::string error_;
};

}  // namespace cuda_arch_guard::base
