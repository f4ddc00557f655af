#include "terminal/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <filesystem>

#include "base/text/text.h"
#include "terminal/streams.h"

namespace aptix::app {
namespace {

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) == 0) read = ends[0], write = ends[1];
  }
  ~Pipe() {
    close(read);
    close(write);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  static void close(int& fd) {
    if (fd >= 0) ::close(fd);
    fd = -1;
  }
};

using Clock = std::chrono::steady_clock;

// In milliseconds, for poll(2); 0: it is over.
int time_left(const Program& program, Clock::time_point start) {
  if (!program.time_limit) return -1;
  auto left = std::chrono::duration_cast<std::chrono::milliseconds>(start + *program.time_limit - Clock::now()).count();
  return static_cast<int>(std::max<int64_t>(left, 0));
}

// True if it must be stopped now.
bool is_over(const Program& program, Clock::time_point start, ProgramRun& run) {
  run.too_late = time_left(program, start) == 0;
  run.was_interrupted = program.interrupted != nullptr && program.interrupted->load();
  return run.too_late || run.was_interrupted;
}

// It remains to be waited for.
bool has_ended(pid_t child) {
  siginfo_t info = {};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

// Writes a part of `input`. Closes the pipe when all is written or nobody reads it.
void give(Pipe& in, std::string_view& input) {
  ssize_t sent = ::write(in.write, input.data(), input.size());
  if (sent > 0) input.remove_prefix(static_cast<size_t>(sent));
  if (input.empty() || (sent < 0 && errno != EAGAIN && errno != EINTR)) Pipe::close(in.write);
}

void take(const Program& program, std::string_view piece, ProgramRun& run) {
  run.output += piece;
  if (program.wants_end && run.output.size() > 2 * program.most_output)
    run.output.erase(0, run.output.size() - program.most_output);
  run.too_much = !program.wants_end && run.output.size() > program.most_output;
}

// Writes input and reads output, whichever is ready, so that neither side blocks the other. Returns also when the
// program has ended but a child of it still holds the pipe.
void exchange(Pipe& in, Pipe& out, const Program& program, pid_t child, Clock::time_point start, ProgramRun& run) {
  constexpr int kStepMs = 100;
  std::string_view input = program.input;
  ::fcntl(in.write, F_SETFL, O_NONBLOCK);
  if (input.empty()) Pipe::close(in.write);
  char buffer[1 << 16];
  while (!run.too_much && !is_over(program, start, run)) {
    int left = time_left(program, start);
    bool steps = program.time_limit.has_value();
    pollfd waits[] = {{out.read, POLLIN, 0}, {in.write, POLLOUT, 0}};
    if (::poll(waits, 2, steps ? std::min(left, kStepMs) : left) < 0 && errno != EINTR) return;
    if (in.write >= 0 && waits[1].revents != 0) give(in, input);
    if (waits[0].revents == 0 && steps && has_ended(child)) return;
    if (waits[0].revents == 0) continue;
    ssize_t got = ::read(out.read, buffer, sizeof buffer);
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) return;
    if (got > 0) take(program, {buffer, static_cast<size_t>(got)}, run);
  }
}

// This process's environment with these settings.
std::vector<char*> environment_with(std::vector<std::string>& settings) {
  std::vector<char*> list;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string_view known(*entry);
    known = known.substr(0, known.find('=') + 1);
    bool replaced = !known.empty() && std::any_of(settings.begin(), settings.end(), [&](const std::string& setting) {
      return setting.starts_with(known);
    });
    if (!replaced) list.push_back(*entry);
  }
  for (std::string& setting : settings) list.push_back(setting.data());
  list.push_back(nullptr);
  return list;
}

}  // namespace

