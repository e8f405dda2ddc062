#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/process.h"
#include "base/text.h"

extern char** environ;

namespace cuda_arch_guard::base {
namespace {

// How often a child is looked at that ended while somebody else still holds its pipes.
constexpr int kLookMilliseconds = 20;
// A process hung inside a driver cannot be killed; after this long it is left behind.
constexpr int kKillPatienceMilliseconds = 500;

long long NowMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<long long>(now.tv_sec) * 1000 + now.tv_nsec / 1000000;
}

struct Pipe {
  int read_end = -1;
  int write_end = -1;

  bool Open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read_end = ends[0];
    write_end = ends[1];
    fcntl(read_end, F_SETFL, O_NONBLOCK);
    return true;
  }
  static void Close(int& descriptor) {
    if (descriptor >= 0) close(descriptor);
    descriptor = -1;
  }
  void Close() {
    Close(read_end);
    Close(write_end);
  }
};

// Takes what the pipe holds now; closes it at its end. The rest beyond the limit is dropped, but
// read all the same: a child must not block on us. Nor may a child that never stops writing keep
// us here past its deadline.
void Drain(int& descriptor, std::size_t limit, std::string& text, bool& truncated) {
  char buffer[16384];
  for (int reads = 0; descriptor >= 0 && reads < 64; ++reads) {
    const ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count > 0) {
      const std::size_t room = limit - text.size();
      const std::size_t size = static_cast<std::size_t>(count);
      text.append(buffer, size < room ? size : room);
      truncated = truncated || size > room;
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    Pipe::Close(descriptor);
  }
}

List<char*> PointersTo(const List<std::string>& strings) {
  List<char*> pointers;
  for (const std::string& text : strings) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

List<std::string> EnvironmentWith(const List<std::string>& added) {
  List<std::string> all = added;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view ours = *entry;
    const std::string_view name = ours.substr(0, ours.find('=') + 1);
    bool replaced = false;
    for (const std::string& other : added) replaced = replaced || StartsWith(other, name);
    if (!replaced) all.emplace_back(ours);
  }
  return all;
}

