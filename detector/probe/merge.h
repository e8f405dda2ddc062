// Four answers to one inventory, and what is wrong with the machine as far as they show it.
#pragma once

#include "base/list.h"

#include "probe/inventory.h"

namespace cuda_arch_guard::probe {

// `visible_devices` is the value of CUDA_VISIBLE_DEVICES, nullptr if it is not set. Sources that
// are not among the reports count as absent.
Inventory Merge(const base::List<SourceReport>& reports, const char* visible_devices);

// What the reports mean, in findings: appended to the inventory's.
void Judge(Inventory& inventory);

// The report of that name; one of state kAbsent if there is none.
const SourceReport& ReportOf(const Inventory& inventory, const char* name);

// libcuda answered, and what it said is that there is no device.
bool SeesNoDevice(const SourceReport& libcuda);

}  // namespace cuda_arch_guard::probe
