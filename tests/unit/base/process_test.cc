#include "base/process.h"

#include <errno.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

namespace cuda_arch_guard::base {
namespace {

using End = ProcessOutcome::End;

Command Shell(const std::string& script, double timeout_seconds = 30) {
  Command command;
  command.argv = {"/bin/sh", "-c", script};
  command.timeout_seconds = timeout_seconds;
  return command;
}

// Inside a test, Run means the test's own.
ProcessOutcome RunOne(const Command& command) { return base::Run(command); }

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

bool IsAlive(pid_t pid) {
  // A killed orphan may still be a zombie until somebody reaps it.
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string id, name, state;
  stat >> id >> name >> state;
  return stat && state != "Z";
}

bool DiesWithin(pid_t pid, double seconds) {
  const Stopwatch watch;
  while (IsAlive(pid)) {
    if (watch.seconds() > seconds) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

TEST(Process, KeepsStdoutAndStderrApart) {
  const ProcessOutcome outcome = RunOne(Shell("echo out; echo err >&2; exit 3"));
  EXPECT_EQ(outcome.end, End::kExited);
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.out, "out\n");
  EXPECT_EQ(outcome.err, "err\n");
  EXPECT_FALSE(outcome.succeeded());
}

TEST(Process, UsesNoShell) {
  Command command;
  command.argv = {"echo", "$HOME", "a b", "; exit 1"};
  const ProcessOutcome outcome = RunOne(command);
  EXPECT_TRUE(outcome.succeeded());
  EXPECT_EQ(outcome.out, "$HOME a b ; exit 1\n");
}

TEST(Process, StandardInputIsEmpty) { EXPECT_EQ(RunOne(Shell("cat; echo end")).out, "end\n"); }

TEST(Process, EnvironmentIsAddedAndReplaced) {
  setenv("CUDA_ARCH_GUARD_TEST_A", "ours", 1);
  setenv("CUDA_ARCH_GUARD_TEST_B", "ours", 1);
  Command command = Shell("echo $CUDA_ARCH_GUARD_TEST_A $CUDA_ARCH_GUARD_TEST_B");
  command.environment = {"CUDA_ARCH_GUARD_TEST_B=theirs"};
  EXPECT_EQ(RunOne(command).out, "ours theirs\n");
}

TEST(Process, ReportsTheSignal) {
  const ProcessOutcome outcome = RunOne(Shell("echo before; kill -SEGV $$"));
  EXPECT_EQ(outcome.end, End::kSignalled);
  EXPECT_EQ(outcome.code, SIGSEGV);
  EXPECT_EQ(outcome.out, "before\n");
}

TEST(Process, ReportsWhyItDidNotStart) {
  Command command;
  command.argv = {"/no/such/program"};
  EXPECT_EQ(RunOne(command).end, End::kNotStarted);
  EXPECT_EQ(RunOne(command).code, ENOENT);
  command.argv = {"/"};
  EXPECT_EQ(RunOne(command).end, End::kNotStarted);
  EXPECT_EQ(RunOne(command).code, EACCES);
  command.argv = {};
  EXPECT_EQ(RunOne(command).end, End::kNotStarted);
  EXPECT_NE(RunOne(command).code, 0);
}

TEST(Process, DeadlineKillsTheWholeGroup) {
  const Stopwatch watch;
  const ProcessOutcome outcome = RunOne(Shell("sleep 100 & echo $!; wait", 0.3));
  EXPECT_EQ(outcome.end, End::kTimedOut);
  EXPECT_GE(watch.seconds(), 0.29);
  EXPECT_LT(watch.seconds(), 5);
  const pid_t grandchild = std::atoi(outcome.out.c_str());
  ASSERT_GT(grandchild, 1);
  EXPECT_TRUE(DiesWithin(grandchild, 5));
}

TEST(Process, DeadlineHoldsAgainstAProcessThatIgnoresSignals) {
  const Stopwatch watch;
  EXPECT_EQ(RunOne(Shell("trap '' TERM INT HUP; while :; do sleep 1; done", 0.2)).end,
            End::kTimedOut);
  EXPECT_LT(watch.seconds(), 5);
}

TEST(Process, AGrandchildThatHoldsThePipesIsNotWaitedFor) {
  const Stopwatch watch;
  const ProcessOutcome outcome = RunOne(Shell("sleep 20 & echo $!; exit 0"));
  EXPECT_TRUE(outcome.succeeded());
  EXPECT_LT(watch.seconds(), 5);
  const pid_t grandchild = std::atoi(outcome.out.c_str());
  ASSERT_GT(grandchild, 1);
  EXPECT_TRUE(IsAlive(grandchild));  // somebody's server: not ours to kill
  kill(grandchild, SIGKILL);
}

TEST(Process, HugeOutputIsReadToTheEndAndCapped) {
  Command command = Shell("head -c 20000000 /dev/zero; head -c 20000000 /dev/zero >&2; exit 4");
  command.output_limit = 1000;
  const ProcessOutcome outcome = RunOne(command);
  EXPECT_EQ(outcome.end, End::kExited);
  EXPECT_EQ(outcome.code, 4);
  EXPECT_EQ(outcome.out.size(), 1000u);
  EXPECT_EQ(outcome.err.size(), 1000u);
  EXPECT_TRUE(outcome.truncated);
}

TEST(Process, EndlessOutputEndsAtTheDeadline) {
  const Stopwatch watch;
  const ProcessOutcome outcome = RunOne(Shell("yes", 0.3));
  EXPECT_EQ(outcome.end, End::kTimedOut);
  EXPECT_EQ(outcome.out.size(), std::size_t{1} << 20);
  EXPECT_LT(watch.seconds(), 5);
}

TEST(Process, AChildThatClosesItsOutputsIsStillWaitedFor) {
  EXPECT_EQ(RunOne(Shell("exec >&- 2>&-; sleep 0.2; exit 5")).code, 5);
  EXPECT_EQ(RunOne(Shell("exec >&- 2>&-; sleep 100", 0.2)).end, End::kTimedOut);
}

TEST(Process, CommandsRunSideBySideEachWithItsDeadline) {
  const Stopwatch watch;
  const std::vector<ProcessOutcome> outcomes =
      RunAll({Shell("sleep 0.4; echo a"), Shell("sleep 0.4; echo b"), Shell("sleep 0.4; echo c"),
              Shell("sleep 100", 0.1)});
  EXPECT_LT(watch.seconds(), 1.1);
  EXPECT_EQ(outcomes[0].out + outcomes[1].out + outcomes[2].out, "a\nb\nc\n");
  EXPECT_EQ(outcomes[3].end, End::kTimedOut);
}

TEST(Process, NothingToDoIsDone) { EXPECT_TRUE(RunAll({}).empty()); }

TEST(Process, AFallbackRunsOnlyAfterAFailure) {
  Command after_failure = Shell("echo second");
  after_failure.fallback_for = 0;
  Command after_success = Shell("echo third");
  after_success.fallback_for = 1;
  Command after_skipped = Shell("echo fourth");
  after_skipped.fallback_for = 2;
  const std::vector<ProcessOutcome> outcomes =
      RunAll({Shell("exit 1"), after_failure, after_success, after_skipped});
  EXPECT_EQ(outcomes[1].out, "second\n");
  EXPECT_EQ(outcomes[2].end, End::kNotStarted);
  EXPECT_EQ(outcomes[2].code, 0);
  EXPECT_EQ(outcomes[3].end, End::kNotStarted);
  EXPECT_EQ(outcomes[3].code, 0);
}

TEST(Process, AFallbackRunsAfterADeadlineASignalAndAProgramThatIsNotThere) {
  Command fallback = Shell("echo instead");
  fallback.fallback_for = 0;
  Command absent;
  absent.argv = {"/no/such/program"};
  for (const Command& first : {Shell("sleep 100", 0.1), Shell("kill -9 $$"), absent}) {
    EXPECT_EQ(RunAll({first, fallback})[1].out, "instead\n");
  }
}

TEST(Process, DescriptorsDoNotLeakIntoChildren) {
  // The child may hold what any child of this test holds, but no pipe of ours, of this command or
  // of the one beside it.
  const char* list = "ls /proc/self/fd | tr '\\n' ' '";
  std::string expected(1000, '\0');
  std::FILE* plain = popen(list, "r");
  ASSERT_NE(plain, nullptr);
  expected.resize(std::fread(&expected[0], 1, expected.size(), plain));
  pclose(plain);
  EXPECT_EQ(RunAll({Shell("sleep 0.3"), Shell(list)})[1].out, expected);
}

TEST(Process, NoDescriptorAndNoZombieIsLeft) {
  const auto descriptors = [] {
    using Folder = std::filesystem::directory_iterator;
    return std::distance(Folder("/proc/self/fd"), Folder());
  };
  const auto before = descriptors();
  for (int i = 0; i < 5; ++i) {
    RunOne(Shell("exit 1"));
    RunOne(Shell("sleep 100", 0.02));
    Command absent;
    absent.argv = {"/no/such/program"};
    RunOne(absent);
  }
  EXPECT_EQ(descriptors(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(Process, AnIgnoredSigchldLosesNoExitCode) {
  struct sigaction ignore {};
  struct sigaction before {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGCHLD, &ignore, &before);
  const ProcessOutcome outcome = RunOne(Shell("exit 7"));
  struct sigaction after {};
  sigaction(SIGCHLD, &before, &after);
  EXPECT_EQ(outcome.end, End::kExited);
  EXPECT_EQ(outcome.code, 7);
  EXPECT_EQ(after.sa_handler, SIG_IGN);  // put back
}

void Nothing(int) {}

TEST(Process, InterruptedCallsAreTakenUpAgain) {
  struct sigaction action {};
  action.sa_handler = Nothing;  // no SA_RESTART
  sigaction(SIGALRM, &action, nullptr);
  const itimerval often{{0, 1000}, {0, 1000}};
  const itimerval never{};
  setitimer(ITIMER_REAL, &often, nullptr);
  const ProcessOutcome outcome = RunOne(Shell("for i in 1 2 3 4 5; do sleep 0.05; echo $i; done"));
  setitimer(ITIMER_REAL, &never, nullptr);
  EXPECT_TRUE(outcome.succeeded());
  EXPECT_EQ(outcome.out, "1\n2\n3\n4\n5\n");
}

}  // namespace
}  // namespace cuda_arch_guard::base
