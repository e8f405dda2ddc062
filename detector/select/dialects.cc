#include "select/dialects.h"

#include "arch/compatibility.h"
#include "base/text.h"
#include "select/torch_parser.h"

namespace cuda_arch_guard::select {
namespace {

// Cubin and PTX of one architecture are one entry in most dialects.
base::List<WishItem> Paired(const Selection& selection) {
  base::List<WishItem> items;
  for (const Selected& entry : selection.entries) {
    const bool real = entry.code == arch::Code::kReal;
    if (real || items.empty() || items.back().architecture != entry.architecture) {
      WishItem item;
      item.architecture = entry.architecture;
      item.real = real;
      items.push_back(item);
    }
    if (!real) items.back().ptx = true;
  }
  return items;
}

Spelled PrintCMake(const Selection& selection, const probe::Toolkit&) {
  if (selection.off) return {"OFF", {}};
  base::List<std::string> words;
  for (const WishItem& item : Paired(selection)) words.push_back(Spell(item, Reading::kCMake));
  return {base::Join(words, ";"), {}};
}

Spelled PrintNvcc(const Selection& selection, const probe::Toolkit&) {
  std::string flags;
  for (const Selected& entry : selection.entries) {
    const std::string number = entry.architecture.ToString();
    if (!flags.empty()) flags += ' ';
    flags += "-gencode=arch=compute_" + number + ",code=";
    flags += (entry.code == arch::Code::kReal ? "sm_" : "compute_") + number;
  }
  return {flags, {}};
}

bool RunsOnAll(arch::Architecture cubin, const Selected& entry) {
  for (const arch::ComputeCapability& device : entry.devices) {
    arch::ImageTraits image;
    image.architecture = cubin;
    const arch::Answer answer = arch::MayRun(image, device);
    if (answer.outcome != arch::Outcome::kRuns || !answer.sure) return false;
  }
  return true;
}

// The highest architecture at or below this one that PyTorch takes and the toolkit builds: as a
// cubin if it runs on every device of the entry, with PTX otherwise. No number if there is none.
WishItem TorchSubstitute(const Selected& entry, const probe::Toolkit& toolkit) {
  WishItem substitute;
  for (const arch::Architecture& each : toolkit.architectures) {
    if (each.variant != arch::Variant::kPlain || each.number > entry.architecture.number) continue;
    if (TorchAccepts(each)) substitute.architecture = each;
  }
  substitute.ptx = entry.code == arch::Code::kVirtual || entry.devices.empty() ||
                   !RunsOnAll(substitute.architecture, entry);
  return substitute;
}

base::Finding TorchFinding(const Selected& entry, const WishItem& substitute) {
  const std::string asked = entry.architecture.ToString() + "-" + arch::ToString(entry.code);
  base::Finding finding;
  finding.id = "torch-replaced";
  finding.severity = base::Severity::kNote;
  finding.wrong = "PyTorch's TORCH_CUDA_ARCH_LIST cannot say what was selected.";
  finding.found = asked;
  if (substitute.architecture.number == 0) {
    finding.severity = base::Severity::kWarning;
    finding.because = "nothing that it takes covers the same GPUs: the entry is left out";
    finding.todo = {"select another architecture for PyTorch extensions"};
  } else {
    finding.because = "in the torch dialect it is " + Spell(substitute, Reading::kTorch) +
                      ", which covers the same GPUs";
  }
  return finding;
}

// Joins what names the same architecture and keeps the order of the numbers.
void AddTorch(base::List<WishItem>& items, const WishItem& item) {
  std::size_t i = 0;
  while (i < items.size() && items[i].architecture < item.architecture) ++i;
  if (i == items.size() || items[i].architecture != item.architecture) {
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(i), item);
  }
  items[i].ptx = items[i].ptx || item.ptx;
}

Spelled PrintTorch(const Selection& selection, const probe::Toolkit& toolkit) {
  Spelled spelled;
  base::List<WishItem> items;
  for (const Selected& entry : selection.entries) {
    WishItem item;
    item.architecture = entry.architecture;
    item.ptx = entry.code == arch::Code::kVirtual;
    // An entry of PyTorch's always brings its cubin: PTX alone cannot be said.
    bool exact = TorchAccepts(entry.architecture) && !item.ptx;
    for (const Selected& other : selection.entries) {
      exact =
          exact || (item.ptx && TorchAccepts(entry.architecture) &&
                    other.architecture == entry.architecture && other.code == arch::Code::kReal);
    }
    if (!exact) {
      item = TorchSubstitute(entry, toolkit);
      spelled.findings.push_back(TorchFinding(entry, item));
      if (item.architecture.number == 0) continue;
    }
    AddTorch(items, item);
  }
  base::List<std::string> words;
  for (const WishItem& item : items) words.push_back(Spell(item, Reading::kTorch));
  spelled.value = base::Join(words, " ");
  return spelled;
}

constexpr Dialect kDialects[] = {
    {"cmake", "CMAKE_CUDA_ARCHITECTURES", "86-real;90-real;90-virtual", PrintCMake},
    {"torch", "TORCH_CUDA_ARCH_LIST", "8.6 9.0+PTX", PrintTorch},
    {"nvcc", nullptr, "-gencode=arch=compute_86,code=sm_86", PrintNvcc},
};

}  // namespace

knowledge::Rows<Dialect> Dialects() { return knowledge::Rows<Dialect>(kDialects); }

const Dialect* FindDialect(std::string_view name) {
  for (const Dialect& dialect : kDialects) {
    if (name == dialect.name) return &dialect;
  }
  return nullptr;
}

}  // namespace cuda_arch_guard::select
