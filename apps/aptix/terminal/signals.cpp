#include "terminal/signals.h"

#include <signal.h>
#include <unistd.h>

#include <string_view>

namespace aptix::app {
namespace {

// Constant, as a handler may come before anything else was made.
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

int end_with(const LastWords& words) {
  bool committed = g_run.committed.close() != 0;
  say(committed ? kUntold : words);
  return committed ? 0 : kExitMachine;
}

// A mapped file was truncated by somebody. The transaction, if there is one under way, is rolled back by the next run.
extern "C" void on_bus_error(int) { ::_exit(end_with(kTruncatedFile)); }

extern "C" void on_interrupt(int) { g_run.interrupted.store(true, std::memory_order_relaxed); }

void install(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;  // without SA_RESTART: a read that waits must come back
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
