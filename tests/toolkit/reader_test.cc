// The reader and the verdicts on files that nvcc really makes, and compared with cuobjdump. Each
// test compiles what it needs; nothing is run on a GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "base/process.h"
#include "base/text.h"
#include "fatbin/device_code.h"
#include "fatbin/kernels.h"
#include "fatbin/write.h"
#include "support/fatbin_builder.h"
#include "verdict/judge.h"
#include "verdict/unit_name.h"

namespace cuda_arch_guard {
namespace {

using fatbin::DeviceCode;
using verdict::Verdict;

const char kMain[] =
    "#include <cstdio>\n"
    "__global__ void first(int* p) { p[threadIdx.x] = threadIdx.x; }\n"
    "int main() { first<<<1, 32>>>(nullptr); return cudaDeviceSynchronize() != cudaSuccess; }\n";
const char kSecond[] =
    "__global__ void second(float* p) { p[threadIdx.x] += 2; }\n"
    "void launch(float* p) { second<<<1, 32>>>(p); }\n";
const char kCaller[] =
    "extern __device__ int square(int);\n"
    "__global__ void caller(int* p) { *p = square(*p); }\n"
    "int main() { caller<<<1, 1>>>(nullptr); return 0; }\n";
const char kCallee[] = "__device__ int square(int x) { return x * x; }\n";
const char kHostOnly[] = "int nothing() { return 1; }\n";

class Reader : public testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.folder() + "/" + name; }

  void Run(const std::vector<std::string>& command) {
    base::Command run;
    for (const std::string& word : command) {
      // Words that name files of this test.
      run.argv.push_back(word.find('.') != std::string::npos && word[0] != '-' &&
                                 word.find('/') == std::string::npos
                             ? Path(word)
                             : word);
    }
    run.timeout_seconds = 300;
    const base::ProcessOutcome outcome = base::Run(run);
    ASSERT_TRUE(outcome.succeeded()) << base::Join(run.argv, " ") << "\n" << outcome.err;
  }

  // "-arch=sm_90 -c a.cu -o a.o"
  void Nvcc(const std::string& arguments) {
    std::vector<std::string> command = {NVCC_PROGRAM};
    for (const std::string& word : base::SplitAny(arguments, " ")) command.push_back(word);
    Run(command);
  }

  void Source(const std::string& name, const std::string& text) {
    std::ofstream(Path(name)) << text;
  }

  DeviceCode Read(const std::string& name) const {
    fatbin::ReadOptions options;
    options.name_sources = true;
    return fatbin::ReadDeviceCode(Path(name), options);
  }

  // "a.cu registered: sm_80 compute_80; …"
  std::string Units(const std::string& name) const {
    const DeviceCode code = Read(name);
    std::string text;
    for (const fatbin::Unit& unit : code.units) {
      text += (text.empty() ? "" : "; ") + unit.source + (unit.source.empty() ? "" : " ") +
              fatbin::ToString(unit.where) + (unit.device_linked ? "*" : "") + ":";
      for (const fatbin::Image& image : unit.images) text += " " + image.ToString();
    }
    for (const fatbin::Problem& problem : code.problems) text += " ! " + problem.what;
    return text;
  }

  // "runs sure: 1 covered 1 empty"
  std::string Judge(const std::string& name, const std::string& device) const {
    verdict::Examined file = verdict::Examine(Read(name));
    verdict::Policy policy;
    policy.driver.cuda = {13, 5};
    const verdict::FileVerdict verdict =
        verdict::Judge(file, *arch::ParseComputeCapability(device), policy);
    std::string text =
        std::string(ToString(verdict.verdict)) + (verdict.sure ? " sure:" : " likely:");
    const std::pair<const char*, int> counts[] = {
        {"covered", verdict.units.covered}, {"by_jit", verdict.units.by_jit},
        {"empty", verdict.units.empty},     {"specialised", verdict.units.specialised},
        {"gap", verdict.units.gap},         {"unknown", verdict.units.unknown}};
    for (const auto& [unit_class, count] : counts) {
      if (count > 0) text += " " + std::to_string(count) + " " + unit_class;
    }
    return text;
  }

