#include "cli/explanations.h"

#include "arch/compatibility.h"
#include "base/text.h"
#include "knowledge/architectures.h"
#include "knowledge/errors.h"
#include "knowledge/findings.h"
#include "knowledge/gpus.h"
#include "knowledge/toolkits.h"
#include "select/torch_parser.h"
#include "select/wish.h"

namespace cuda_arch_guard::cli {
namespace {

using arch::Architecture;
using arch::ComputeCapability;
using arch::Variant;
using knowledge::ArchitectureRow;

// "CUDA 11.1 or newer", "CUDA 9.0 to 12.9"; empty: none.
std::string ToolkitRange(const base::Version& first, const base::Version& last) {
  if (first.count == 0) return "";
  if (last.count == 0) return "CUDA " + first.ToString() + " or newer";
  return "CUDA " + first.ToString() + " to " + last.ToString();
}

base::Version FirstToolkit(const ArchitectureRow& row, Variant variant) {
  if (variant == Variant::kFamily) return row.family_since;
  return variant == Variant::kSpecific ? row.specific_since : row.first_toolkit;
}

std::string DriverRange(const ArchitectureRow& row) {
  if (row.tegra) return "that of the board's JetPack";
  std::string text = row.first_driver_branch != 0
                         ? "branch " + std::to_string(row.first_driver_branch) + " or newer"
                         : "";
  if (row.last_driver_branch != 0) {
    text += text.empty() ? "up to branch " : ", up to ";
    text += std::to_string(row.last_driver_branch);
  }
  return text;
}

// The devices that are known to run this code for sure.
std::string RunsOn(Architecture architecture, arch::ImageKind kind) {
  std::string text;
  for (const ArchitectureRow& row : knowledge::Architectures()) {
    arch::ImageTraits image;
    image.kind = kind;
    image.architecture = architecture;
    image.cuda = knowledge::NewestToolkit().version;
    const arch::Answer answer = arch::MayRun(image, row.capability);
    if (answer.outcome != arch::Outcome::kNo &&
        (answer.sure || answer.outcome == arch::Outcome::kByJit)) {
      text += (text.empty() ? "" : " ") + row.capability.ToString();
    }
  }
  return text;
}

// The cubins that a device takes.
std::string CubinsFor(ComputeCapability device) {
  std::string text;
  for (const ArchitectureRow& row : knowledge::Architectures()) {
    for (const Variant variant : {Variant::kPlain, Variant::kFamily, Variant::kSpecific}) {
      if (FirstToolkit(row, variant).count == 0) continue;
      arch::ImageTraits image;
      image.architecture = {row.capability.number(), variant};
      image.cuda = knowledge::NewestToolkit().version;
      const arch::Answer answer = arch::MayRun(image, device);
      if (answer.outcome == arch::Outcome::kRuns && answer.sure)
        text += (text.empty() ? "sm_" : " sm_") + image.architecture.ToString();
    }
  }
  return text;
}

void Add(Explanation& explanation, const char* label, const std::string& text) {
  if (!text.empty()) explanation.facts.emplace_back(label, text);
}

void ExplainCapability(ComputeCapability capability, std::vector<Explanation>& meanings) {
  const ArchitectureRow* row = knowledge::FindArchitecture(capability);
  if (row == nullptr) return;
  Explanation explanation;
  explanation.kind = "compute-capability";
  explanation.title = capability.ToString() + ": compute capability, " + row->generation +
                      (row->tegra ? " (Tegra)" : "");
  Add(explanation, "GPUs", row->products[0] != '\0' ? row->products : "no product is known");
  Add(explanation, "toolkit", ToolkitRange(row->first_toolkit, row->last_toolkit));
  Add(explanation, "driver", DriverRange(*row));
  Add(explanation, "cubins", CubinsFor(capability));
  Add(explanation, "PTX",
      "compute_" + std::to_string(capability.number()) +
          " and every plain one below, if the driver is as new as its maker");
  Add(explanation, "build",
      "CMAKE_CUDA_ARCHITECTURES=" + std::to_string(capability.number()) +
          "-real, TORCH_CUDA_ARCH_LIST=" + capability.ToString());
  meanings.push_back(explanation);
}

void ExplainArchitecture(const select::WishItem& item, std::vector<Explanation>& meanings) {
  const Architecture architecture = item.architecture;
  const ArchitectureRow* row = knowledge::FindArchitecture(architecture.capability());
  if (row == nullptr || FirstToolkit(*row, architecture.variant).count == 0) return;
  Explanation explanation;
  explanation.kind = "architecture";
  const char* code = !item.ptx_given ? "cubin and PTX" : item.real ? "cubin" : "PTX";
  const char* variant = architecture.variant == Variant::kPlain      ? ""
                        : architecture.variant == Variant::kSpecific ? ", for this chip alone"
                                                                     : ", for its family";
  explanation.title = item.text + ": " + code + " for " + architecture.capability().ToString() +
                      " (" + row->generation + ")" + variant;
  if (item.real) Add(explanation, "cubin on", RunsOn(architecture, arch::ImageKind::kCubin));
  if (!item.real || !item.ptx_given || item.ptx)
    Add(explanation, "PTX on",
        RunsOn(architecture, arch::ImageKind::kPtx) +
            (architecture.variant == Variant::kPlain ? " and newer" : ""));
  Add(explanation, "toolkit",
      ToolkitRange(FirstToolkit(*row, architecture.variant), row->last_toolkit));
  Add(explanation, "CMake",
      architecture.ToString() + ", " + architecture.ToString() + "-real, " +
          architecture.ToString() + "-virtual");
  select::WishItem cubin = item;
  cubin.real = true;
  if (select::TorchAccepts(architecture))
    Add(explanation, "PyTorch", select::Spell(cubin, select::Reading::kTorch));
  meanings.push_back(explanation);
}

void ExplainGpu(std::string_view word, std::vector<Explanation>& meanings) {
  const knowledge::GpuMatch match = knowledge::FindGpu(word);
  if (match.capabilities.empty()) return;
  Explanation explanation;
  explanation.kind = "gpu";
  std::string capabilities;
  for (const ComputeCapability& each : match.capabilities)
    capabilities += (capabilities.empty() ? "" : " or ") + each.ToString();
  explanation.title = match.name + ": compute capability " + capabilities;
  if (match.capabilities.size() > 1) {
    Add(explanation, "note",
        "sold with different chips; only the driver tells which is in it: "
        "nvidia-smi --query-gpu=compute_cap --format=csv");
  }
  meanings.push_back(explanation);
  for (const ComputeCapability& each : match.capabilities) ExplainCapability(each, meanings);
}

void ExplainGeneration(std::string_view word, std::vector<Explanation>& meanings) {
  const std::vector<ComputeCapability> capabilities = knowledge::FindGeneration(word);
  if (capabilities.empty()) return;
  Explanation explanation;
  explanation.kind = "generation";
  std::string list;
  for (const ComputeCapability& each : capabilities)
    list += (list.empty() ? "" : ", ") + each.ToString();
  explanation.title = std::string(word) + ": a generation of GPUs, compute capability " + list;
  for (const ComputeCapability& each : capabilities) {
    const ArchitectureRow* row = knowledge::FindArchitecture(each);
    explanation.facts.emplace_back(each.ToString(), row != nullptr ? row->products : "");
  }
  meanings.push_back(explanation);
}

// "12.8", "12.8.93", "cu128", "cuda-12.8", "cuda12.8".
std::optional<base::Version> ReadToolkitWord(std::string_view word) {
  const std::string lower = base::ToLower(word);
  if (base::StartsWith(lower, "cuda")) {
    const std::string rest = lower.substr(lower.size() > 4 && lower[4] == '-' ? 5 : 4);
    return base::Version::Parse(rest);
  }
  if (base::StartsWith(lower, "cu")) {
    const std::optional<int> number = base::ParseNumber(lower.substr(2));
    if (!number || *number < 80) return std::nullopt;
    return base::Version(*number / 10, *number % 10);
  }
  const std::optional<base::Version> version = base::Version::Parse(word);
  return version && version->count > 1 ? version : std::nullopt;
}

void ExplainToolkit(std::string_view word, std::vector<Explanation>& meanings) {
  const std::optional<base::Version> version = ReadToolkitWord(word);
  const knowledge::ToolkitRow* row = version ? knowledge::FindToolkit(*version) : nullptr;
  if (row == nullptr) return;
  Explanation explanation;
  explanation.kind = "toolkit";
  explanation.title = "CUDA " + row->version.ToString() + ": toolkit and runtime";
  Add(explanation, "builds", row->architectures);
  Add(explanation, "driver",
      std::string(row->linux_minimum) + " or newer runs its cubins (Linux), " +
          row->windows_minimum + " (Windows)");
  Add(explanation, "for PTX",
      std::string(row->linux_driver) + " or newer (Linux): PTX ISA " + row->ptx_isa.ToString());
  if (row->max_gcc != 0) Add(explanation, "host GCC", "up to " + std::to_string(row->max_gcc));
  Add(explanation, "note",
      "which GPUs a program runs on is decided by the images in its files; the CUDA that "
      "nvidia-smi "
      "prints is what the driver supports, not what is installed");
  meanings.push_back(explanation);
}

void ExplainDriver(std::string_view word, std::vector<Explanation>& meanings) {
  constexpr int kOldestBranch = 300;
  const std::optional<base::Version> version = base::Version::Parse(word);
  if (!version || version->count < 2 || version->major() < kOldestBranch) return;
  const auto cuda = knowledge::CudaOfDriver(*version, knowledge::Platform::kLinux);
  if (!cuda) return;
  Explanation explanation;
  explanation.kind = "driver";
  explanation.title = version->ToString() + ": driver (Linux) of CUDA " + cuda->ToString();
  if (cuda->major() >= 11) {
    Add(explanation, "cubins", "of CUDA " + std::to_string(cuda->major()) + " and older");
  } else {
    Add(explanation, "cubins", "of CUDA " + cuda->ToString() + " and older");
  }
  Add(explanation, "PTX", "of CUDA " + cuda->ToString() + " and older");
  meanings.push_back(explanation);
}

void ExplainError(std::string_view word, std::vector<Explanation>& meanings) {
  const knowledge::ErrorRow* row = knowledge::FindError(word);
  if (row == nullptr) return;
  Explanation explanation;
  explanation.kind = "error";
  explanation.title = std::to_string(row->code) + ": " + row->name;
  if (row->driver_name[0] != '\0') explanation.title += std::string(", ") + row->driver_name;
  Add(explanation, "text", row->text);
  Add(explanation, "meaning", row->meaning);
  Add(explanation, "do", row->remedy);
  meanings.push_back(explanation);
}

void ExplainFinding(std::string_view word, std::vector<Explanation>& meanings) {
  const knowledge::FindingRow* row = knowledge::FindFinding(word);
  if (row == nullptr) return;
  Explanation explanation;
  explanation.kind = "finding";
  explanation.title = std::string("[") + row->id + "]: " + row->summary;
  Add(explanation, "meaning", row->meaning);
  meanings.push_back(explanation);
}

}  // namespace

std::vector<Explanation> Explain(std::string_view word) {
  std::vector<Explanation> meanings;
  std::string_view bare = base::Trim(word);
  const std::string lower = base::ToLower(bare);
  if (base::StartsWith(lower, "error ")) {
    ExplainError(base::Trim(bare.substr(6)), meanings);
    return meanings;
  }
  if (bare.size() > 2 && bare.front() == '[' && bare.back() == ']')
    bare = bare.substr(1, bare.size() - 2);
  const std::optional<ComputeCapability> capability = arch::ParseComputeCapability(bare);
  if (capability) {
    ExplainCapability(*capability, meanings);
  } else if (const auto item = select::ReadArchitectureWord(bare)) {
    ExplainArchitecture(*item, meanings);
  }
  ExplainGeneration(bare, meanings);
  ExplainGpu(bare, meanings);
  ExplainToolkit(bare, meanings);
  ExplainDriver(bare, meanings);
  ExplainError(bare, meanings);
  ExplainFinding(bare, meanings);
  return meanings;
}

std::vector<std::string> NearWords(std::string_view word) {
  std::vector<std::string> candidates;
  for (const std::string_view name : knowledge::GenerationNames()) candidates.emplace_back(name);
  for (const knowledge::FindingRow& row : knowledge::Findings()) candidates.emplace_back(row.id);
  for (const knowledge::ErrorRow& row : knowledge::Errors()) {
    candidates.emplace_back(row.name);
    if (row.driver_name[0] != '\0') candidates.emplace_back(row.driver_name);
  }
  std::vector<std::string> near = knowledge::NearGpuNames(word);
  const std::string nearest = base::NearestSpelling(word, candidates);
  if (!nearest.empty()) near.insert(near.begin(), nearest);
  return near;
}

}  // namespace cuda_arch_guard::cli
