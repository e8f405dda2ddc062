#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/random_access_file.h"

namespace cuda_arch_guard::base {

RandomAccessFile::~RandomAccessFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool RandomAccessFile::Open(const std::string& path) {
  // Without O_NONBLOCK, opening a FIFO waits for its writer before fstat can tell what it is.
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (descriptor_ < 0) {
    error_ = std::strerror(errno);
    return false;
  }
  struct stat status;
  if (::fstat(descriptor_, &status) != 0) {
    error_ = std::strerror(errno);
    return false;
  }
  if (!S_ISREG(status.st_mode)) {
    not_regular_ = true;
    error_ = S_ISDIR(status.st_mode) ? "it is a folder" : "it is no regular file";
    return false;
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
  windows_.resize(kWindows);
  return true;
}

bool RandomAccessFile::ReadThrough(std::uint64_t offset, char* to, std::size_t count) const {
  while (count > 0) {
    const ssize_t got = ::pread(descriptor_, to, count, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      failed_ = true;
      return false;
    }
    offset += static_cast<std::uint64_t>(got);
    to += got;
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

const RandomAccessFile::Window* RandomAccessFile::Fetch(std::uint64_t number) const {
  Window& window = windows_[number % kWindows];
  if (window.number == number) return &window;
  const std::uint64_t rest = size_ - number * kWindow;
  window.size = rest < kWindow ? static_cast<std::size_t>(rest) : kWindow;
  window.bytes.resize(kWindow);
  window.number = UINT64_MAX;
  if (!ReadThrough(number * kWindow, window.bytes.data(), window.size)) return nullptr;
  window.number = number;
  return &window;
}

bool RandomAccessFile::Read(std::uint64_t offset, char* to, std::size_t count) const {
  if (offset > size_ || count > size_ - offset) return false;
  if (count >= kWindow) return ReadThrough(offset, to, count);
  while (count > 0) {
    const Window* window = Fetch(offset / kWindow);
    if (window == nullptr) return false;
    const std::size_t at = static_cast<std::size_t>(offset % kWindow);
    const std::size_t part = count < window->size - at ? count : window->size - at;
    std::memcpy(to, window->bytes.data() + at, part);
    offset += part;
    to += part;
    count -= part;
  }
  return true;
}

}  // namespace cuda_arch_guard::base
