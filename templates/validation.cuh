// The frame of every validation kernel: what the runner (detector/runner) finds in each image.
//
//   cuda_arch_guard_plan      how to launch, and on which hardware this kernel was seen to run
//   cuda_arch_guard_expected  the reference: one word for each number, computed on the host by the
//                             compiler, apart from the device's code
//   cuda_arch_guard_kernel    writes a heading (which image is this?) and the numbers
//
// A template is compiled once for each selected architecture, to one image each, and
// CUDA_ARCH_GUARD_CODE and CUDA_ARCH_GUARD_VARIANT say to which. So an image knows what it is, also
// inside a fat binary, and the heading tells which one the driver took. The host compares the
// numbers bit by bit: choose inputs whose results are exact. `seed` is only known when the kernel
// runs, so the compiler cannot work the results out beforehand.
//
// C++14, and no header but this one, so that any nvcc since CUDA 9 takes it.
#pragma once

#ifndef CUDA_ARCH_GUARD_CODE
#error "CUDA_ARCH_GUARD_CODE: 1 for a cubin, 2 for PTX"
#endif
#ifndef CUDA_ARCH_GUARD_VARIANT
#error "CUDA_ARCH_GUARD_VARIANT: 0 plain, 1 family (100f), 2 specific (90a)"
#endif

namespace validation {

constexpr unsigned kMagic = 0x43414731;  // "CAG1"
constexpr unsigned kSeed = 3;
constexpr unsigned kSeenOn = 8;

// Unsigned words only, since the runner reads it as such. Its mirror is detector/runner/child.cc.
struct Plan {
  unsigned magic = kMagic;
  unsigned blocks = 1;
  unsigned threads = 32;  // a block
  unsigned shared_bytes = 0;
  unsigned cooperative = 0;  // 1: launched so that the whole grid can synchronise
  unsigned count = 0;        // numbers; 0: one a thread
  unsigned seed = kSeed;
  // 1: it needs nothing that could be missing or misused, so a failure is always one of the build
  // or the machine. 0: a failure on hardware that is not in seen_on is reported as unproven.
  unsigned basic = 0;
  // Compute capabilities (86, 90) of the hardware on which it was seen to give the right numbers.
  unsigned seen_on[kSeenOn] = {};
};

struct Heading {
  unsigned magic;
  unsigned compiled_for;  // __CUDA_ARCH__: 860
  unsigned code;          // 1 cubin, 2 PTX
  unsigned variant;       // 0 plain, 1 family, 2 specific
};

constexpr unsigned Count(const Plan& plan) {
  return plan.count != 0 ? plan.count : plan.blocks * plan.threads;
}

constexpr Plan Complete(Plan plan) {
  plan.count = Count(plan);
  return plan;
}

template <unsigned kCount>
struct Table {
  unsigned value[kCount] = {};
};

template <unsigned kCount>
constexpr Table<kCount> Tabulate(unsigned (*expected)(unsigned)) {
  Table<kCount> table;
  for (unsigned i = 0; i < kCount; ++i) table.value[i] = expected(i);
  return table;
}

#ifdef __CUDACC__
// To be called by every thread; one of them writes.
__device__ inline void WriteHeading(Heading* heading) {
#ifdef __CUDA_ARCH__
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  heading->magic = kMagic;
  heading->compiled_for = __CUDA_ARCH__;
  heading->code = CUDA_ARCH_GUARD_CODE;
  heading->variant = CUDA_ARCH_GUARD_VARIANT;
#endif
}
#endif

}  // namespace validation

// VALIDATION(plan, expected): `plan` a constexpr Plan, `expected` a constexpr function from the
// index of a number to the number.
#define VALIDATION(plan, expected)                                                            \
  extern "C" __device__ validation::Plan cuda_arch_guard_plan = validation::Complete(plan);   \
  extern "C" __device__ validation::Table<validation::Count(plan)> cuda_arch_guard_expected = \
      validation::Tabulate<validation::Count(plan)>(expected)

// The signature of the kernel.
#define VALIDATION_KERNEL                                                         \
  extern "C" __global__ void cuda_arch_guard_kernel(validation::Heading* heading, \
                                                    unsigned* numbers, unsigned seed)
