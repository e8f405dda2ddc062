// The command line of `select`, as typed values.
#pragma once

#include <string>
#include "base/list.h"

#include "base/options.h"
#include "base/result.h"
#include "probe/inventory.h"
#include "select/dialects.h"
#include "select/selection.h"

namespace cuda_arch_guard::select {

const base::List<base::Option>& SelectOptions();

struct SelectArguments {
  Request request;
  base::List<probe::Device> devices;  // given by --gpu and --device
  bool detect = true;                 // ask the machine: nothing was given
  std::string driver;                 // given by --driver and --driver-cuda
  std::string driver_cuda;
  double timeout_seconds = 30;
  const Dialect* dialect = nullptr;  // only this one's value is wanted
};

// Errors: [usage], and those of the lists that it holds.
base::Result<SelectArguments> ReadSelectArguments(const base::ParsedOptions& options);

// A positive number of seconds, 30 if --timeout is not given.
base::Result<double> ReadTimeout(const char* command, const base::ParsedOptions& options);

// The toolkit that is named, or nvcc as CMake would find it. Errors: [no-cuda-compiler],
// [toolkit-unusable], [unknown-toolkit].
base::Result<probe::Toolkit> ReadToolkit(const base::ParsedOptions& options,
                                         double timeout_seconds);

}  // namespace cuda_arch_guard::select
