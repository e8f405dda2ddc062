#include "select/wish.h"

#include "base/text.h"
#include "knowledge/architectures.h"
#include "knowledge/gpus.h"
#include "select/torch_parser.h"

namespace cuda_arch_guard::select {
namespace {

struct Keyword {
  const char* word;
  WishKind kind;
  bool cmake;  // CMAKE_CUDA_ARCHITECTURES has it too
};
// Below `off` stand the other words that CMake takes for false: its generator gives no flags then.
constexpr Keyword kKeywords[] = {
    {"auto", WishKind::kAuto, false},
    {"native", WishKind::kAuto, true},
    {"all", WishKind::kAll, true},
    {"all-major", WishKind::kAllMajor, true},
    {"covering", WishKind::kCovering, false},
    {"off", WishKind::kNone, true},
    {"no", WishKind::kNone, true},
    {"false", WishKind::kNone, true},
    {"n", WishKind::kNone, true},
    {"ignore", WishKind::kNone, true},
    {"0", WishKind::kNone, true},
    {"notfound", WishKind::kNone, true},
};

constexpr std::size_t kSuggestedKeywords = 6;  // the first of them

const Keyword* FindKeyword(std::string_view word, Reading reading) {
  const std::string lower = base::ToLower(word);
  for (const Keyword& keyword : kKeywords) {
    if (lower != keyword.word) continue;
    if (reading == Reading::kCMake && !keyword.cmake) return nullptr;
    // torch's own words are Auto and All.
    if (reading == Reading::kTorch && lower != "auto" && lower != "all") return nullptr;
    return &keyword;
  }
  return nullptr;
}

bool RemovePrefix(std::string& text, std::string_view prefix) {
  if (!base::StartsWith(text, prefix)) return false;
  text.erase(0, prefix.size());
  return true;
}

bool RemoveSuffix(std::string& text, std::string_view suffix) {
  if (!base::EndsWith(text, suffix)) return false;
  text.erase(text.size() - suffix.size());
  return true;
}

// The same, in what the reader of the variable really takes.
base::Maybe<WishItem> ReadNumber(std::string_view word, Reading reading) {
  base::Maybe<WishItem> item = ReadArchitectureWord(word);
  if (!item || reading == Reading::kOwn) return item;
  if (reading == Reading::kCMake && !item->ptx_given) item->ptx = true;
  item->ptx_given = true;
  // Whatever is spelled in another way would be refused there.
  if (Spell(*item, reading) != word) return base::kNothing;
  return item;
}

WishItem DeviceItem(std::string_view text, arch::ComputeCapability device) {
  WishItem item;
  item.text = std::string(text);
  item.is_device = true;
  item.device = device;
  item.architecture = arch::PlainArchitecture(device);
  return item;
}

base::Finding AmbiguousGpu(std::string_view text, const knowledge::GpuMatch& match) {
  base::Finding finding;
  finding.id = "ambiguous-gpu";
  finding.wrong = "This GPU name is sold with different chips.";
  base::List<std::string> capabilities;
  for (const arch::ComputeCapability& each : match.capabilities)
    capabilities.push_back(each.ToString());
  finding.found = "'" + base::Printable(text) + "': " + base::Join(capabilities, " or ");
  finding.because = "the compute capability itself, as nvidia-smi tells it";
  finding.todo = {"nvidia-smi --query-gpu=name,compute_cap --format=csv",
                  "write the capability in place of the name: " + capabilities.back()};
  return finding;
}

// Names of GPUs and generations. True: read, or an error stands in `error`.
bool ReadName(std::string_view text, base::List<WishItem>& items,
              base::Maybe<base::Finding>& error) {
  std::string name(text);
  const bool plus_ptx = base::EndsWith(base::ToLower(name), "+ptx");
  if (plus_ptx) name.erase(name.size() - 4);
  const std::size_t before = items.size();
  for (const arch::ComputeCapability& device : knowledge::FindGeneration(name)) {
    items.push_back(DeviceItem(text, device));
    items.back().of_generation = true;
  }
  if (items.size() == before) {
    const knowledge::GpuMatch match = knowledge::FindGpu(name);
    if (match.capabilities.empty()) return false;
    if (match.capabilities.size() > 1) {
      error = AmbiguousGpu(text, match);
      return true;
    }
    items.push_back(DeviceItem(text, match.capabilities[0]));
  }
  items.back().ptx = items.back().ptx_given = plus_ptx;
  return true;
}

std::string Suggestion(std::string_view word, Reading reading) {
  if (reading != Reading::kOwn) {
    if (base::Maybe<WishItem> item = ReadArchitectureWord(word)) {
      if (reading == Reading::kCMake && !item->ptx_given && base::Contains(word, "."))
        item->ptx = true;
      const std::string spelled = Spell(*item, reading);
      if (!spelled.empty()) return spelled;
    }
  }
  base::List<std::string> candidates;
  for (const Keyword& keyword : kKeywords) {
    if (candidates.size() == kSuggestedKeywords) break;
    if (FindKeyword(keyword.word, reading) != nullptr) candidates.emplace_back(keyword.word);
  }
  if (reading == Reading::kOwn) {
    for (const std::string_view name : knowledge::GenerationNames()) candidates.emplace_back(name);
    const std::string nearest = base::NearestSpelling(word, candidates);
    if (!nearest.empty()) return nearest;
    const base::List<std::string> gpus = knowledge::NearGpuNames(word);
    return base::Join(gpus, "' or '");
  }
  return base::NearestSpelling(word, candidates);
}

const char* Accepted(Reading reading) {
  switch (reading) {
    case Reading::kCMake:
      return "what CMake takes: 86, 86-real, 86-virtual, 90a, 100f; native, all, all-major, OFF";
    case Reading::kTorch:
      return "what PyTorch takes: 8.6, 8.6+PTX, 9.0a, or a name of its own such as Ampere";
    case Reading::kOwn:
      break;
  }
  return "86, 8.6, sm_86, compute_86, 86-real, 86-virtual, 8.6+PTX, 90a, 100f, a GPU or generation "
         "name; or alone: auto, covering, all, all-major, OFF";
}

base::Finding Unknown(std::string_view word, std::string_view whole, Reading reading) {
  base::Finding finding;
  const char first = word.empty() ? '0' : word[0];
  const std::string lower = base::ToLower(word);
  const bool numeric = (first >= '0' && first <= '9') || base::StartsWith(lower, "sm") ||
                       base::StartsWith(lower, "compute") || reading != Reading::kOwn;
  finding.id = numeric ? "unknown-architecture" : "unknown-gpu";
  finding.wrong = numeric ? "This is no architecture." : "No GPU of this name is known.";
  finding.found = "'" + base::Printable(word) + "'";
  if (word != whole) finding.found += " in '" + base::Printable(whole) + "'";
  finding.because = Accepted(reading);
  if (base::StartsWith(lower, "fleet:")) {
    finding.id = "unknown-architecture";
    finding.wrong = "Lists of the form fleet:<file> cannot be read by this version.";
    finding.todo = {"name the compute capabilities of the fleet: 8.0;8.6;9.0"};
    return finding;
  }
  const std::string suggestion = Suggestion(word, reading);
  if (!suggestion.empty()) {
    finding.todo.push_back("did you mean '" + suggestion + "'?");
  } else if (!numeric) {
    finding.todo.push_back("nvidia-smi --query-gpu=name,compute_cap --format=csv");
  }
  base::List<WishItem> named;
  base::Maybe<base::Finding> ambiguous;
  if (reading == Reading::kCMake &&
      (FindKeyword(word, Reading::kOwn) != nullptr || ReadName(word, named, ambiguous))) {
    finding.todo = {"-DCudaArchGuard_ARCHITECTURES=\"" + std::string(word) + "\""};
  }
  if (finding.todo.empty()) finding.todo.push_back("write a compute capability, such as 8.6");
  return finding;
}

enum class Read { kItem, kKeyword, kNothing, kError };

Read ReadOne(std::string_view text, Reading reading, Wish& wish,
             base::Maybe<base::Finding>& error) {
  if (const Keyword* keyword = FindKeyword(text, reading)) {
    wish.kind = keyword->kind;
    return Read::kKeyword;
  }
  if (base::Maybe<WishItem> item = ReadNumber(text, reading)) {
    if (reading == Reading::kTorch && !TorchAccepts(item->architecture)) return Read::kNothing;
    wish.items.push_back(*item);
    return Read::kItem;
  }
  if (reading == Reading::kTorch) {
    const char* list = TorchName(text);
    if (list == nullptr) return Read::kNothing;
    for (const std::string& word : base::SplitAny(list, ";"))
      wish.items.push_back(*ReadNumber(word, reading));
    return Read::kItem;
  }
  if (reading == Reading::kCMake || !ReadName(text, wish.items, error)) return Read::kNothing;
  return error ? Read::kError : Read::kItem;
}

base::Finding Mixed(std::string_view whole) {
  base::Finding finding;
  finding.id = "mixed-wish";
  finding.wrong = "A word for a whole set stands beside other entries.";
  finding.found = "'" + base::Printable(whole) + "'";
  finding.because = "auto, native, covering, all, all-major and OFF stand alone";
  finding.todo = {"give the word alone, or the list without it"};
  return finding;
}

// One piece between ; and , is a name that may hold spaces ("RTX 3090"), or several items with
// spaces between ("8.6 8.9"): from each word on, the longest run that means something is taken.
base::Maybe<base::Finding> ReadPiece(const std::string& piece, std::string_view whole,
                                     Reading reading, Wish& wish, int& keywords) {
  const base::List<std::string> words = base::SplitAny(piece, " \t\r\n");
  for (std::size_t i = 0; i < words.size();) {
    std::size_t run = words.size() - i;
    Read read = Read::kNothing;
    base::Maybe<base::Finding> error;
    for (; run > 0; --run) {
      const base::List<std::string> part(words.begin() + static_cast<std::ptrdiff_t>(i),
                                         words.begin() + static_cast<std::ptrdiff_t>(i + run));
      read = ReadOne(base::Join(part, " "), reading, wish, error);
      if (read != Read::kNothing) break;
    }
    if (read == Read::kError) return error;
    if (read == Read::kNothing) {
      const bool several = reading == Reading::kOwn && i == 0;
      return Unknown(several ? piece : words[i], whole, reading);
    }
    if (read == Read::kKeyword) ++keywords;
    i += run;
  }
  return base::kNothing;
}

const char* Separators(Reading reading) {
  // CMake's lists have one separator only, PyTorch's two: it takes no commas.
  return reading == Reading::kOwn ? ";," : ";";
}

}  // namespace

base::Maybe<WishItem> ReadArchitectureWord(std::string_view word) {
  WishItem item;
  item.text = std::string(word);
  std::string rest = base::ToLower(word);
  const bool sm = RemovePrefix(rest, "sm_");
  const bool compute = !sm && RemovePrefix(rest, "compute_");
  const bool real = !compute && RemoveSuffix(rest, "-real");
  const bool only_ptx = !sm && !compute && !real && RemoveSuffix(rest, "-virtual");
  const bool plus_ptx = !compute && !real && !only_ptx && RemoveSuffix(rest, "+ptx");
  const base::Maybe<arch::Architecture> architecture = arch::ParseArchitecture(rest);
  if (!architecture) return base::kNothing;
  item.architecture = *architecture;
  item.real = !compute && !only_ptx;
  item.ptx = compute || only_ptx || plus_ptx;
  item.ptx_given = sm || compute || real || only_ptx || plus_ptx;
  return item;
}

base::Result<Wish> ParseWish(std::string_view text, Reading reading) {
  Wish wish;
  wish.text = std::string(base::Trim(text));
  // A blank is no separator to CMake, and no part of an entry.
  if (reading == Reading::kCMake && wish.text.find_first_of(" \t\r\n") != std::string::npos)
    return Unknown(wish.text, wish.text, reading);
  int keywords = 0;
  for (const std::string& piece : base::SplitAny(text, Separators(reading))) {
    if (auto error = ReadPiece(piece, wish.text, reading, wish, keywords)) return *error;
  }
  if (keywords > 1 || (keywords == 1 && !wish.items.empty())) return Mixed(wish.text);
  if (!wish.items.empty()) wish.kind = WishKind::kList;
  return wish;
}

base::Result<base::List<WishItem>> ParseDeviceItems(std::string_view text) {
  base::Result<Wish> wish = ParseWish(text, Reading::kOwn);
  if (!wish) return wish.finding();
  for (WishItem& item : wish->items) {
    if (item.is_device) continue;
    if (item.ptx_given || item.architecture.variant != arch::Variant::kPlain) {
      base::Finding finding;
      finding.id = "unknown-gpu";
      finding.wrong = "This is an architecture to build for, not a GPU.";
      finding.found = "'" + base::Printable(item.text) + "'";
      finding.because = "a compute capability, or the name of a GPU or a generation";
      finding.todo = {"for such a GPU write " + item.architecture.capability().ToString()};
      return finding;
    }
    item = DeviceItem(item.text, item.architecture.capability());
  }
  if (wish->kind != WishKind::kList) {
    base::Finding finding = Unknown(wish->text, wish->text, Reading::kOwn);
    finding.id = "unknown-gpu";
    finding.wrong = "GPUs are wanted here.";
    finding.because = "compute capabilities, names of GPUs or generations: 8.6,8.9 or RTX 3090";
    finding.todo = {"--gpu 8.6"};
    return finding;
  }
  return wish->items;
}

base::Result<base::List<arch::ComputeCapability>> ParseDevices(std::string_view text) {
  const base::Result<base::List<WishItem>> items = ParseDeviceItems(text);
  if (!items) return items.finding();
  base::List<arch::ComputeCapability> devices;
  for (const WishItem& item : *items) devices.push_back(item.device);
  return devices;
}

std::string Spell(const WishItem& item, Reading reading) {
  if (reading == Reading::kTorch) {
    // An entry always brings its cubin, and no entry is an `f` variant.
    if (!item.real || item.architecture.variant == arch::Variant::kFamily) return "";
    std::string text = item.architecture.capability().ToString();
    if (item.architecture.variant == arch::Variant::kSpecific) text += 'a';
    return item.ptx ? text + "+PTX" : text;
  }
  const std::string text = item.architecture.ToString();
  if (item.real && item.ptx) return text + (reading == Reading::kCMake ? "" : "+PTX");
  return text + (item.real ? "-real" : "-virtual");
}

}  // namespace cuda_arch_guard::select
