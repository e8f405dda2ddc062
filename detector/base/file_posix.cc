#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "base/file.h"
#include "base/text.h"

namespace cuda_arch_guard::base {

Maybe<std::string> ReadFile(const std::string& path, std::size_t limit) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0) return kNothing;
  std::string text(limit, '\0');
  std::size_t size = 0;
  ssize_t count = 1;
  while (size < limit && count > 0) {
    count = read(descriptor, &text[size], limit - size);
    if (count > 0) size += static_cast<std::size_t>(count);
    if (count < 0 && errno == EINTR) count = 1;
  }
  close(descriptor);
  if (count < 0) return kNothing;
  text.resize(size);
  return text;
}

bool WriteFileAtomically(const std::string& path, std::string_view content) {
  const std::string temporary = path + "." + std::to_string(getpid()) + ".tmp";
  const int descriptor = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) return false;
  bool good = true;
  while (good && !content.empty()) {
    const ssize_t count = write(descriptor, content.data(), content.size());
    if (count > 0) content.remove_prefix(static_cast<std::size_t>(count));
    good = count > 0 || (count < 0 && errno == EINTR);
  }
  good = close(descriptor) == 0 && good;
  good = good && rename(temporary.c_str(), path.c_str()) == 0;
  const int error = errno;
  if (!good) unlink(temporary.c_str());
  errno = error;
  return good;
}

bool IsExecutable(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

std::string FindProgram(const std::string& name) {
  if (name.empty() || Contains(name, "/")) return name;
  const char* path = std::getenv("PATH");
  for (const std::string& folder : SplitAny(path != nullptr ? path : "", ":")) {
    const std::string program = folder + "/" + name;
    if (IsExecutable(program)) return program;
  }
  return "";
}

}  // namespace cuda_arch_guard::base
