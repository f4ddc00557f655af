#include "diff/compute/hunk_between.h"

#include <utility>

#include "diff/compute/lines.h"
#include "diff/lines/line_table.h"
#include "diff/lines/pattern.h"

namespace aptix::diff {
namespace {

class Builder {
 public:
  Builder(std::string_view before, std::string_view after) : before_(before), after_(after) {}

  Hunk build() {
    uint64_t at = 0;
    for (const LineEdit& edit : diff_lines(before_, after_)) {
      for (; at < edit.old_start; ++at) both();
      for (; at < edit.old_start + edit.old_count; ++at) take(before_, before_at_, HunkLine::Kind::removed);
      for (uint64_t i = 0; i < edit.new_count; ++i) take(after_, after_at_, HunkLine::Kind::added);
    }
    while (before_at_ < before_.size()) both();
    return std::move(hunk_);
  }

 private:
  void both() {
    take(before_, before_at_, HunkLine::Kind::context);
    after_at_ += raw_line(after_, after_at_).size();
  }

  void take(std::string_view text, size_t& at, HunkLine::Kind kind) {
    std::string_view raw = raw_line(text, at);
    at += raw.size();
    hunk_.lines.push_back(hunk_line(kind, raw));
  }

  std::string_view before_, after_;
  size_t before_at_ = 0, after_at_ = 0;
  Hunk hunk_;
};

}  // namespace

HunkLine hunk_line(HunkLine::Kind kind, std::string_view raw) {
  HunkLine line;
  line.kind = kind;
  line.carriage_return = raw.ends_with("\r\n");
  line.text = split_line(raw).text;
  line.bare = kind == HunkLine::Kind::context && line.text.empty();
  return line;
}

Hunk hunk_between(std::string_view before, std::string_view after) { return Builder(before, after).build(); }

}  // namespace aptix::diff
