#include "terminal/signals.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <string_view>

namespace aptix::app {
namespace {

constexpr int kExitInterrupted = 130;

// Constant-initialized: a handler may run before anything else was initialized.
constinit RunState g_run;

struct LastWords {
  std::string_view json, text;
};
constexpr LastWords kTruncatedFile = {
    "{\"schemaVersion\":1,\"successful\":false,\"result\":null,\"errors\":[{\"errorCode\":\"io.error\",\"message\":\"a "
    "file was cut short by another process while it was read\",\"hint\":\"run the command again\"}],\"warnings\":[]}\n",
    "error[io.error]: a file was cut short by another process while it was read\n   = hint: run the command again\n"};
constexpr LastWords kNoMemory = {
    "{\"schemaVersion\":1,\"successful\":false,\"result\":null,\"errors\":[{\"errorCode\":\"io.error\",\"message\":"
    "\"out of memory\",\"hint\":\"split the input, or lower the limits\"}],\"warnings\":[]}\n",
    "error[io.error]: out of memory\n   = hint: split the input, or lower the limits\n"};
constexpr LastWords kInterrupted = {
    "{\"schemaVersion\":1,\"successful\":false,\"result\":null,\"errors\":[{\"errorCode\":\"interrupted\",\"message\":"
    "\"interrupted; the tree is as it was\"}],\"warnings\":[]}\n",
    "error[interrupted]: interrupted; the tree is as it was\n"};
constexpr LastWords kUntold = {
    "{\"schemaVersion\":1,\"successful\":true,\"result\":null,\"errors\":[],\"warnings\":[{\"errorCode\":\"io.error\","
    "\"message\":\"the changes are made, but there was no way to report them\",\"hint\":\"'aptix log' names the "
    "transaction\"}]}\n",
    "warning[io.error]: the changes are made, but there was no way to report them\n   = hint: 'aptix log' names the "
    "transaction\n"};

void say(const LastWords& words) {
  std::string_view text = g_run.json ? words.json : words.text;
  int fd = g_run.json ? STDOUT_FILENO : STDERR_FILENO;
  if (::write(fd, text.data(), text.size()) < 0) return;
}

int end_with(const LastWords& words, int exit_code = kExitMachine) {
  bool committed = g_run.committed.close() != 0;
  say(committed ? kUntold : words);
  return committed ? 0 : exit_code;
}

// Somebody truncated a mapped file. A transaction in progress is rolled back by the next run.
extern "C" void on_bus_error(int) {
  const CutShort* words = g_run.cut_short.load();
  ::_exit(words == nullptr ? end_with(kTruncatedFile) : end_with({words->json, words->text}, words->exit_code));
}

int64_t now_ms() {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

// The first signal asks the run to end after the current step. A later one ends it immediately, because that takes too
// long; but not while the tree is half changed, and not within a second: 'timeout', for one, sends the same signal
// twice.
extern "C" void on_interrupt(int) {
  constexpr int64_t kPatientMs = 1000;
  static std::atomic<int64_t> asked_ms = 0;
  int64_t asked = 0, now = now_ms();
  if (asked_ms.compare_exchange_strong(asked, now)) return g_run.interrupted.store(true);
  if (now - asked < kPatientMs || g_run.committed.is_halfway() || g_run.committed.is_closed()) return;
  ::_exit(end_with(kInterrupted, kExitInterrupted));
}

void install(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;  // without SA_RESTART: a waiting read must return
  for (int other : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&action.sa_mask, other);
  ::sigaction(signal, &action, nullptr);
}

void install_unless_ignored(int signal, void (*handler)(int)) {
  struct sigaction before = {};
  if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) install(signal, handler);
}

}  // namespace

RunState& run_state() { return g_run; }

void install_signal_handlers() {
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) install_unless_ignored(signal, on_interrupt);
  install(SIGBUS, on_bus_error);
  install(SIGPIPE, SIG_IGN);
  install(SIGXFSZ, SIG_IGN);  // the write fails with EFBIG instead
}

int end_without_memory() { return end_with(kNoMemory); }

int end_untold() { return end_with(kUntold); }

}  // namespace aptix::app
