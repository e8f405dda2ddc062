// launch: a kernel of this image is loaded, launched, and computes right.
//
// Proves:  the driver takes the image, and integer arithmetic and stores by several blocks are
//          right; the heading tells which image served, cubin or PTX.
// Needs:   nothing beyond the architecture itself; prmt, its newest instruction, is in PTX
//          ISA 2.0.
// Seen on: no hardware yet (unproven).
#include "validation.cuh"

constexpr validation::Plan MakePlan() {
  validation::Plan plan;
  plan.blocks = 4;
  plan.threads = 64;
  plan.basic = 1;
  return plan;
}

constexpr unsigned Expected(unsigned i) {
  const unsigned k = i + validation::kSeed;
  return (k * 2654435761u) ^ (k << 16 | k >> 16);
}

VALIDATION(MakePlan(), Expected);

VALIDATION_KERNEL {
  validation::WriteHeading(heading);
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned k = i + seed;
  numbers[i] = __byte_perm(k, 0, 0x1032) ^ (k * 2654435761u);
}
