// The rarest of the wanted lines leads to the places; the others are compared there.
#include "diff/find/line_places.h"

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
  if (line + wanted.size() > index_->count()) return false;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (compares_left_ == 0) return false;
    --compares_left_;
    if (line_at(line + i, form) != wanted[i]) return false;
  }
  return true;
}

LinePlaces::Found LinePlaces::find(std::span<const std::string_view> wanted, LineText form) {
  if (!index_) index_.emplace(text_);
  size_t anchor = 0;
  HashIndex::Occurrences rarest = index_->find(wanted.front());
  for (size_t i = 1; i < wanted.size() && rarest.count > 1; ++i) {
    HashIndex::Occurrences here = index_->find(wanted[i]);
    if (here.count >= rarest.count) continue;
    rarest = here;
    anchor = i;
  }
  Found found;
  if (rarest.count == 0) return found;
  for (uint32_t at = rarest.first; at != HashIndex::kNone; at = index_->next(at)) {
    if (compares_left_ == 0) {
      found.gave_up = true;
      break;
    }
    if (at < anchor || !fits(wanted, at - anchor, form)) continue;
    ++found.count;
    found.last = at - anchor + 1;
    if (found.lines.size() < kMostNamed) found.lines.push_back(found.last);
  }
  return found;
}

}  // namespace aptix::diff