  // Our images against `cuobjdump -all`, each with its number.
  void CompareWithCuobjdump(const std::string& name) const {
    base::Command run;
    run.argv = {CUOBJDUMP_PROGRAM, "-all", Path(name)};
    run.output_limit = 16 << 20;
    const base::ProcessOutcome outcome = base::Run(run);
    ASSERT_TRUE(outcome.succeeded()) << outcome.err;
    std::map<std::string, int> theirs;
    std::string prefix;
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) {
      if (line == "Fatbin elf code:") prefix = "sm_";
      if (line == "Fatbin ptx code:") prefix = "compute_";
      if (line == "Fatbin nvvm code:") prefix = "lto_";
      const std::string key = "arch = sm_";
      if (base::StartsWith(line, key) && !prefix.empty()) {
        ++theirs[prefix + line.substr(key.size())];
        prefix.clear();
      }
    }
    std::map<std::string, int> ours;
    for (const fatbin::Unit& unit : Read(name).units) {
      for (const fatbin::Image& image : unit.images) ++ours[image.ToString()];
    }
    EXPECT_EQ(ours, theirs) << name;
    EXPECT_FALSE(ours.empty()) << name;
  }

  test::TemporaryFile folder_{""};
};

TEST_F(Reader, OneArchitecture) {
  Source("a.cu", kMain);
  Nvcc("-gencode arch=compute_86,code=sm_86 a.cu -o a.out");
  EXPECT_EQ(Units("a.out"), "device link registered*: sm_86; a.cu registered: sm_86");
  EXPECT_EQ(Judge("a.out", "8.6"), "runs sure: 1 covered 1 empty");
  EXPECT_EQ(Judge("a.out", "8.9"), "runs sure: 1 covered 1 empty");
  EXPECT_EQ(Judge("a.out", "8.0"), "fails sure: 1 empty 1 gap");
  EXPECT_EQ(Judge("a.out", "9.0"), "fails sure: 1 empty 1 gap");
  CompareWithCuobjdump("a.out");
}

TEST_F(Reader, TwoObjectsOfDifferentArchitecturesServeNeitherDevice) {
  Source("a.cu", kMain);
  Source("b.cu", kSecond);
  Nvcc("-gencode arch=compute_80,code=sm_80 -c a.cu -o a.o");
  Nvcc("-gencode arch=compute_90,code=sm_90 -c b.cu -o b.o");
  Nvcc("-gencode arch=compute_90,code=sm_90 a.o b.o -o two.out");
  EXPECT_EQ(Judge("two.out", "8.0"), "partly sure: 1 covered 1 empty 1 gap");
  EXPECT_EQ(Judge("two.out", "9.0"), "partly sure: 1 covered 1 empty 1 gap");
  CompareWithCuobjdump("two.out");
}

TEST_F(Reader, TheStubOfALinkForAllArchitecturesCoversNothing) {
  Source("a.cu", kMain);
  Nvcc("-gencode arch=compute_90,code=sm_90 -c a.cu -o a.o");
  for (const std::string options : {"", " -Xfatbin -compress-all"}) {
    Nvcc("-arch=all-major" + options + " a.o -o stub.out");
    EXPECT_NE(Units("stub.out").find("sm_80"), std::string::npos)
        << "no stub: another test is needed";
    EXPECT_EQ(Judge("stub.out", "8.0"), "fails sure: 1 empty 1 gap") << options;
    EXPECT_EQ(Judge("stub.out", "9.0"), "runs sure: 1 covered 1 empty") << options;
    CompareWithCuobjdump("stub.out");
  }
}

