// Files with device code, made of words: what a test reads is what the file holds.
//
//   Region("sm_80 sm_90a compute_90")          one region of three images, each with one kernel
//   Region("sm_90/empty")                      a cubin without kernels
//   Region("compute_80/isa=8.7/zstd")          PTX of that ISA version, compressed
//   HostElf({.registered = {Region("sm_80"), Region("sm_90")}})
//
// Modifiers of an image: empty, zstd, lz4, claim-zstd (flagged so, but not compressed), abi7,
// cuda=12.8 (the tool that made it), isa=8.7, kernel=name, pad=4096 (bytes more), identifier=a.cu,
// kind=16 (of an unknown kind).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cuda_arch_guard::test {

// Numbers as they lie in files.
std::string U16(std::uint64_t value);
std::string U32(std::uint64_t value);
std::string U64(std::uint64_t value);

// LLVM's offload binaries, one for each image; "hip_0" is one for another vendor.
std::string OffloadBinaries(const std::string& images);

// A cubin as ptxas 13 lays it out; "abi7": as 12.9 and older do.
std::string Cubin(const std::string& words);
std::string Ptx(const std::string& words);
std::string Region(const std::string& images);

struct Section {
  std::string name;
  std::string content;
  std::uint32_t type = 1;  // PROGBITS
  std::uint64_t address = 0;
  std::uint32_t link = 0;
  std::uint64_t entry_size = 0;
};

struct ElfOptions {
  std::uint16_t type = 3;      // 1 relocatable, 2 executable, 3 shared
  std::uint16_t machine = 62;  // x86-64
  std::uint32_t flags = 0;
  std::uint8_t os_abi = 0;
  std::uint8_t abi_version = 0;
  bool section_table = true;
  bool extended_numbering = false;  // the true numbers stand in section 0
};
std::string Elf(const std::vector<Section>& sections, const ElfOptions& options = {});

struct HostOptions {
  std::vector<std::string> registered;   // regions of .nv_fatbin
  std::vector<std::string> relocatable;  // regions of __nv_relfatbin
  int device_linked = -1;                // index into `registered`: made by a device link
  bool linked = true;                    // false: a .o
  bool wrappers = true;
  int extra_wrappers = 0;                // that register nothing
  bool remove_regions = false;           // the sections of the regions are gone
  bool no_bits = false;                  // a split debug file: headers without bytes
  bool addresses_by_relocation = false;  // as lld leaves them
  std::vector<std::string> sources;  // a FILE symbol and a local symbol for each registered region
  std::string read_only_data;        // .rodata
  std::string soname;
  std::string offload;  // .llvm.offloading
  std::string gap;      // between the regions
  ElfOptions elf;
};
std::string HostElf(const HostOptions& options);

// A Windows library with the same regions; `registered`, `relocatable`, `device_linked`,
// `extra_wrappers`, `remove_regions`, `gap` and `read_only_data` count.
std::string HostPe(const HostOptions& options);

enum class ArchiveKind { kGnu, kBsd, kThin };
std::string Archive(const std::vector<std::pair<std::string, std::string>>& members,
                    ArchiveKind kind = ArchiveKind::kGnu);

// A file in a folder of its own, removed at the end of the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content, const std::string& name = "file");
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  std::string path_;
};

}  // namespace cuda_arch_guard::test
