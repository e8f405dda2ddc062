// PE, 64-bit: Windows programs and libraries, as far as their sections.
//
// Section names have eight characters and no more in linked files. A section's VirtualSize is its
// true size; what lies in the file is padded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/parsed.h"

namespace cuda_arch_guard::objfile {

struct PeSection {
  std::string name;
  std::uint64_t address = 0;  // with the image base: what pointers in the file hold
  std::uint64_t offset = 0;
  std::uint64_t size = 0;  // of what lies in the file, without padding
};

class PeFile {
 public:
  // `bytes` must outlive the file.
  static base::Parsed<PeFile> Read(const base::Bytes& bytes);

  const base::Bytes& bytes() const { return bytes_; }
  const std::vector<PeSection>& sections() const { return sections_; }
  // Nothing if the section lies outside the file.
  std::optional<base::Bytes> Contents(const PeSection& section) const;

 private:
  base::Bytes bytes_;
  std::vector<PeSection> sections_;
};

}  // namespace cuda_arch_guard::objfile
