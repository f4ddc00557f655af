#include "base/background.h"

#include <exception>
#include <utility>

namespace aptix {

Background::~Background() {
  if (thread_.joinable()) thread_.join();
}

void Background::plan(When when, std::function<void()> work) {
  work_ = std::move(work);
  if (when == When::at_finish) return;
  try {
    thread_ = std::thread([this] {
      try {
        work_();
      } catch (...) {
        thrown_ = std::current_exception();
      }
    });
  } catch (const std::exception&) {
    // finish() does the work.
  }
}

void Background::finish() {
  if (thread_.joinable()) thread_.join();  // which has done the work
  else if (work_) std::exchange(work_, nullptr)();
  work_ = nullptr;
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

}  // namespace aptix
