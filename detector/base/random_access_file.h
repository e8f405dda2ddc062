// A file as a source of bytes, read on demand by pread.
//
// Not mapped into memory, on purpose. A mapped file that somebody truncates while we look (a build
// still running, a network file system) kills the reader with SIGBUS, and a handler for that signal
// does not belong into a library; a short pread is an ordinary answer. Memory stays flat too: a
// few small windows are kept, whatever the size of the file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace cuda_arch_guard::base {

// For one thread at a time.
class RandomAccessFile : public ByteSource {
 public:
  RandomAccessFile() = default;
  RandomAccessFile(const RandomAccessFile&) = delete;
  RandomAccessFile& operator=(const RandomAccessFile&) = delete;
  ~RandomAccessFile() override;

  // Regular files only: a FIFO would hang, a device may act when it is opened. False: error() says
  // why, and not_regular() whether that was the reason.
  bool Open(const std::string& path);
  const std::string& error() const { return error_; }
  bool not_regular() const { return not_regular_; }
  // Reading failed, or fell short of the size that the file had when it was opened.
  bool failed() const { return failed_; }

  std::uint64_t size() const override { return size_; }
  bool Read(std::uint64_t offset, char* to, std::size_t count) const override;

 private:
  static constexpr std::size_t kWindow = 4096;
  static constexpr std::size_t kWindows = 16;
  struct Window {
    std::uint64_t number = UINT64_MAX;  // offset / kWindow
    std::size_t size = 0;
    std::string bytes;
  };

  bool ReadThrough(std::uint64_t offset, char* to, std::size_t count) const;
  const Window* Fetch(std::uint64_t number) const;

  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  bool not_regular_ = false;
  std::string error_;
  mutable bool failed_ = false;
  mutable std::vector<Window> windows_;
};

}  // namespace cuda_arch_guard::base
