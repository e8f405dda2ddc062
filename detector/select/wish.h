// What somebody asked to build for, in any spelling, as a typed value.
#pragma once

#include <string>
#include <string_view>
#include "base/list.h"

#include "arch/architecture.h"
#include "base/result.h"

namespace cuda_arch_guard::select {

// How bare numbers are meant, and what is accepted.
//   kOwn    our own lists: every spelling; "86" asks for the architecture, PTX is left to the
//   policy kCMake  CMAKE_CUDA_ARCHITECTURES and CUDAARCHS: "86" means cubin and PTX both; what
//   CMake would
//           refuse is refused
//   kTorch  TORCH_CUDA_ARCH_LIST as the newest PyTorch reads it
enum class Reading { kOwn, kCMake, kTorch };

enum class WishKind {
  kAuto,      // the attached GPUs; `native` and an empty text mean the same
  kCovering,  // the least set for every device that the toolkit and host can serve
  kAll,       // every real architecture of the toolkit, and PTX of the newest
  kAllMajor,  // the first of each major, and PTX of the newest
  kNone,      // OFF: the user wants no architecture flags at all
  kList,
};

struct WishItem {
  std::string text;  // as written, for messages
  // Either an architecture with what is wanted of it …
  arch::Architecture architecture;
  bool real = true;
  bool ptx = false;
  bool ptx_given = false;  // the text said which (-real, -virtual, +PTX, sm_, compute_)
  // … or a device to be served (a GPU or generation name): then the selection settles how.
  bool is_device = false;
  bool of_generation = false;  // one of the devices that a generation's name stands for
  arch::ComputeCapability device;
};

struct Wish {
  WishKind kind = WishKind::kAuto;
  base::List<WishItem> items;
  std::string text;
};

// Separators are ; , and white space outside names ("RTX 3090;8.6" or "RTX 3090, A100"). A keyword
// stands alone. Errors: [unknown-architecture], [unknown-gpu] with near misses, [ambiguous-gpu],
// [mixed-wish].
base::Result<Wish> ParseWish(std::string_view text, Reading reading);

// A list of devices: capabilities and GPU or generation names ("8.6,8.9", "RTX 3090;RTX 4090").
// Items are devices with the text that named them.
base::Result<base::List<WishItem>> ParseDeviceItems(std::string_view text);
base::Result<base::List<arch::ComputeCapability>> ParseDevices(std::string_view text);

// "86", "8.6", "sm_86", "compute_86", "86-real", "86-virtual", "8.6+PTX", each with a or f, as our
// own lists read it; nothing for anything else.
base::Maybe<WishItem> ReadArchitectureWord(std::string_view word);

// The word in the spelling of a reading: "86-real", "8.6+PTX"; empty where that reading has none.
std::string Spell(const WishItem& item, Reading reading);

}  // namespace cuda_arch_guard::select
