// The child process of one source. What runs here may hang, crash, print or lie.
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <csignal>

#include "probe/detect.h"
#include "probe/source.h"

namespace cuda_arch_guard::probe {

int RunSource(const std::string& name) {
  constexpr int kUsageError = 2;
  SourceReport (*ask)() = name == "libcuda" ? AskLibcuda
                          : name == "nvml"  ? AskNvml
                          : name == "pci"   ? AskPci
                                            : nullptr;
  if (ask == nullptr) return kUsageError;
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // our group is not the terminal's: Ctrl-C does not reach us
#endif
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  // A driver library that prints to stdout must not be taken for the answer.
  const int answer = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  const SourceReport report = ask();
  const std::string text = Encode(report);
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = write(answer, text.data() + written, text.size() - written);
    if (count <= 0) break;
    written += static_cast<std::size_t>(count);
  }
  // Not by return: driver libraries have been seen to hang or crash in their destructors.
  _exit(report.state == SourceState::kOk ? 0 : 1);
}

}  // namespace cuda_arch_guard::probe
