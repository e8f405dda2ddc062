#include "fatbin/device_code.h"

#include <utility>

#include "base/random_access_file.h"
#include "fatbin/cubin.h"
#include "fatbin/fatbin_format.h"
#include "fatbin/host_elf.h"
#include "fatbin/host_pe.h"
#include "fatbin/llvm_offload.h"
#include "fatbin/ptx.h"
#include "fatbin/scan.h"
#include "objfile/archive_file.h"
#include "objfile/elf_file.h"
#include "objfile/pe_file.h"

namespace cuda_arch_guard::fatbin {
namespace {

// Each tries one format: false if the bytes are something else. What is broken goes to
// code.problems.
using TryFormat = bool (*)(const base::Bytes& bytes, const ReadOptions& options, DeviceCode& code);

void AddBreakage(const base::Breakage& breakage, const std::string& member, DeviceCode& code) {
  code.problems.push_back({Problem::Kind::kBroken, member, breakage.offset, breakage.what});
}

Unit UnitOfImage(Image image, std::uint64_t offset, bool relocatable) {
  Unit unit;
  unit.where = relocatable ? Where::kRelocatable : Where::kRegistered;
  unit.offset = offset;
  unit.size = image.payload.size();
  unit.images.push_back(std::move(image));
  return unit;
}

bool TryCubin(const base::Bytes& bytes, const ReadOptions&, DeviceCode& code) {
  const base::Parsed<Cubin> cubin = ReadCubin(bytes);
  if (cubin.other()) return false;
  code.format = "cubin";
  if (cubin.broken()) {
    AddBreakage(cubin.breakage(), "", code);
    return true;
  }
  code.linked = !cubin->relocatable;
  code.units.push_back(UnitOfImage(ImageOf(*cubin, bytes), bytes.origin(), cubin->relocatable));
  return true;
}

bool TryElf(const base::Bytes& bytes, const ReadOptions& options, DeviceCode& code) {
  const base::Parsed<objfile::ElfFile> elf = objfile::ElfFile::Read(bytes);
  if (elf.other()) return false;
  code.format = "elf";
  if (elf.broken()) {
    AddBreakage(elf.breakage(), "", code);
    return true;
  }
  code.linked = elf->type() != objfile::kElfRelocatable;
  code.soname = elf->Soname();
  AddHostElf(*elf, "", options, code);
  return true;
}

bool TryPe(const base::Bytes& bytes, const ReadOptions& options, DeviceCode& code) {
  const base::Parsed<objfile::PeFile> pe = objfile::PeFile::Read(bytes);
  if (pe.other()) return false;
  code.format = "pe";
  if (pe.broken()) {
    AddBreakage(pe.breakage(), "", code);
    return true;
  }
  AddHostPe(*pe, options, code);
  return true;
}

bool TryFatbin(const base::Bytes& bytes, const ReadOptions& options, DeviceCode& code) {
  if (!bytes.StartsWith(kRegionMagic)) return false;
  code.format = "fatbin";
  RegionWalk walk = WalkRegions(bytes, options.limits);
  for (Region& region : walk.regions) {
    Unit unit;
    unit.offset = region.offset;
    unit.size = region.size;
    unit.images = std::move(region.images);
    code.units.push_back(std::move(unit));
  }
  if (walk.breakage) AddBreakage(*walk.breakage, "", code);
  return true;
}

bool TryOffload(const base::Bytes& bytes, const ReadOptions& options, DeviceCode& code) {
  if (!bytes.StartsWith(kOffloadMagic)) return false;
  code.format = "llvm-offload";
  code.linked = false;
  AddOffloadBinaries(bytes, "", options, code);
  return true;
}

bool TryPtx(const base::Bytes& bytes, const ReadOptions&, DeviceCode& code) {
  const base::Parsed<Ptx> ptx = ReadPtx(bytes);
  if (ptx.other()) return false;
  code.format = "ptx";
  if (ptx.broken()) {
    AddBreakage(ptx.breakage(), "", code);
    return true;
  }
  Image image;
  image.kind = kKindPtx;
  image.traits.kind = arch::ImageKind::kPtx;
  image.traits.architecture = ptx->architecture;
  image.traits.ptx_isa = ptx->isa;
  image.payload = bytes;
  image.raw_size = bytes.size();
  code.units.push_back(UnitOfImage(std::move(image), bytes.origin(), false));
  return true;
}

// The file that a thin archive refers to, seen from the archive's folder.
std::string BesideArchive(const std::string& archive, const std::string& name) {
  const std::size_t slash = archive.rfind('/');
  if (slash == std::string::npos || (!name.empty() && name[0] == '/')) return name;
  return archive.substr(0, slash + 1) + name;
}

std::optional<base::Bytes> OpenMember(const objfile::ArchiveMember& member, DeviceCode& code) {
  if (!member.external) return member.bytes;
  auto file = std::make_shared<base::RandomAccessFile>();
  if (!file->Open(BesideArchive(code.path, member.name))) {
    code.problems.push_back({Problem::Kind::kUnreadable, member.name, 0, file->error()});
    return std::nullopt;
  }
  code.sources.push_back(file);
  return base::Bytes(*file);
}

bool TryArchive(const base::Bytes& bytes, const ReadOptions& options, DeviceCode& code) {
  base::Parsed<objfile::ArchiveReader> archive = objfile::ArchiveReader::Open(bytes);
  if (archive.other()) return false;
  code.format = "archive";
  code.linked = false;
  while (true) {
    const base::Parsed<objfile::ArchiveMember> member = archive->Next();
    if (member.broken()) AddBreakage(member.breakage(), "", code);
    if (!member.read()) return true;
    const std::optional<base::Bytes> content = OpenMember(*member, code);
    if (!content) continue;
    const base::Parsed<objfile::ElfFile> elf = objfile::ElfFile::Read(*content);
    if (elf.broken()) AddBreakage(elf.breakage(), member->name, code);
    if (elf.read()) AddHostElf(*elf, member->name, options, code);
  }
}

// A cubin is an ELF file too, so it is asked first.
constexpr TryFormat kFormats[] = {TryCubin,  TryElf,     TryPe, TryArchive,
                                  TryFatbin, TryOffload, TryPtx};

}  // namespace

const char* ToString(Where where) {
  switch (where) {
    case Where::kRegistered:
      return "registered";
    case Where::kRelocatable:
      return "relocatable";
    case Where::kEmbedded:
      return "embedded";
  }
  return "registered";
}

bool DeviceCode::unreadable() const {
  for (const Problem& problem : problems) {
    if (problem.kind == Problem::Kind::kUnreadable && problem.member.empty()) return true;
  }
  return false;
}

DeviceCode ReadDeviceCode(const std::string& path, std::shared_ptr<const base::ByteSource> source,
                          const ReadOptions& options) {
  DeviceCode code;
  code.path = path;
  code.sources.push_back(source);
  const base::Bytes bytes(*source);
  for (const TryFormat try_format : kFormats) {
    if (try_format(bytes, options, code)) break;
  }
  if (options.scan) ScanForEmbedded(bytes, options, code);
  return code;
}

DeviceCode ReadDeviceCode(const std::string& path, const ReadOptions& options) {
  const auto file = std::make_shared<base::RandomAccessFile>();
  DeviceCode code;
  if (file->Open(path)) {
    code = ReadDeviceCode(path, file, options);
    if (!file->failed()) return code;
    code.problems.push_back(
        {Problem::Kind::kUnreadable, "", 0, "reading failed, or the file shrank meanwhile"});
  } else {
    code.path = path;
    code.problems.push_back({Problem::Kind::kUnreadable, "", 0, file->error()});
  }
  return code;
}

}  // namespace cuda_arch_guard::fatbin
