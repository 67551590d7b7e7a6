#include "core/external/run_command.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

namespace tidemark {
namespace {

constexpr std::size_t kMostErrors = std::size_t{64} << 10;  // bytes
constexpr int kNotFound = 127;                              // as the shell says it

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

struct Pipe {
  Descriptor read_end, write_end;

  bool open() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read_end = Descriptor(ends[0]);
    write_end = Descriptor(ends[1]);
    return true;
  }
};

// The text as a file without a name, read from its start: a command that does not read
// its input never keeps us from writing it.
Descriptor file_with(const std::string& text) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  if (!file || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() ||
      std::fflush(file.get()) != 0)
    return Descriptor();
  Descriptor copy(fcntl(fileno(file.get()), F_DUPFD_CLOEXEC, 0));
  if (copy.is_open() && lseek(copy.get(), 0, SEEK_SET) != 0) copy.close();
  return copy;
}

void limit(int resource, std::uint64_t most) {
  const rlimit value{most, most};
  setrlimit(static_cast<__rlimit_resource>(resource), &value);
}

// In the child, after fork: only what is safe there. It ends with its parent.
[[noreturn]] void become(const char* command, int in, int out, int err, pid_t parent,
                         const CommandLimits& limits) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kNotFound);  // it has ended already
  limit(RLIMIT_AS, limits.bytes);
  limit(RLIMIT_CORE, 0);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
  _exit(kNotFound);
}

class Running {
 public:
  Running(pid_t process, Pipe out, Pipe err, const CommandLimits& limits)
      : process_(process),
        out_(std::move(out.read_end)),
        err_(std::move(err.read_end)),
        limits_(limits),
        deadline_(std::chrono::steady_clock::now() + limits.time) {}

  CommandResult finish() {
    const bool ended = collect() && wait_until_deadline();
    kill(-process_, SIGKILL);  // the process is not reaped yet: the group is still its own
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    if (result_.output.size() > limits_.output_bytes)
      result_.end = CommandResult::End::too_much_output;
    else if (!ended)
      result_.end = CommandResult::End::out_of_time;
    else
      note(status);
    return std::move(result_);
  }

 private:
  int milliseconds_left() const {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline_ - std::chrono::steady_clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000));
  }

  // Reads until both ends are closed: false where time or room ran out before.
  bool collect() {
    while (out_.is_open() || err_.is_open()) {
      std::array<pollfd, 2> polled{{{out_.get(), POLLIN, 0}, {err_.get(), POLLIN, 0}}};
      const int left = milliseconds_left();
      if (left == 0) return false;
      if (poll(polled.data(), polled.size(), left) < 0 && errno != EINTR) return false;
      if (polled[0].revents != 0) read_some(out_, result_.output, limits_.output_bytes + 1);
      if (polled[1].revents != 0) read_some(err_, result_.errors, kMostErrors);
      if (result_.output.size() > limits_.output_bytes) return false;
    }
    return true;
  }

  // Keeps what fits; what does not is read and dropped.
  static void read_some(Descriptor& from, std::string& text, std::size_t most) {
    std::array<char, 65'536> piece;
    const ssize_t count = read(from.get(), piece.data(), piece.size());
    if (count < 0 && errno == EINTR) return;
    if (count <= 0) return from.close();
    text.append(piece.data(), std::min<std::size_t>(count, most - std::min(most, text.size())));
  }

  // A command may close its output and go on.
  bool wait_until_deadline() const {
    for (;;) {
      siginfo_t ended{};
      if (waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
          ended.si_pid == process_)
        return true;
      const int left = milliseconds_left();
      if (left == 0) return false;
      poll(nullptr, 0, 1);
    }
  }

  void note(int status) {
    const bool exited = WIFEXITED(status);
    result_.end = exited ? CommandResult::End::exited : CommandResult::End::signalled;
    result_.code = exited ? WEXITSTATUS(status) : WTERMSIG(status);
  }

  pid_t process_;
  Descriptor out_, err_;
  const CommandLimits& limits_;
  std::chrono::steady_clock::time_point deadline_;
  CommandResult result_;
};

CommandResult not_started(const char* what) {
  CommandResult result;
  result.errors = std::string(what) + ": " + std::strerror(errno);
  return result;
}

}  // namespace

std::string shell_quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

CommandResult run_command(const std::string& command, const std::string& input,
                          const CommandLimits& limits) {
  const Descriptor in = file_with(input);
  if (!in.is_open()) return not_started("no file for its input");
  Pipe out, err;
  if (!out.open() || !err.open()) return not_started("no pipe for its output");
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process < 0) return not_started("no process");
  if (process == 0)
    become(command.c_str(), in.get(), out.write_end.get(), err.write_end.get(), parent, limits);
  setpgid(process, process);  // whichever of the two comes first
  out.write_end.close();
  err.write_end.close();
  return Running(process, std::move(out), std::move(err), limits).finish();
}

}  // namespace tidemark
