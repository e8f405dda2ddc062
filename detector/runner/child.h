// The child's side of the runner: it loads images with the driver and runs their kernels, in a
// process of its own, since a driver may hang or die and a kernel may spoil its context for good.
#pragma once

#include <string>
#include <vector>

namespace cuda_arch_guard::runner {

struct ChildTask {
  std::string library;  // the driver: "libcuda.so.1" or a path
  int device = 0;       // ordinal
  bool run = false;     // false: only load each image, and see whether the driver takes it
  std::vector<std::string> images;
};

// The task as arguments for our own program, and back.
std::vector<std::string> ToArguments(const ChildTask& task);
bool ParseArguments(const std::vector<std::string>& arguments, ChildTask& task);

// Does the task and tells about it on stdout (trace.h). Returns the exit code: 0 unless it could
// not even begin.
int RunChild(const ChildTask& task);

}  // namespace cuda_arch_guard::runner
