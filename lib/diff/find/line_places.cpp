#include "diff/find/line_places.h"

#include "diff/find/windows.h"
#include "diff/lines/line_table.h"
#include "diff/lines/pattern.h"

namespace aptix::diff {

std::string_view LinePlaces::line_at(uint64_t line, LineText form) const {
  std::string_view raw = raw_line(text_, index_->start_of(line));
  if (form == LineText::without_ends) return split_line(raw).text;
  if (raw.ends_with('\n')) raw.remove_suffix(1);
  return raw;
}

// `line` counts from 0.
bool LinePlaces::fits(std::span<const std::string_view> wanted, uint64_t line, LineText form) {
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (compares_left_ == 0) return false;
    --compares_left_;
    if (line_at(line + i, form) != wanted[i]) return false;
  }
  return true;
}

LinePlaces::Found LinePlaces::find(std::span<const std::string_view> wanted, LineText form) {
  if (!index_) index_.emplace(text_);
  Found found;
  each_window(
      *index_, wanted.size(), [wanted](size_t i) { return wanted[i]; },
      [&](uint64_t line) {
        found.gave_up = compares_left_ == 0;
        if (found.gave_up) return false;
        if (!fits(wanted, line, form)) return true;
        ++found.count;
        found.last = line + 1;
        if (found.lines.size() < kMostNamed) found.lines.push_back(found.last);
        return true;
      });
  return found;
}

}  // namespace aptix::diff
