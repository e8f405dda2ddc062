// Writes files with device code into a folder, for tests of the program: fatbin_samples FOLDER
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/fatbin_builder.h"

namespace {

using cuda_arch_guard::test::HostElf;
using cuda_arch_guard::test::HostOptions;
using cuda_arch_guard::test::Region;

HostOptions Linked(const std::vector<std::string>& regions) {
  HostOptions options;
  for (const std::string& region : regions) options.registered.push_back(Region(region));
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  bool good = true;
  const auto write = [&](const char* name, const std::string& content) {
    std::ofstream file(folder / name, std::ios::binary);
    file << content;
    good = good && file.flush().good();
  };
  write("covered.so", HostElf(Linked({"sm_80/cuda=12.4", "sm_80/cuda=12.4 sm_90"})));
  HostOptions gap = Linked({"sm_80", "sm_90"});
  gap.sources = {"first.cu", "second.cu"};
  write("gap.so", HostElf(gap));
  write("jit.so", HostElf(Linked({"compute_80/isa=8.7"})));
  write("specialised.so", HostElf(Linked({"sm_80", "sm_90a"})));
  write("closed.so", HostElf(Linked({"sm_80", "sm_90/claim-zstd"})));
  write("newer.so", HostElf(Linked({"sm_80/cuda=13.0"})));
  write("hostile_name.so", HostElf(Linked({"sm_80/identifier=\x1b[31mred"})));
  HostOptions stripped = Linked({"sm_80"});
  stripped.remove_regions = true;
  write("stripped.so", HostElf(stripped));
  HostOptions damaged = Linked({"sm_80", "sm_80"});
  damaged.registered[1].replace(8, 8, cuda_arch_guard::test::U64(1 << 30));
  write("damaged.so", HostElf(damaged));
  write("host.so", HostElf({}));
  write("kernel.ptx", cuda_arch_guard::test::Ptx("compute_90a"));
  return good ? 0 : 1;
}
