#include "knowledge/gpu_name.h"

#include <cstdlib>

#include "base/text.h"

namespace cuda_arch_guard::knowledge {
namespace {

using Words = base::List<std::string>;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsHexDigit(char c) { return IsDigit(c) || (c >= 'a' && c <= 'f'); }
bool IsLetterOrDigit(char c) { return IsDigit(c) || (c >= 'a' && c <= 'z'); }

// Words that say how a product is built in, cooled or marketed, never which chip it has.
constexpr const char* kQualifiers[] = {
    "design", "dgxs", "edition", "embedded", "fhhl",   "generation", "gpu",
    "laptop", "lhr",  "max",     "maxq",     "mobile", "nvgpu",      "pci",
    "pcie",   "q",    "refresh", "server",   "sxm",    "with",       "workstation",
};

// A memory size ("24gb"), a kind of memory ("hbm3", "gddr6x") or a socket ("sxm4").
constexpr const char* kNumberedQualifiers[] = {"ddr", "gddr", "hbm", "sxm"};

bool IsQualifier(std::string_view word) {
  for (const char* qualifier : kQualifiers) {
    if (word == qualifier) return true;
  }
  for (const std::string_view kind : kNumberedQualifiers) {
    const std::string_view rest = word.substr(word.size() < kind.size() ? 0 : kind.size());
    if (!base::StartsWith(word, kind) || rest.empty() || !IsDigit(rest[0])) continue;
    if (rest.size() == 1 || rest.substr(1) == "e" || rest.substr(1) == "x") return true;
  }
  std::size_t digits = 0;
  while (digits < word.size() && IsDigit(word[digits])) ++digits;
  return digits > 0 && (word.substr(digits) == "gb" || word.substr(digits) == "g");
}

Words SplitWords(std::string_view text) {
  Words words;
  std::string word;
  for (const char c : text) {
    if (IsLetterOrDigit(c)) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(word);
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

// Words in front that name no product.
bool IsVendor(std::string_view word, bool virtual_gpu) {
  return word == "nvidia" || word == "corporation" || (virtual_gpu && word == "grid");
}

void DropLast(Words& words, std::size_t count) {
  for (; count > 0; --count) words.pop_back();
}

void DropQualifiers(Words& words) {
  while (words.size() > 1) {
    const std::size_t size = words.size();
    const std::string& last = words.back();
    if (IsQualifier(last)) {
      DropLast(words, 1);
    } else if (last == "gb" && base::ParseNumber(words[size - 2])) {
      DropLast(words, size > 2 ? 2 : 1);
    } else if (size > 3 && last == "rate" && words[size - 2] == "hash" &&
               words[size - 3] == "lite") {
      DropLast(words, 3);
    } else {
      return;
    }
  }
}

// Parentheses that say nothing about the product: "(rev a1)", "(nvgpu)", "(5120-core … GPU)".
void DropRemarks(std::string& text) {
  for (std::size_t open = text.find('('); open != std::string::npos;
       open = text.find('(', open + 1)) {
    const std::size_t close = text.find(')', open);
    if (close == std::string::npos) return;
    const std::string_view inside = std::string_view(text).substr(open + 1, close - open - 1);
    const bool remark = inside == "r" || inside == "tm" || base::StartsWith(inside, "rev ") ||
                        base::EndsWith(inside, "gpu");
    if (remark) text.replace(open, close - open + 1, " ");
  }
}

// Four hexadecimal digits and nothing else; -1 otherwise.
int DeviceId(std::string_view text) {
  if (text.size() != 4) return -1;
  for (const char c : text) {
    if (!IsHexDigit(c)) return -1;
  }
  return static_cast<int>(std::strtol(std::string(text).c_str(), nullptr, 16));
}

// "nvidia corporation ga102 [geforce rtx 3090]": the chip, and the product in brackets.
void ReadBrackets(std::string& text, GpuName& name) {
  const std::size_t id = text.find("[10de:");
  if (id != std::string::npos) name.device_id = DeviceId(std::string_view(text).substr(id + 6, 4));
  const std::size_t close = text.find_last_of(']', id);
  const std::size_t open = close == std::string::npos ? close : text.rfind('[', close);
  if (open == std::string::npos || open + 1 == close) return;
  const Words before = SplitWords(std::string_view(text).substr(0, open));
  if (!before.empty()) name.chip = before.back();
  text = text.substr(open + 1, close - open - 1);
}

// Cuts "-8q", "-40c", "-1-5cme": the profile of a vGPU.
bool CutProfile(std::string& text) {
  std::size_t end = base::EndsWith(text, "me") ? text.size() - 2 : text.size();
  if (end == 0 || std::string_view("qcab").find(text[end - 1]) == std::string_view::npos)
    return false;
  const std::size_t letter = --end;
  while (end > 0 && IsDigit(text[end - 1])) --end;
  if (end == letter || end < 2 || text[end - 1] != '-') return false;
  text.resize(end - 1);
  // The MIG slices of a MIG-backed vGPU.
  const std::size_t size = text.size();
  if (size > 2 && text[size - 2] == '-' && IsDigit(text[size - 1])) text.resize(size - 2);
  return true;
}

}  // namespace

GpuName ReadGpuName(std::string_view printed) {
  GpuName name;
  std::string text = base::ToLower(printed);
  DropRemarks(text);
  ReadBrackets(text, name);
  text = std::string(base::Trim(text));
  name.virtual_gpu = CutProfile(text);
  Words words;
  for (const std::string& word : SplitWords(text)) {
    if (words.empty() && IsVendor(word, name.virtual_gpu)) continue;
    if (word == "mig" && !words.empty()) break;
    words.push_back(word);
  }
  if (words.size() == 2 && words[0] == "device") name.device_id = DeviceId(words[1]);
  DropQualifiers(words);
  name.words = words;
  return name;
}

std::string GpuKey(const base::List<std::string>& words, std::size_t first) {
  std::string key;
  for (std::size_t i = first; i < words.size(); ++i) key += words[i];
  return key;
}

int CompareToKey(const char* name, std::string_view key) {
  std::size_t at = 0;
  for (; *name != '\0'; ++name) {
    const char c = *name >= 'A' && *name <= 'Z' ? static_cast<char>(*name - 'A' + 'a') : *name;
    if (!IsLetterOrDigit(c)) continue;
    if (at == key.size()) return 1;
    if (c != key[at]) return c < key[at] ? -1 : 1;
    ++at;
  }
  return at == key.size() ? 0 : -1;
}

}  // namespace cuda_arch_guard::knowledge
