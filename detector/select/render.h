// A selection as text for people.
#pragma once

#include <string>

#include "probe/inventory.h"
#include "select/selection.h"

namespace cuda_arch_guard::select {

// At most 80 columns wide but for values that are to be copied.
std::string RenderSelection(const Selection& selection, const probe::Toolkit& toolkit);
std::string RenderInventory(const probe::Inventory& inventory);

}  // namespace cuda_arch_guard::select
