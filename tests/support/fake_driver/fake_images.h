// What the fake driver makes of an image: its own small readers and its own list of what runs
// where. Nothing here is shared with detector/, so that the two can disagree.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fake_driver {

struct LoadedImage {
  bool ptx = false;
  std::string target;   // "86", "90a"
  std::string ptx_isa;  // "9.0"; PTX only
  std::string bytes;
};

// A cubin, a PTX text, or every image of a fat binary. Empty: none of these, or broken.
std::vector<LoadedImage> ReadImages(const char* data);

// Is a kernel of that name in the image?
bool HasKernel(const LoadedImage& image, const std::string& name);
// The initial bytes of a global variable; empty: there is none of that name.
std::string GlobalBytes(const LoadedImage& image, const std::string& name);

// The image that a GPU of that capability ("8.6") takes; nullptr: none, and `error` says which
// code.
const LoadedImage* Pick(const std::vector<LoadedImage>& images, const std::string& capability,
                        int driver_cuda, int* error);

}  // namespace fake_driver
