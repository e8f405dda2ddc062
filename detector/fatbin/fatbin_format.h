// NVIDIA's fat binary as it lies in a file. Undocumented: everything here was learnt by comparing
// bytes written by nvcc, ptxas and fatbinary with what cuobjdump -all says of them: CUDA 8 to
// 13.5, some 25 public libraries, 27,329 images. Little-endian throughout.
//
//   a host file    .nvFatBinSegment: 24-byte wrappers, one for each region
//   a section      regions back to back (on Windows with zero bytes between them)
//   a region       a 16-byte header, then images; one region is one translation unit, or the
//                  result of one device link
//   an image       a header of 64 bytes and more, then a cubin, PTX text or LTO-IR, perhaps
//                  compressed, padded to 8 bytes
//
// Where they are found:
//   .nv_fatbin       code that the program loads            (PE: .nv_fatb)
//   __nv_relfatbin   what the device linker was given       (PE: __nv_rel)
//   anywhere else    plain data, handed to cuModuleLoadData
//
// The header of an image tells its kind, architecture and PTX version, so a list needs no
// decompression.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/bytes.h"

namespace cuda_arch_guard::fatbin {

inline constexpr std::string_view kExecutableSection = ".nv_fatbin";
inline constexpr std::string_view kRelocatableSection = "__nv_relfatbin";
inline constexpr std::string_view kWrapperSection = ".nvFatBinSegment";

// The same in PE, where names have eight characters.
inline constexpr std::string_view kPeExecutableSection = ".nv_fatb";
inline constexpr std::string_view kPeRelocatableSection = "__nv_rel";
inline constexpr std::string_view kPeWrapperSection = ".nvFatBi";

inline constexpr std::string_view kRegionMagic = "\x50\xED\x55\xBA";
inline constexpr std::uint32_t kRegionMagicNumber = 0xBA55ED50;
inline constexpr std::uint32_t kWrapperMagicNumber = 0x466243B1;

// An entry of .nvFatBinSegment.
struct Wrapper : base::Record<24> {
  static constexpr std::size_t kSize = 24;
  static constexpr std::uint64_t kAddressField = 8;
  std::uint32_t magic() const { return U32<0>(); }
  std::uint32_t version() const { return U32<4>(); }  // 2: made by a device link
  std::uint64_t region_address() const { return U64<8>(); }
};

struct RegionHeader : base::Record<16> {
  static constexpr std::size_t kSize = 16;
  std::uint32_t magic() const { return U32<0>(); }
  std::uint16_t version() const { return U16<4>(); }      // 1
  std::uint16_t header_size() const { return U16<6>(); }  // 16
  std::uint64_t size() const { return U64<8>(); }         // of all images; 0 was seen
};

struct ImageHeader : base::Record<64> {
  static constexpr std::size_t kSize = 64;
  std::uint16_t kind() const { return U16<0x00>(); }
  std::uint32_t header_size() const { return U32<0x04>(); }
  std::uint64_t payload_size() const { return U64<0x08>(); }     // padded; the next image follows
  std::uint32_t compressed_size() const { return U32<0x10>(); }  // exact; 0: not compressed
  // Of a cubin 1.7 or 1.8: its ABI version. Of PTX: the ISA version.
  std::uint16_t minor_version() const { return U16<0x18>(); }
  std::uint16_t major_version() const { return U16<0x1A>(); }
  std::uint32_t architecture() const { return U32<0x1C>(); }  // 90, without its letter
  std::uint32_t identifier_offset() const { return U32<0x20>(); }
  std::uint32_t identifier_size() const { return U32<0x24>(); }  // source name (-lineinfo, -G)
  std::uint64_t flags() const { return U64<0x28>(); }
  std::uint64_t raw_size() const { return U64<0x38>(); }  // uncompressed; 0: not compressed
};

inline constexpr std::uint16_t kKindPtx = 1;
inline constexpr std::uint16_t kKindCubin = 2;
inline constexpr std::uint16_t kKindLtoIr = 8;

inline constexpr std::uint64_t kFlagLz4 = 0x2000;         // a raw LZ4 block
inline constexpr std::uint64_t kFlagZstd = 0x8000;        // a zstd frame
inline constexpr std::uint64_t kFlagScrambled = 0x10000;  // LTO-IR: cannot be read
inline constexpr std::uint64_t kFlagSpecific = 0x100000;  // the letter `a`
inline constexpr std::uint64_t kFlagFamily = 0x200000;    // the letter `f`

}  // namespace cuda_arch_guard::fatbin
