// The child's side of detection and nothing else: `probe_source probe-source NAME`.
#include <cstring>

#include "probe/detect.h"

int main(int count, char** arguments) {
  if (count != 3 || std::strcmp(arguments[1], "probe-source") != 0) return 2;
  return cuda_arch_guard::probe::RunSource(arguments[2]);
}