int start_program(const Program& program, int in, int out, pid_t& child) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  bool on_terminal = program.terminal >= 0;
  ::posix_spawn_file_actions_adddup2(&actions, on_terminal ? program.terminal : in, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, on_terminal ? program.terminal : out, STDOUT_FILENO);
  if (!program.folder.empty()) ::posix_spawn_file_actions_addchdir_np(&actions, program.folder.c_str());
  int complaints = on_terminal ? program.terminal : program.wants_end ? out : program.complaints;
  if (complaints >= 0) ::posix_spawn_file_actions_adddup2(&actions, complaints, STDERR_FILENO);
  else ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t usual;  // signals that this process ignores, but others rely on
  ::sigemptyset(&usual);
  for (int signal : {SIGPIPE, SIGXFSZ, SIGCHLD}) ::sigaddset(&usual, signal);
  if (on_terminal)
    for (int signal : {SIGINT, SIGQUIT}) ::sigaddset(&usual, signal);
  ::posix_spawnattr_setsigdefault(&attributes, &usual);
  // A process group of its own, so that its children can be killed with it.
  int group = program.time_limit ? POSIX_SPAWN_SETPGROUP : 0;
  ::posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETSIGDEF | group));
  std::vector<char*> words;
  for (const std::string& word : program.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  std::vector<std::string> settings = program.settings;
  int error = ::posix_spawnp(&child, words[0], &actions, &attributes, words.data(), environment_with(settings).data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  return error;
}

namespace {

// Asks the program and its children to end, then kills them.
void end_group(pid_t child) {
  constexpr int kGraceMs = 1000, kStepMs = 5;
  ::kill(-child, SIGTERM);
  for (int waited = 0; waited < kGraceMs && !has_ended(child); waited += kStepMs) ::poll(nullptr, 0, kStepMs);
  ::kill(-child, SIGKILL);
}

// Waits for the program, which may run on after closing its output, and returns its exit status.
int wait_for_end(const Program& program, pid_t child, Clock::time_point start, ProgramRun& run) {
  constexpr int kStepMs = 5;
  if (program.time_limit) {
    while (!run.too_much && !is_over(program, start, run) && !has_ended(child)) ::poll(nullptr, 0, kStepMs);
    if (!has_ended(child)) end_group(child);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

tl::unexpected<Error> failure(const Program& program, const std::string& why) {
  return fail(Code::io_error, fmt::format("'{}' {}", escape_for_display(program.words.front()), why),
      "run it by hand to see why");
}

}  // namespace

ProgramRun run_to_end(const Program& program) {
  ProgramRun run;
  Pipe in, out;
  pid_t child = 0;
  run.error = in.read < 0 || out.read < 0 ? errno : start_program(program, in.read, out.write, child);
  if (run.error != 0) return run;
  Pipe::close(in.read);
  Pipe::close(out.write);
  Clock::time_point start = Clock::now();
  if (program.terminal < 0) exchange(in, out, program, child, start, run);
  int status = wait_for_end(program, child, start, run);
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.went_well = !run.too_late && !run.too_much && !run.was_interrupted && run.exit_code == 0;
  return run;
}

Result<std::string> run_program(const Program& program) {
  ProgramRun run = run_to_end(program);
  if (run.went_well) return std::move(run.output);
  if (run.error != 0) return failure(program, "cannot be run: " + system_message(run.error));
  return failure(program, run.too_late ? "took too long" : run.too_much ? "printed too much" : "failed");
}

// --- scratch folders

namespace {

namespace fs = std::filesystem;

// A live run holds a lock on its folder. Process numbers would not do if several systems share TMPDIR.
constexpr time_t kSurelyLeft = 3600;  // seconds; a folder that is not locked yet looks abandoned, too

int lock(const fs::path& folder) {
  int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd >= 0 && ::flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  if (fd >= 0) ::close(fd);
  return -1;
}

void remove_if_left(const fs::path& folder) {
  int fd = lock(folder);
  if (fd < 0) return;
  struct stat about;
  bool ours = ::fstat(fd, &about) == 0 && about.st_uid == ::geteuid() && ::time(nullptr) - about.st_mtime > kSurelyLeft;
  std::error_code ignored;
  if (ours) fs::remove_all(folder, ignored);
  ::close(fd);
}

void remove_left(const fs::path& parent, const std::string& name) {
  std::error_code failed;
  for (auto entry = fs::directory_iterator(parent, failed); !failed && entry != fs::directory_iterator();
       entry.increment(failed))
    if (entry->path().filename().native().starts_with(name)) remove_if_left(entry->path());
}

}  // namespace

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

Result<std::string> ScratchFolder::path() {
  if (!path_.empty()) return path_;
  std::string name = "aptix-" + purpose_ + "-";
  remove_left(parent_, name);
  std::string made = parent_ + "/" + name + "XXXXXX";
  if (::mkdtemp(made.data()) == nullptr)
    return fail(Code::io_error, "cannot make a folder for the " + purpose_ + ": " + system_message(errno),
        "let TMPDIR name a folder that can be written to");
  lock_ = lock(made);
  path_ = made;
  return path_;
}

}  // namespace aptix::app
