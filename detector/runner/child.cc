#include "runner/child.h"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "base/text.h"
#include "runner/driver.h"
#include "runner/trace.h"

namespace cuda_arch_guard::runner {
namespace {

// templates/validation.cuh has the other side of these.
constexpr std::uint32_t kMagic = 0x43414731;
constexpr std::size_t kSeenOn = 8;
struct Plan {
  std::uint32_t magic, blocks, threads, shared_bytes, cooperative, count, seed, basic;
  std::uint32_t seen_on[kSeenOn];
};
struct Heading {
  std::uint32_t magic, compiled_for, code, variant;
};
constexpr const char* kPlanName = "cuda_arch_guard_plan";
constexpr const char* kExpectedName = "cuda_arch_guard_expected";
constexpr const char* kKernelName = "cuda_arch_guard_kernel";

// What stands in memory that the kernel should have written.
constexpr unsigned kPoison = 0xA5A5A5A5;
constexpr std::uint32_t kMaxNumbers = 1u << 24;

using Clock = std::chrono::steady_clock;

void Tell(const std::string& line) {
  std::fputs(line.c_str(), stdout);
  std::fflush(stdout);
}

long long MicrosecondsSince(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
}

// One image on the current context. Each member function is one step; false: it failed, and that
// was told.
class ImageRun {
 public:
  explicit ImageRun(const Driver& driver) : driver_(driver), api_(driver.api()) {}
  ~ImageRun() {
    if (module_ != nullptr) api_.ModuleUnload(module_);
  }
  ImageRun(const ImageRun&) = delete;
  ImageRun& operator=(const ImageRun&) = delete;

  bool Load(const std::string& path);
  bool Find();
  bool Launch();
  bool Compare();
  void TellTimes() const { Tell(TimesLine(load_microseconds_, run_microseconds_)); }

 private:
  bool Check(int code, const std::string& what);
  bool ReadGlobal(const char* name, void* to, std::size_t bytes);
  bool Start(void** parameters);

