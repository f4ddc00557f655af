#include "terminal/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/text/text.h"

namespace aptix::app {

ProgressLine::ProgressLine(const Progress& progress, Options options) : progress_(progress), options_(options) {
  if (options_.fd >= 0) thread_ = std::thread([this] { run(); });
}

void ProgressLine::work() { begin({}, true); }

void ProgressLine::wait_for(std::string what) { begin(std::move(what), false); }

void ProgressLine::begin(std::string what, bool works) {
  std::lock_guard held(lock_);
  erase();
  what_ = std::move(what);
  works_ = works;
  start_ = Clock::now();
}

void ProgressLine::stop() {
  {
    std::lock_guard held(lock_);
    erase();
    ended_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void ProgressLine::run() {
  std::unique_lock held(lock_);
  while (!changed_.wait_for(held, options_.every / 5, [this] { return ended_; })) {
    bool silent = what_.empty() && !works_;
    if (silent || Clock::now() - start_ < options_.every) continue;
    std::string line = text();
    if (line == shown_) continue;
    erase();
    write(line);
    shown_ = std::move(line);
  }
}

std::string ProgressLine::text() const {
  uint64_t all = progress_.all, done = std::min(progress_.done.load(), all);
  auto seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start_).count();
  std::string end = fmt::format(" ({} s)", seconds);
  std::string what = !works_ ? what_ : all == 0 ? "working" : fmt::format("writing: {} %", done * 100 / all);
  size_t room = std::max<size_t>(options_.width, 40) - 1 - end.size();
  return escape_for_display(cut_at_character(what, room)) + end;
}

void ProgressLine::erase() {
  if (!std::exchange(shown_, {}).empty()) write("\r\x1b[K");
}

// Errors are ignored: somebody may have closed the terminal.
void ProgressLine::write(std::string_view text) const {
  if (::write(options_.fd, text.data(), text.size()) < 0) return;
}

}  // namespace aptix::app
