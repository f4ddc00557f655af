#include "diff/compute/hunk_between.h"

#include "diff/compute/lines.h"
#include "diff/lines/line_table.h"
#include "diff/lines/pattern.h"

namespace aptix::diff {
HunkLine hunk_line(HunkLine::Kind kind, std::string_view raw) {
  HunkLine line;
  line.kind = kind;
  line.carriage_return = raw.ends_with("\r\n");
  line.text = split_line(raw).text;
  line.bare = kind == HunkLine::Kind::context && line.text.empty();
  return line;
}

Hunk hunk_between(std::string_view before, std::string_view after) {
  Hunk hunk;
  size_t before_at = 0, after_at = 0;
  auto take = [&hunk](std::string_view text, size_t& at, HunkLine::Kind kind) {
    std::string_view raw = raw_line(text, at);
    at += raw.size();
    hunk.lines.push_back(hunk_line(kind, raw));
  };
  auto both = [&] {
    take(before, before_at, HunkLine::Kind::context);
    after_at += raw_line(after, after_at).size();
  };
  uint64_t at = 0;
  for (const LineEdit& edit : diff_lines(before, after)) {
    for (; at < edit.old_start; ++at) both();
    for (; at < edit.old_start + edit.old_count; ++at) take(before, before_at, HunkLine::Kind::removed);
    for (uint64_t i = 0; i < edit.new_count; ++i) take(after, after_at, HunkLine::Kind::added);
  }
  while (before_at < before.size()) both();
  return hunk;
}

}  // namespace aptix::diff