// Returns 0 or an errno. The child leads a process group of its own, so that its descendants can
// be killed with it, and starts with default signals.
int Spawn(const Command& command, int out, int err, pid_t& pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawn_file_actions_adddup2(&actions, err, 2);
  sigset_t none;
  sigset_t defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  for (const int number : {SIGPIPE, SIGCHLD, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGHUP}) {
    sigaddset(&defaults, number);
  }
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  const List<std::string> environment = EnvironmentWith(command.environment);
  const int error = posix_spawnp(&pid, command.argv[0].c_str(), &actions, &attributes,
                                 PointersTo(command.argv).data(), PointersTo(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

class Child {
 public:
  enum class Phase { kWaiting, kRunning, kDone };

  Phase phase() const { return phase_; }
  const ProcessOutcome& outcome() const { return outcome_; }

  void Start(const Command& command) {
    limit_ = command.output_limit;
    deadline_ = NowMilliseconds() + static_cast<long long>(command.timeout_seconds * 1000);
    phase_ = Phase::kDone;
    if (command.argv.empty()) {
      outcome_.code = EINVAL;
      return;
    }
    if (!out_.Open() || !err_.Open()) {
      outcome_.code = errno;
    } else {
      outcome_.code = Spawn(command, out_.write_end, err_.write_end, pid_);
    }
    Pipe::Close(out_.write_end);
    Pipe::Close(err_.write_end);
    if (outcome_.code == 0) {
      phase_ = Phase::kRunning;
    } else {
      ClosePipes();
    }
  }

  void NotNeeded() { phase_ = Phase::kDone; }

  // The pipes that are still open, and how long poll may sleep on this child's account.
  void Watch(List<pollfd>& watched, int& milliseconds) const {
    if (phase_ != Phase::kRunning) return;
    if (out_.read_end >= 0) watched.push_back({out_.read_end, POLLIN, 0});
    if (err_.read_end >= 0) watched.push_back({err_.read_end, POLLIN, 0});
    const long long left = deadline_ - NowMilliseconds();
    const bool silent = out_.read_end < 0 && err_.read_end < 0;  // it is about to end
    const int most = silent ? 1 : kLookMilliseconds;
    const int sleep = left < 0 ? 0 : left < most ? static_cast<int>(left) : most;
    if (sleep < milliseconds) milliseconds = sleep;
  }

  void Advance() {
    if (phase_ != Phase::kRunning) return;
    DrainBoth();
    int status = 0;
    const pid_t ended = waitpid(pid_, &status, WNOHANG);
    if (ended == pid_) {
      // It wrote before it ended, so all of its own output is in the pipes now; whoever else
      // holds them open is not waited for.
      DrainBoth();
      outcome_.end =
          WIFSIGNALED(status) ? ProcessOutcome::End::kSignalled : ProcessOutcome::End::kExited;
      outcome_.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
      Finish();
    } else if (ended < 0 && errno != EINTR) {
      outcome_.end = ProcessOutcome::End::kNotStarted;
      outcome_.code = errno;
      Finish();
    } else if (NowMilliseconds() >= deadline_) {
      KillGroup();
    }
  }

 private:
  void DrainBoth() {
    Drain(out_.read_end, limit_, outcome_.out, outcome_.truncated);
    Drain(err_.read_end, limit_, outcome_.err, outcome_.truncated);
  }

  void KillGroup() {
    kill(-pid_, SIGKILL);
    kill(pid_, SIGKILL);
    const long long until = NowMilliseconds() + kKillPatienceMilliseconds;
    int status = 0;
    while (waitpid(pid_, &status, WNOHANG) == 0 && NowMilliseconds() < until) {
      const timespec pause{0, 2000000};
      nanosleep(&pause, nullptr);
    }
    DrainBoth();
    outcome_.end = ProcessOutcome::End::kTimedOut;
    outcome_.code = 0;
    Finish();
  }

  void Finish() {
    ClosePipes();
    phase_ = Phase::kDone;
  }

  void ClosePipes() {
    out_.Close();
    err_.Close();
  }

  Phase phase_ = Phase::kWaiting;
  pid_t pid_ = -1;
  Pipe out_;
  Pipe err_;
  std::size_t limit_ = 0;
  long long deadline_ = 0;
  ProcessOutcome outcome_;
};

// An ignored SIGCHLD, inherited from whoever started us, would make the kernel throw exit codes
// away.
class DefaultSigchld {
 public:
  DefaultSigchld() {
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, nullptr, &previous_);
    if (previous_.sa_handler == SIG_IGN) sigaction(SIGCHLD, &action, nullptr);
  }
  DefaultSigchld(const DefaultSigchld&) = delete;
  DefaultSigchld& operator=(const DefaultSigchld&) = delete;
  ~DefaultSigchld() {
    if (previous_.sa_handler == SIG_IGN) sigaction(SIGCHLD, &previous_, nullptr);
  }

 private:
  struct sigaction previous_ {};
};

// Starts what is due. False: everything is done.
bool StartDue(const List<Command>& commands, List<Child>& children) {
  bool open = false;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (children[i].phase() == Child::Phase::kWaiting) {
      const int first = commands[i].fallback_for;
      if (first < 0 || first >= static_cast<int>(i)) {
        children[i].Start(commands[i]);
      } else if (children[first].phase() == Child::Phase::kDone) {
        const ProcessOutcome& before = children[first].outcome();
        const bool not_needed = before.end == ProcessOutcome::End::kNotStarted && before.code == 0;
        if (before.succeeded() || not_needed) {
          children[i].NotNeeded();
        } else {
          children[i].Start(commands[i]);
        }
      }
    }
    open = open || children[i].phase() != Child::Phase::kDone;
  }
  return open;
}

}  // namespace

List<ProcessOutcome> RunAll(const List<Command>& commands) {
  const DefaultSigchld guard;
  List<Child> children(commands.size());
  while (StartDue(commands, children)) {
    List<pollfd> watched;
    int milliseconds = kLookMilliseconds;
    for (const Child& child : children) child.Watch(watched, milliseconds);
    poll(watched.data(), watched.size(), milliseconds);
    for (Child& child : children) child.Advance();
  }
  List<ProcessOutcome> outcomes;
  for (const Child& child : children) outcomes.push_back(child.outcome());
  return outcomes;
}

ProcessOutcome Run(const Command& command) { return RunAll({command})[0]; }

}  // namespace cuda_arch_guard::base
