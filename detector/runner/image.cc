#include "runner/image.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/text.h"

namespace cuda_arch_guard::runner {
namespace {

namespace fs = std::filesystem;

base::Finding Unreadable(const std::string& wrong, const std::string& found) {
  base::Finding finding;
  finding.id = "validation-images-unreadable";
  finding.wrong = wrong;
  finding.found = base::Printable(found);
  finding.because =
      "a folder or a list of images that the build made: <kernel>.sm_<arch>.cubin, "
      "<kernel>.compute_<arch>.ptx, <kernel>.fatbin";
  finding.todo = {"build the project, so that the images exist: cmake --build <build folder>"};
  return finding;
}

// The head of a PTX file is enough: `.version` comes before everything but comments.
std::string ReadHead(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string head(4096, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return head;
}

std::optional<Image> ParseListLine(const std::string& line, const fs::path& folder) {
  const std::vector<std::string> words = base::SplitAny(line, " ");
  auto image = ParseImagePath((folder / words[0]).string());
  for (std::size_t i = 1; image && i < words.size(); ++i) {
    const auto device = arch::ParseComputeCapability(words[i]);
    if (!device) return std::nullopt;
    image->devices.push_back(*device);
  }
  return image;
}

bool Before(const Image& a, const Image& b) {
  if (a.feature != b.feature) return a.feature < b.feature;
  if (a.fat != b.fat) return b.fat;
  if (a.traits.kind != b.traits.kind) return a.traits.kind < b.traits.kind;
  return a.traits.architecture < b.traits.architecture;
}

}  // namespace

std::string Image::Name() const {
  if (fat) return "fatbin";
  const bool real = traits.kind == arch::ImageKind::kCubin;
  return (real ? "sm_" : "compute_") + traits.architecture.ToString();
}

std::optional<Image> ParseImagePath(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  Image image;
  image.path = path;
  const auto parse = [&](std::string_view prefix, std::string_view suffix) {
    if (!base::EndsWith(name, suffix)) return false;
    const std::string_view stem = std::string_view(name).substr(0, name.size() - suffix.size());
    const std::size_t at = stem.rfind(prefix);
    if (at == std::string_view::npos || at == 0) return false;
    const auto architecture = arch::ParseArchitecture(stem.substr(at + prefix.size()));
    if (!architecture) return false;
    image.feature = stem.substr(0, at);
    image.traits.architecture = *architecture;
    return true;
  };
  if (parse(".sm_", ".cubin")) {
    image.traits.kind = arch::ImageKind::kCubin;
  } else if (parse(".compute_", ".ptx")) {
    image.traits.kind = arch::ImageKind::kPtx;
  } else if (base::EndsWith(name, ".fatbin") && name.size() > 7) {
    image.fat = true;
    image.feature = name.substr(0, name.size() - 7);
  } else {
    return std::nullopt;
  }
  return image;
}

base::Version PtxIsaOf(std::string_view ptx) {
  for (const std::string& line : base::Lines(ptx)) {
    if (!base::StartsWith(line, ".version")) continue;
    const auto version = base::Version::Parse(base::Trim(std::string_view(line).substr(8)));
    return version ? *version : base::Version();
  }
  return {};
}

base::Result<std::vector<Image>> ListImages(const std::string& folder_or_list) {
  const fs::path given(folder_or_list);
  std::error_code error;
  std::vector<Image> images;
  if (fs::is_directory(given, error)) {
    for (const fs::directory_entry& entry : fs::directory_iterator(given, error)) {
      if (!entry.is_regular_file()) continue;
      if (auto image = ParseImagePath(entry.path().string())) images.push_back(*image);
    }
    if (error) return Unreadable("A folder of validation images cannot be read.", error.message());
  } else {
    std::ifstream list(given);
    if (!list) return Unreadable("There is no such folder or list of images.", folder_or_list);
    const std::string text{std::istreambuf_iterator<char>(list), {}};
    for (const std::string& line : base::Lines(text)) {
      if (base::Trim(line).empty()) continue;
      const auto image = ParseListLine(line, given.parent_path());
      if (!image) return Unreadable("A line in a list names no image.", line);
      images.push_back(*image);
    }
  }
  if (images.empty()) return Unreadable("There are no validation images.", folder_or_list);
  for (Image& image : images) {
    if (!image.fat && image.traits.kind == arch::ImageKind::kPtx) {
      image.traits.ptx_isa = PtxIsaOf(ReadHead(image.path));
    }
  }
  std::sort(images.begin(), images.end(), Before);
  return images;
}

}  // namespace cuda_arch_guard::runner