TEST_F(Reader, SeparateCompilation) {
  Source("c.cu", kCaller);
  Source("d.cu", kCallee);
  const std::string code =
      "-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=[sm_90,compute_90] ";
  Nvcc(code + "-rdc=true -c c.cu -o c.o");
  Nvcc(code + "-rdc=true -c d.cu -o d.o");
  Nvcc(code + "c.o d.o -o rdc.out");
  EXPECT_EQ(Units("c.o"), "c.cu relocatable: sm_80 sm_90 compute_90");
  EXPECT_EQ(Judge("c.o", "8.6"), "runs sure: 1 covered");
  EXPECT_EQ(Judge("d.o", "7.5"), "fails sure: 1 gap");
  EXPECT_EQ(Units("rdc.out"),
            "device link registered*: sm_80 sm_90; c.cu relocatable: sm_80 sm_90 compute_90; "
            "d.cu relocatable: sm_80 sm_90 compute_90");
  EXPECT_EQ(Judge("rdc.out", "8.6"), "runs sure: 1 covered");
  EXPECT_EQ(Judge("rdc.out", "12.0"), "runs-by-jit likely: 1 by_jit");
  EXPECT_EQ(Judge("rdc.out", "7.5"), "fails sure: 1 gap");
  CompareWithCuobjdump("rdc.out");
  CompareWithCuobjdump("c.o");
}

TEST_F(Reader, AnArchiveWithItsDeviceLink) {
  Source("c.cu", kCaller);
  Source("d.cu", kCallee);
  const std::string code = "-gencode arch=compute_80,code=[sm_80,compute_80] ";
  Nvcc(code + "-rdc=true -c c.cu -o c.o");
  Nvcc(code + "-rdc=true -c d.cu -o d.o");
  Nvcc("-gencode arch=compute_80,code=sm_80 -dlink c.o d.o -o link.o");
  Run({"ar", "rc", "all.a", "c.o", "d.o", "link.o"});
  EXPECT_EQ(Units("link.o"), "device link registered*: sm_80");
  EXPECT_EQ(Judge("all.a", "8.6"), "runs sure: 3 covered");
  EXPECT_EQ(Judge("all.a", "9.0"), "runs-by-jit likely: 3 by_jit");
  EXPECT_EQ(Judge("all.a", "7.5"), "fails sure: 3 gap");
  CompareWithCuobjdump("all.a");
}

TEST_F(Reader, RelocatableCodeThatNobodyLinkedIsNotLoaded) {
  Source("d.cu", "__global__ void alone(int* p) { *p = 1; }\n");
  Nvcc("-gencode arch=compute_90,code=sm_90 -rdc=true -Xcompiler -fPIC -c d.cu -o d.o");
  Run({"c++", "-shared", "d.o", "-o", "unlinked.so"});
  EXPECT_EQ(Judge("unlinked.so", "9.0"), "fails likely: 1 covered");
}

TEST_F(Reader, ArchitectureAndFamilyVariants) {
  Source("a.cu", kSecond);
  Nvcc(
      "-gencode arch=compute_90a,code=[sm_90a,compute_90a] -gencode arch=compute_100f,code=sm_100f "
      "-gencode arch=compute_120f,code=compute_120f -gencode arch=compute_103a,code=sm_103a "
      "-c a.cu -o a.o");
  EXPECT_EQ(Judge("a.o", "9.0"), "runs sure: 1 covered");
  EXPECT_EQ(Judge("a.o", "10.3"), "runs sure: 1 covered");
  EXPECT_EQ(Judge("a.o", "12.1"), "runs-by-jit sure: 1 by_jit");
  EXPECT_EQ(Judge("a.o", "11.0"), "fails sure: 1 specialised");
  CompareWithCuobjdump("a.o");
}

TEST_F(Reader, BareImagesTellTheirLetters) {
  Source("a.cu", kSecond);
  for (const std::string architecture : {"75", "90", "90a", "100", "100a", "100f"}) {
    Nvcc("-arch=sm_" + architecture + " -cubin a.cu -o a.cubin");
    EXPECT_EQ(Units("a.cubin"), "registered: sm_" + architecture);
  }
  Nvcc("-arch=compute_90a -ptx a.cu -o a.ptx");
  EXPECT_EQ(Units("a.ptx"), "registered: compute_90a");
  Nvcc(
      "-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=compute_90 -fatbin a.cu "
      "-o a.fatbin");
  EXPECT_EQ(Units("a.fatbin"), "registered: sm_80 compute_90");
  Nvcc("-arch=sm_90 -rdc=true -cubin a.cu -o rdc.cubin");
  EXPECT_EQ(Units("rdc.cubin"), "relocatable: sm_90");
}