  const Driver& driver_;
  const DriverApi& api_;
  std::string image_;
  CuModule* module_ = nullptr;
  CuFunction* kernel_ = nullptr;
  Plan plan_{};
  std::vector<std::uint32_t> expected_;
  CuDevicePointer heading_ = 0;
  CuDevicePointer numbers_ = 0;
  long long load_microseconds_ = 0;
  long long run_microseconds_ = 0;
};

bool ImageRun::Check(int code, const std::string& what) {
  if (code == 0) return true;
  const std::string name = driver_.ErrorName(code);
  Tell(ErrorLine(code, what + (name.empty() ? "" : ": " + name)));
  return false;
}

bool ImageRun::Load(const std::string& path) {
  Tell(StepLine(Step::kLoad));
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    Tell(ErrorLine(0, "the image cannot be read"));
    return false;
  }
  image_.assign(std::istreambuf_iterator<char>(file), {});
  std::string log(4096, '\0');
  int options[] = {kJitErrorLogBuffer, kJitErrorLogBufferBytes};
  // The size is passed in the pointer itself.
  void* values[] = {log.data(), reinterpret_cast<void*>(static_cast<std::uintptr_t>(log.size()))};
  const Clock::time_point start = Clock::now();
  const int code = api_.ModuleLoadDataEx(&module_, image_.c_str(), 2, options, values);
  load_microseconds_ = MicrosecondsSince(start);
  if (code != 0) module_ = nullptr;
  const std::string said(base::Trim(log.c_str()));
  return Check(code, "cuModuleLoadDataEx" + (said.empty() ? "" : " (" + said + ")"));
}

bool ImageRun::ReadGlobal(const char* name, void* to, std::size_t bytes) {
  CuDevicePointer from = 0;
  std::size_t size = 0;
  if (!Check(api_.ModuleGetGlobal(&from, &size, module_, name), name)) return false;
  if (size != bytes) {
    Tell(ErrorLine(0, std::string(name) + " has " + std::to_string(size) + " bytes, not " +
                          std::to_string(bytes)));
    return false;
  }
  return Check(api_.MemcpyDtoH(to, from, bytes), std::string("reading ") + name);
}

bool ImageRun::Find() {
  Tell(StepLine(Step::kFind));
  if (!Check(api_.ModuleGetFunction(&kernel_, module_, kKernelName), kKernelName)) return false;
  if (!ReadGlobal(kPlanName, &plan_, sizeof plan_)) return false;
  if (plan_.magic != kMagic || plan_.count == 0 || plan_.count > kMaxNumbers) {
    Tell(ErrorLine(0, "the image holds no plan that we know"));
    return false;
  }
  std::vector<int> seen_on;
  for (const std::uint32_t capability : plan_.seen_on) {
    if (capability != 0) seen_on.push_back(static_cast<int>(capability));
  }
  Tell(PlanLine(plan_.basic != 0, seen_on));
  expected_.resize(plan_.count);
  return ReadGlobal(kExpectedName, expected_.data(), expected_.size() * sizeof expected_[0]);
}

bool ImageRun::Start(void** parameters) {
  if (plan_.cooperative == 0) {
    return Check(api_.LaunchKernel(kernel_, plan_.blocks, 1, 1, plan_.threads, 1, 1,
                                   plan_.shared_bytes, nullptr, parameters, nullptr),
                 "cuLaunchKernel");
  }
  if (api_.LaunchCooperativeKernel == nullptr) {
    Tell(ErrorLine(0, "this driver has no cuLaunchCooperativeKernel"));
    return false;
  }
  return Check(api_.LaunchCooperativeKernel(kernel_, plan_.blocks, 1, 1, plan_.threads, 1, 1,
                                            plan_.shared_bytes, nullptr, parameters),
               "cuLaunchCooperativeKernel");
}

bool ImageRun::Launch() {
  Tell(StepLine(Step::kLaunch));
  const std::size_t words = plan_.count;
  if (!Check(api_.MemAlloc(&heading_, sizeof(Heading)), "cuMemAlloc") ||
      !Check(api_.MemAlloc(&numbers_, words * sizeof(std::uint32_t)), "cuMemAlloc") ||
      !Check(api_.MemsetD32(heading_, kPoison, sizeof(Heading) / 4), "cuMemsetD32") ||
      !Check(api_.MemsetD32(numbers_, kPoison, words), "cuMemsetD32")) {
    return false;
  }
  if (plan_.shared_bytes != 0 && api_.FunctionSetAttribute != nullptr &&
      !Check(api_.FunctionSetAttribute(kernel_, kMaxDynamicSharedBytes,
                                       static_cast<int>(plan_.shared_bytes)),
             "cuFuncSetAttribute")) {
    return false;
  }
  std::uint32_t seed = plan_.seed;
  void* parameters[] = {&heading_, &numbers_, &seed};
  const Clock::time_point start = Clock::now();
  if (!Start(parameters)) return false;
  Tell(StepLine(Step::kSynchronise));
  if (!Check(api_.ContextSynchronize(), "cuCtxSynchronize")) return false;
  run_microseconds_ = MicrosecondsSince(start);
  return true;
}

bool ImageRun::Compare() {
  Tell(StepLine(Step::kCompare));
  Heading heading{};
  std::vector<std::uint32_t> numbers(expected_.size());
  if (!Check(api_.MemcpyDtoH(&heading, heading_, sizeof heading), "cuMemcpyDtoH") ||
      !Check(api_.MemcpyDtoH(numbers.data(), numbers_, numbers.size() * sizeof numbers[0]),
             "cuMemcpyDtoH")) {
    return false;
  }
  if (heading.magic == kMagic) {
    Tell(HeadingLine(static_cast<int>(heading.compiled_for), static_cast<int>(heading.code),
                     static_cast<int>(heading.variant)));
  }
  long long wrong = 0;
  std::size_t first = 0;
  for (std::size_t i = numbers.size(); i-- > 0;) {
    if (numbers[i] == expected_[i]) continue;
    ++wrong;
    first = i;
  }
  Tell(NumbersLine(static_cast<long long>(numbers.size()), wrong, static_cast<long long>(first),
                   expected_[first], numbers[first]));
  return true;
}

bool OpenContext(const ChildTask& task, Driver& driver) {
  Tell(StepLine(Step::kOpen));
  if (!driver.Open(task.library)) {
    Tell(ErrorLine(0, driver.error()));
    return false;
  }
  Tell(StepLine(Step::kContext));
  const auto check = [&](int code, const char* what) {
    if (code == 0) return true;
    Tell(ErrorLine(code, what + (": " + driver.ErrorName(code))));
    return false;
  };
  int device = 0;
  CuContext* context = nullptr;
  return check(driver.api().Init(0), "cuInit") &&
         check(driver.api().DeviceGet(&device, task.device), "cuDeviceGet") &&
         check(driver.api().PrimaryContextRetain(&context, device), "cuDevicePrimaryCtxRetain") &&
         check(driver.api().ContextSetCurrent(context), "cuCtxSetCurrent");
}

}  // namespace

std::vector<std::string> ToArguments(const ChildTask& task) {
  std::vector<std::string> arguments = {task.library, std::to_string(task.device),
                                        task.run ? "run" : "load"};
  arguments.insert(arguments.end(), task.images.begin(), task.images.end());
  return arguments;
}

bool ParseArguments(const std::vector<std::string>& arguments, ChildTask& task) {
  if (arguments.size() < 4) return false;
  const auto device = base::ParseNumber(arguments[1]);
  if (!device || (arguments[2] != "run" && arguments[2] != "load")) return false;
  task.library = arguments[0];
  task.device = *device;
  task.run = arguments[2] == "run";
  task.images.assign(arguments.begin() + 3, arguments.end());
  return true;
}

int RunChild(const ChildTask& task) {
  Driver driver;
  if (!OpenContext(task, driver)) return 0;
  for (std::size_t i = 0; i < task.images.size(); ++i) {
    Tell(ImageLine(i));
    ImageRun run(driver);
    if (!run.Load(task.images[i])) continue;
    if (task.run && !(run.Find() && run.Launch() && run.Compare())) continue;
    run.TellTimes();
    Tell(StepLine(Step::kDone));
  }
  return 0;
}

}  // namespace cuda_arch_guard::runner
