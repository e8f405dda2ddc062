// A selection in the making: entries are added, whole sets settled, and what is not needed dropped.
#pragma once

#include <string>
#include "base/list.h"

#include "select/selection.h"
#include "select/service.h"

namespace cuda_arch_guard::select {

using Devices = base::List<arch::ComputeCapability>;

// What is carried from step to step.
struct Settling {
  const Request& request;
  const probe::Inventory& inventory;
  Means means;
  Selection selection;
};

template <typename T>
void InsertSorted(base::List<T>& list, const T& value) {
  std::size_t i = 0;
  while (i < list.size() && list[i] < value) ++i;
  if (i < list.size() && !(value < list[i])) return;
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(i), value);
}

// Adds an entry, or what is new in it to the one that stands there.
void Add(Selection& selection, arch::Architecture architecture, arch::Code code,
         const Devices& devices, const std::string& why);

// The highest PTX that may be built at or below a number; number 0 if there is none.
arch::Architecture HighestPtx(const Means& means, int number);
void AddPtxOfHighest(Settling& settling);

// The least set for every device that the toolkit and the host can serve, and PTX of the highest.
void SettleCovering(Settling& settling);
// As nvcc -arch=all and -arch=all-major: PTX of the first of the newest major.
void SettleAll(Settling& settling, bool majors_only);

// An entry falls if each of its devices is as well off with one other entry.
void Minimise(Settling& settling);

}  // namespace cuda_arch_guard::select
