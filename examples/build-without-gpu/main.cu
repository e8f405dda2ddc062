// Doubles numbers on the GPU. Without code for the GPU in this file the launch is what fails.
#include <cstdio>

__global__ void Double(int* values) { values[threadIdx.x] *= 2; }

int main() {
  int host[4] = {1, 2, 3, 4};
  int* device = nullptr;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  Double<<<1, 4>>>(device);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    std::printf("CUDA error: %s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
}