TEST_F(Reader, PtxAlone) {
  Source("a.cu", kSecond);
  Nvcc("-gencode arch=compute_80,code=compute_80 -c a.cu -o a.o");
  EXPECT_EQ(Units("a.o"), "a.cu registered: compute_80");
  EXPECT_EQ(Judge("a.o", "8.0"), "runs-by-jit sure: 1 by_jit");
  EXPECT_EQ(Judge("a.o", "7.5"), "fails sure: 1 gap");
}

TEST_F(Reader, ArchivesAndStrippedFiles) {
  Source("a.cu", kMain);
  Source("b.cu", kSecond);
  Nvcc("-gencode arch=compute_80,code=sm_80 -c a.cu -o a.o");
  Nvcc("-gencode arch=compute_90,code=[sm_90,compute_90] -c b.cu -o b_with_a_long_name.o");
  Nvcc("-lib a.o b_with_a_long_name.o -o both.a");
  EXPECT_EQ(Units("both.a"), "a.cu registered: sm_80; b.cu registered: sm_90 compute_90");
  EXPECT_EQ(Judge("both.a", "8.0"), "partly sure: 1 covered 1 gap");
  CompareWithCuobjdump("both.a");
  Nvcc("-gencode arch=compute_80,code=sm_80 a.o b_with_a_long_name.o -o all.out");
  const std::string before = Judge("all.out", "8.0");
  Run({"strip", "all.out"});
  EXPECT_EQ(Judge("all.out", "8.0"), before);
  CompareWithCuobjdump("all.out");
}

TEST_F(Reader, RemovedDeviceCodeIsSaid) {
  Source("a.cu", kMain);
  Nvcc("-arch=sm_90 a.cu -o a.out");
  Run({"objcopy", "--remove-section=.nv_fatbin", "a.out", "bare.out"});
  EXPECT_EQ(Read("bare.out").stripped_regions, 2u);
  EXPECT_EQ(Judge("bare.out", "9.0"), "no-device-code sure:");
}

TEST_F(Reader, ASourceWithoutKernelsIsEmpty) {
  Source("a.cu", kHostOnly);
  Nvcc("-arch=sm_90 -c a.cu -o a.o");
  EXPECT_EQ(Units("a.o"), "a.cu registered: sm_90 compute_90");
  EXPECT_EQ(Judge("a.o", "8.0"), "no-device-code sure: 1 empty");
}

TEST_F(Reader, EveryCompressionIsOpened) {
  Source("a.cu", kSecond);
  for (const std::string mode : {"none", "speed", "balance", "size"}) {
    Nvcc("-arch=sm_90 --compress-mode=" + mode + " -c a.cu -o a.o");
    const DeviceCode code = Read("a.o");
    ASSERT_EQ(code.units.size(), 1u);
    fatbin::OpenBudget budget;
    for (const fatbin::Image& image : code.units[0].images) {
      EXPECT_EQ(fatbin::KernelNames(image, budget), std::vector<std::string>{"_Z6secondPf"})
          << mode << ": " << image.ToString();
    }
    CompareWithCuobjdump("a.o");
  }
}

TEST_F(Reader, LinkTimeOptimisation) {
  Source("d.cu", kCallee);
  Nvcc("-gencode arch=compute_90,code=lto_90 -dc d.cu -o d.o");
  EXPECT_EQ(Units("d.o"), "d.cu relocatable: lto_90");
  EXPECT_EQ(Judge("d.o", "9.0"), "fails likely: 1 unknown");
  CompareWithCuobjdump("d.o");
}

TEST_F(Reader, DebugInformationNamesTheSource) {
  Source("a.cu", kSecond);
  Nvcc("-arch=sm_90 -lineinfo -cubin a.cu -o a.cubin");
  EXPECT_EQ(Units("a.cubin"), "registered: sm_90");
  Nvcc("-arch=sm_90 -lineinfo -G -fatbin a.cu -o a.fatbin");
  verdict::Examined file = verdict::Examine(Read("a.fatbin"));
  ASSERT_FALSE(file.code.units.empty());
  EXPECT_NE(verdict::UnitName(file, 0).find("a.cu"), std::string::npos)
      << verdict::UnitName(file, 0);
}

}  // namespace
}  // namespace cuda_arch_guard
