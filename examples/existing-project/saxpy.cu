// y = a * x + y, with what it takes to know that it went well.
__global__ void Saxpy(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

const char* RunSaxpy(int n, float a, const float* x, float* y) {
  const size_t bytes = n * sizeof(float);
  float* device = nullptr;
  cudaError_t error = cudaMalloc(&device, 2 * bytes);
  if (error == cudaSuccess) error = cudaMemcpy(device, x, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) error = cudaMemcpy(device + n, y, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    Saxpy<<<(n + 255) / 256, 256>>>(n, a, device, device + n);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaMemcpy(y, device + n, bytes, cudaMemcpyDeviceToHost);
  cudaFree(device);
  return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}
