// Validation images made in the test: a PTX text, or a cubin with just the sections that a loader
// has to find. They hold the plan, the reference and the kernel's name, and no code.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace cuda_arch_guard::runner {

struct ImagePlan {
  std::uint32_t magic = 0x43414731;
  std::uint32_t blocks = 1;
  std::uint32_t threads = 4;
  std::uint32_t shared_bytes = 0;
  std::uint32_t cooperative = 0;
  std::uint32_t count = 4;
  std::uint32_t seed = 3;
  std::uint32_t basic = 1;
  std::uint32_t seen_on[8] = {};
};

inline std::string Bytes(const void* data, std::size_t size) {
  return std::string(static_cast<const char*>(data), size);
}

inline std::string ReferenceBytes(const ImagePlan& plan) {
  std::vector<std::uint32_t> reference(plan.count);
  for (std::uint32_t i = 0; i < plan.count; ++i) reference[i] = 1000 + i;
  return Bytes(reference.data(), reference.size() * sizeof reference[0]);
}

inline std::string PtxArray(const std::string& name, const std::string& bytes) {
  std::string text = ".global .align 4 .b8 " + name + "[" + std::to_string(bytes.size()) + "] = {";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(static_cast<unsigned char>(bytes[i]));
  }
  return text + "};\n";
}

inline std::string MakePtx(const std::string& target, const std::string& isa = "8.7",
                           const ImagePlan& plan = {}) {
  return "//\n.version " + isa + "\n.target sm_" + target + "\n.address_size 64\n" +
         PtxArray("cuda_arch_guard_plan", Bytes(&plan, sizeof plan)) +
         PtxArray("cuda_arch_guard_expected", ReferenceBytes(plan)) +
         ".visible .entry cuda_arch_guard_kernel(\n)\n{\n}\n";
}

// Sections: none, names, strings, symbols, the note with what ptxas was told, the variables.
inline std::string MakeCubin(const std::string& target, const ImagePlan& plan = {}) {
  const std::string plan_bytes = Bytes(&plan, sizeof plan);
  const std::string strings =
      std::string("\0cuda_arch_guard_plan\0cuda_arch_guard_expected\0", 47) +
      ".nv.info.cuda_arch_guard_kernel" + '\0';
  const std::string note = "-arch sm_" + target + " " + '\0';
  Elf64_Sym symbols[3] = {};
  symbols[1].st_name = 1;
  symbols[1].st_info = ELF64_ST_INFO(STB_LOCAL, STT_OBJECT);
  symbols[1].st_shndx = 5;
  symbols[1].st_size = plan_bytes.size();
  symbols[2] = symbols[1];
  symbols[2].st_name = 22;
  symbols[2].st_value = plan_bytes.size();
  symbols[2].st_size = ReferenceBytes(plan).size();

  const std::string contents[] = {"",      std::string(1, '\0'),
                                  strings, Bytes(symbols, sizeof symbols),
                                  note,    plan_bytes + ReferenceBytes(plan)};
  Elf64_Shdr sections[6] = {};
  std::string body;
  for (int i = 1; i < 6; ++i) {
    sections[i].sh_type = i == 3 ? SHT_SYMTAB : SHT_PROGBITS;
    sections[i].sh_offset = sizeof(Elf64_Ehdr) + body.size();
    sections[i].sh_size = contents[i].size();
    sections[i].sh_link = i == 3 ? 2 : 0;
    body += contents[i];
    body.resize((body.size() + 7) / 8 * 8);
  }
  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_machine = 190;
  header.e_shoff = sizeof header + body.size();
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 6;
  return Bytes(&header, sizeof header) + body + Bytes(sections, sizeof sections);
}

// A fat binary of images that are cubins (ELF) or PTX.
inline std::string MakeFatBinary(const std::vector<std::string>& images) {
  std::string entries;
  for (const std::string& image : images) {
    std::string payload = image;
    payload.resize((payload.size() + 8) / 8 * 8);
    const std::uint16_t kind = image[0] == '\x7f' ? 2 : 1;
    const std::uint32_t header_size = 64;
    const std::uint64_t size = payload.size();
    std::string header(header_size, '\0');
    std::memcpy(&header[0], &kind, sizeof kind);
    std::memcpy(&header[4], &header_size, sizeof header_size);
    std::memcpy(&header[8], &size, sizeof size);
    entries += header + payload;
  }
  const std::uint64_t size = entries.size();
  return std::string("\x50\xed\x55\xba\x01\x00\x10\x00", 8) + Bytes(&size, sizeof size) + entries;
}

}  // namespace cuda_arch_guard::runner
