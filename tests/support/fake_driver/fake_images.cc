#include "fake_images.h"

#include <elf.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <sstream>

namespace fake_driver {
namespace {

constexpr int kInvalidImage = 200;
constexpr int kNoBinaryForGpu = 209;
constexpr int kInvalidPtx = 218;
constexpr int kUnsupportedPtxVersion = 222;

// What every GPU takes, written out: cubins and PTX in the order in which they are preferred. Taken
// from NVIDIA's compatibility guides row by row, not from detector/arch.
struct GpuRow {
  const char* capability;
  const char* cubins;
  const char* ptx;
};
constexpr GpuRow kGpus[] = {
    {"7.5", "75", "75"},
    {"8.0", "80", "80 75"},
    {"8.6", "86 80", "86 80 75"},
    {"8.7", "87", "87 86 80 75"},
    {"8.9", "89 86 80", "89 88 87 86 80 75"},
    {"9.0", "90a 90", "90a 90 89 88 87 86 80 75"},
    {"10.0", "100a 100f 100", "100a 100f 100 90 89 88 87 86 80 75"},
    {"10.3", "103a 103f 103 100f 100", "103a 103f 103 100f 100 90 89 88 87 86 80 75"},
    {"10.7", "107a 107f 107 103f 103 100f 100",
     "107a 107f 107 103f 103 100f 100 90 89 88 87 86 80 75"},
    {"11.0", "110a 110f 110", "110a 110f 110 107 103 100 90 89 88 87 86 80 75"},
    {"12.0", "120a 120f 120", "120a 120f 120 110 107 103 100 90 89 88 87 86 80 75"},
    {"12.1", "121a 121f 121 120f 120",
     "121a 121f 121 120f 120 110 107 103 100 90 89 88 87 86 80 75"},
};

// The newest PTX that a driver of this CUDA compiles.
struct PtxRow {
  int cuda;
  const char* isa;
};
constexpr PtxRow kPtx[] = {{12040, "8.4"}, {12060, "8.5"}, {12080, "8.7"}, {12090, "8.8"},
                           {13000, "9.0"}, {13010, "9.1"}, {13020, "9.2"}, {13050, "9.5"}};

std::vector<std::string> Words(const char* text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string WordAfter(const std::string& bytes, const std::string& mark) {
  const std::size_t at = bytes.find(mark);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + mark.size();
  std::size_t end = begin;
  while (end < bytes.size() &&
         (std::isalnum(static_cast<unsigned char>(bytes[end])) != 0 || bytes[end] == '.')) {
    ++end;
  }
  return bytes.substr(begin, end - begin);
}

const Elf64_Ehdr& Header(const std::string& bytes) {
  return *reinterpret_cast<const Elf64_Ehdr*>(bytes.data());
}

const Elf64_Shdr* Sections(const std::string& bytes) {
  return reinterpret_cast<const Elf64_Shdr*>(bytes.data() + Header(bytes).e_shoff);
}

// The length of a cubin is where its last table ends: a pointer is all that a driver is given.
std::size_t CubinSize(const char* data) {
  Elf64_Ehdr header;
  std::memcpy(&header, data, sizeof header);
  const std::size_t sections = header.e_shoff + std::size_t{header.e_shnum} * header.e_shentsize;
  const std::size_t segments = header.e_phoff + std::size_t{header.e_phnum} * header.e_phentsize;
  return std::max(sections, segments);
}

LoadedImage Cubin(const char* data, std::size_t size) {
  LoadedImage image;
  image.bytes.assign(data, size);
  image.target = WordAfter(image.bytes, "-arch sm_");  // what ptxas was told, in its own note
  return image;
}

LoadedImage Ptx(const std::string& text) {
  LoadedImage image;
  image.ptx = true;
  image.bytes = text;
  image.ptx_isa = WordAfter(text, ".version ");
  image.target = WordAfter(text, ".target sm_");
  return image;
}

std::vector<LoadedImage> FatBinary(const char* data) {
  std::vector<LoadedImage> images;
  std::uint64_t size = 0;
  std::memcpy(&size, data + 8, sizeof size);
  const char* entry = data + 16;
  const char* const end = entry + size;
  while (entry < end) {
    std::uint16_t kind = 0;
    std::uint32_t header = 0;
    std::uint64_t payload = 0;
    std::uint64_t flags = 0;
    std::memcpy(&kind, entry, sizeof kind);
    std::memcpy(&header, entry + 4, sizeof header);
    std::memcpy(&payload, entry + 8, sizeof payload);
    std::memcpy(&flags, entry + 0x28, sizeof flags);
    if ((flags & 0xA000) != 0) return {};  // compressed: not for this driver
    const char* const body = entry + header;
    if (kind == 2) images.push_back(Cubin(body, payload));
    if (kind == 1) images.push_back(Ptx(std::string(body, strnlen(body, payload))));
    entry += header + payload;
  }
  return images;
}

const LoadedImage* FirstOf(const std::vector<LoadedImage>& images, const char* order, bool ptx) {
  for (const std::string& target : Words(order)) {
    for (const LoadedImage& image : images) {
      if (image.ptx == ptx && image.target == target) return &image;
    }
  }
  return nullptr;
}

bool IsOn(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && std::strcmp(value, "1") == 0;
}

bool Compiles(int driver_cuda, const std::string& isa) {
  const char* newest = "0";
  for (const PtxRow& row : kPtx) {
    if (row.cuda <= driver_cuda) newest = row.isa;
  }
  return std::atof(isa.c_str()) <= std::atof(newest);
}

std::string CubinGlobal(const std::string& bytes, const std::string& name) {
  const Elf64_Shdr* sections = Sections(bytes);
  for (int s = 0; s < Header(bytes).e_shnum; ++s) {
    if (sections[s].sh_type != SHT_SYMTAB) continue;
    const char* names = bytes.data() + sections[sections[s].sh_link].sh_offset;
    const auto* symbols = reinterpret_cast<const Elf64_Sym*>(bytes.data() + sections[s].sh_offset);
    for (std::size_t i = 0; i < sections[s].sh_size / sizeof *symbols; ++i) {
      if (ELF64_ST_TYPE(symbols[i].st_info) != STT_OBJECT || name != names + symbols[i].st_name) {
        continue;
      }
      return bytes.substr(sections[symbols[i].st_shndx].sh_offset + symbols[i].st_value,
                          symbols[i].st_size);
    }
  }
  return "";
}

// `.global .align 4 .b8 name[16] = {1, 0, …};`: bytes, zeros at the end left out.
std::string PtxGlobal(const std::string& text, const std::string& name) {
  const std::size_t at = text.find(".b8 " + name + "[");
  if (at == std::string::npos) return "";
  const std::size_t size = std::strtoul(text.c_str() + at + 5 + name.size(), nullptr, 10);
  const std::size_t open = text.find('{', at);
  const std::size_t close = text.find('}', open);
  std::string bytes;
  std::istringstream list(text.substr(open + 1, close - open - 1));
  for (std::string item; std::getline(list, item, ',');) {
    bytes += static_cast<char>(std::atoi(item.c_str()));
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace

std::vector<LoadedImage> ReadImages(const char* data) {
  if (std::memcmp(data, ELFMAG, SELFMAG) == 0) return {Cubin(data, CubinSize(data))};
  if (std::memcmp(data, "\x50\xed\x55\xba", 4) == 0) return FatBinary(data);
  const std::string text(data);
  if (text.find(".target sm_") == std::string::npos) return {};
  return {Ptx(text)};
}

bool HasKernel(const LoadedImage& image, const std::string& name) {
  const std::string mark = image.ptx ? ".entry " + name + "(" : ".nv.info." + name;
  return image.bytes.find(mark) != std::string::npos;
}

std::string GlobalBytes(const LoadedImage& image, const std::string& name) {
  return image.ptx ? PtxGlobal(image.bytes, name) : CubinGlobal(image.bytes, name);
}

const LoadedImage* Pick(const std::vector<LoadedImage>& images, const std::string& capability,
                        int driver_cuda, int* error) {
  *error = images.empty() ? kInvalidImage : kNoBinaryForGpu;
  for (const GpuRow& gpu : kGpus) {
    if (gpu.capability != capability) continue;
    const LoadedImage* cubin = FirstOf(images, gpu.cubins, false);
    if (cubin != nullptr && !IsOn("CUDA_FORCE_PTX_JIT")) return cubin;
    if (IsOn("CUDA_DISABLE_PTX_JIT")) return nullptr;
    const LoadedImage* ptx = FirstOf(images, gpu.ptx, true);
    if (ptx != nullptr && Compiles(driver_cuda, ptx->ptx_isa)) return ptx;
    if (ptx != nullptr) *error = kUnsupportedPtxVersion;
    if (ptx == nullptr && images.size() == 1 && images[0].ptx) *error = kInvalidPtx;
  }
  return nullptr;
}

}  // namespace fake_driver
