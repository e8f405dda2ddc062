// Unix archives (.a): a magic line, then members, each behind a 60-byte text header.
//
// Names longer than the header's 16 bytes are kept elsewhere: GNU writes "/123", an offset into a
// member named "//"; BSD writes "#1/20" and puts the name in front of the member's data. A thin
// archive has only the headers; the members are files beside it. Members begin at even offsets
// only, so nothing in them is aligned further.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/bytes.h"
#include "base/parsed.h"

namespace cuda_arch_guard::objfile {

struct ArchiveMember {
  std::string name;
  base::Bytes bytes;      // empty for a member of a thin archive
  bool external = false;  // thin: the data is in the file `name`, seen from the archive's folder
};

// Walks the members one after the other, so that memory stays flat whatever their number.
class ArchiveReader {
 public:
  static base::Parsed<ArchiveReader> Open(const base::Bytes& bytes);

  bool thin() const { return thin_; }
  // The next member that is neither an index nor a name table. "Other" means: no more.
  base::Parsed<ArchiveMember> Next();

 private:
  base::Bytes bytes_;
  base::Bytes long_names_;
  std::uint64_t at_ = 0;
  bool thin_ = false;
};

}  // namespace cuda_arch_guard::objfile
