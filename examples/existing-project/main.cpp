#include <cstdio>
#include <vector>

const char* RunSaxpy(int n, float a, const float* x, float* y);

int main() {
  std::vector<float> x(1000, 2.0f), y(1000, 1.0f);
  if (const char* problem = RunSaxpy(1000, 3.0f, x.data(), y.data())) {
    std::printf("saxpy: %s\n", problem);
    return 1;
  }
  std::printf("3 * 2 + 1 = %g\n", y[999]);
}
