#include "verdict/self_selecting.h"

#include "base/text.h"

namespace cuda_arch_guard::verdict {
namespace {

// Beginnings of names. Measured in the wheels of CUDA 12 and 13: units of these libraries that
// hold plain code for one architecture only, beside others for the rest (cublasLt 13: 2,466 of
// 2,638 units have nothing for 7.5, which it supports; cuDNN 9: 1,029 of 1,541).
constexpr std::string_view kLibraries[] = {
    "libcublas.so",   "libcublasLt.so", "libcudnn.so",      "libcudnn_",      "libcufft.so",
    "libcusolver.so", "libcusparse.so", "libcusparseLt.so", "libcutensor.so", "libnccl.so",
    "cublas64_",      "cublasLt64_",    "cudnn64_",         "cudnn_",         "cufft64_",
    "cusolver64_",    "cusparse64_",
};

}  // namespace

bool IsSelfSelecting(std::string_view name) {
  for (const std::string_view library : kLibraries) {
    if (base::StartsWith(name, library)) return true;
  }
  return false;
}

}  // namespace cuda_arch_guard::verdict
