// The rules of compatibility: may this image run on that device?
//
//   R1  a plain cubin sm_XY runs where the major is X and the minor at least Y, but see R5
//   R2  plain PTX compute_XY runs on every device of at least X.Y, by JIT, if R8 allows
//   R3  code for an `a` architecture runs on exactly that capability
//   R4  code for an `f` architecture runs in its family, from its own capability upwards
//   R5  plain cubins do not cross between Tegra chips and discrete GPUs; PTX does
//   R6  CUDA 13.2 may lift R5 for some pairs: unconfirmed, so not counted on
//   R7  of several usable images the cubin with the highest minor is taken, before any PTX;
//       CUDA_FORCE_PTX_JIT and CUDA_DISABLE_PTX_JIT change that
//   R8  the driver's JIT must know the PTX ISA version (else error 222)
//   R9  the driver must be new enough for the CUDA that made the code (knowledge/toolkits.h)
//   R10 no usable image: cudaErrorNoKernelImageForDevice (209)
//
// Sources: CUDA C++ Programming Guide, "Compute Capability" and "Binary Compatibility"; NVIDIA Ada
// and Blackwell compatibility guides (R1, R2, R7); ptxas --help and ptxas run on every pair (R3,
// R4); PyTorch's device requirement table and jax#40492, tried on a Jetson Orin (R5).
#pragma once

#include "base/list.h"
#include "base/maybe.h"

#include "arch/architecture.h"
#include "base/version.h"

namespace cuda_arch_guard::arch {

enum class ImageKind { kCubin, kPtx, kLtoIr };

// One image as far as the rules need to know it.
struct ImageTraits {
  ImageKind kind = ImageKind::kCubin;
  Architecture architecture;
  // PTX: the ISA version it is written in; unknown if count is 0 (R8 then lowers the certainty).
  base::Version ptx_isa;
  // The CUDA that made it; unknown if count is 0. Decides who belongs to a family (R4).
  base::Version cuda;
};

// What the running process and its driver add to the rules.
struct Conditions {
  // The newest PTX ISA version the driver's JIT takes; unknown if count is 0.
  base::Version driver_ptx_isa;
  bool force_ptx_jit = false;    // CUDA_FORCE_PTX_JIT=1: cubins are ignored
  bool disable_ptx_jit = false;  // CUDA_DISABLE_PTX_JIT=1: PTX is ignored
};

enum class Outcome { kNo, kByJit, kRuns };

struct Answer {
  Outcome outcome = Outcome::kNo;
  bool sure = true;  // false: an unconfirmed rule or an unknown fact had a part
  int rule = 10;     // the rule that decided, 1 to 10
};

// One image on one device.
Answer MayRun(const ImageTraits& image, ComputeCapability device,
              const Conditions& conditions = {});

// The best of several images on one device (R7), and which one the driver takes.
struct Choice {
  Answer answer;
  int index = -1;  // into the images given; -1: none
};
Choice Choose(const base::List<ImageTraits>& images, ComputeCapability device,
              const Conditions& conditions = {});

// True for the chips that take no cubins of discrete GPUs and whose cubins run nowhere else (R5).
bool IsTegra(ComputeCapability device);

// The devices that code for the family architecture `number` runs on (R4), oldest first, as this
// CUDA version knows them; with an unknown version (count 0) the oldest definition.
base::List<ComputeCapability> FamilyMembers(int number, const base::Version& cuda);

}  // namespace cuda_arch_guard::arch
