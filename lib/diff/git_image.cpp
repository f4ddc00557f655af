#include "diff/git_image.h"

#include <algorithm>

#include "base/assert.h"
#include "diff/line_hash.h"
#include "diff/line_table.h"

namespace aptix::diff {
namespace {

// So many comparisons for each line of text and hunk; then all places are found in one pass instead.
constexpr uint64_t kPatience = 8;

// How often the last `length` elements of a prefix begin it anew: the failure table of Knuth, Morris and Pratt.
template <class Line>
std::vector<size_t> failure_table(const std::vector<Line>& wanted) {
  std::vector<size_t> table(wanted.size(), 0);
  for (size_t i = 1, length = 0; i < wanted.size(); ++i) {
    while (length != 0 && wanted[i].key != wanted[length].key) length = table[length - 1];
    if (wanted[i].key == wanted[length].key) ++length;
    table[i] = length;
  }
  return table;
}

}  // namespace

bool GitApplyRules::plain() const {
  GitApplyRules plain;
  plain.unidiff_zero = unidiff_zero;
  plain.direction = direction;
  plain.rule = rule;
  plain.any_to_fix = any_to_fix;
  return *this == plain;
}

GitImage::GitImage(std::string_view text, const GitApplyRules& rules) : rules_(rules) {
  for (size_t start = 0; start < text.size();) {
    std::string_view raw = raw_line(text, start);
    back_.push_back(make_line(raw));
    start += raw.size();
  }
  std::reverse(back_.begin(), back_.end());
}

std::string_view GitImage::canonical(std::string_view bytes, std::string& room) const {
  switch (rules_.match) {
    case BlankMatch::exact: return bytes;
    case BlankMatch::ignore_changes: room = squeeze_whitespace(bytes); return room;
    case BlankMatch::fixed: room = fix_whitespace(bytes, rules_.rule).text; return room;
  }
  return bytes;
}

GitImage::Line GitImage::make_line(std::string_view bytes) {
  std::string room;
  return {.bytes = bytes, .key = hash_line(canonical(bytes, room))};
}

bool GitImage::same(const Line& a, const Line& b) const {
  if (a.key != b.key) return false;
  if (a.bytes == b.bytes) return true;
  if (rules_.match == BlankMatch::exact) return false;
  std::string room, other;
  return canonical(a.bytes, room) == canonical(b.bytes, other);
}

// `kind`: ' ', '-' or '+', turned round already.
void GitImage::add_side_line(Sides& sides, std::string_view bytes, char kind) {
  if (kind != '+') {
    sides.before.push_back(make_line(bytes));
    sides.before.back().context = kind == ' ';
  }
  if (kind != '-' && !(kind == '+' && rules_.no_add)) {
    if (kind == '+' && rules_.fix_added && rules_.any_to_fix) {
      FixedLine fixed = fix_whitespace(bytes, rules_.rule);
      if (fixed.fixed) ++sides.fixed;
      if (fixed.text != bytes) bytes = texts_.emplace_back(std::move(fixed.text));
    }
    sides.after.push_back(make_line(bytes));
    sides.after.back().context = kind == ' ';
    sides.after.back().patched = !rules_.allow_overlap;
  }
}

GitImage::Sides GitImage::sides_of(const GitHunk& hunk) {
  Sides sides;
  bool reverse = rules_.direction == Direction::reverse;
  for (size_t at = hunk.body; at < hunk.text.size();) {
    std::string_view row = raw_line(hunk.text, at);
    at += row.size();
    if (row.front() == '\\') continue;
    bool no_newline = at < hunk.text.size() && hunk.text[at] == '\\';
    if (row.front() == '\n') {
      if (!no_newline) {
        sides.before.push_back(make_line("\n"));
        sides.after.push_back(make_line("\n"));
        sides.before.back().context = sides.after.back().context = true;
        sides.after.back().patched = !rules_.allow_overlap;
      }
      continue;
    }
    char kind = row.front();
    if (reverse && kind != ' ') kind = kind == '-' ? '+' : '-';
    add_side_line(sides, row.substr(1, row.size() - 1 - (no_newline ? 1 : 0)), kind);
  }
  return sides;
}

void GitImage::drop_last_newline(Sides& sides) {
  if (sides.before.empty() || sides.after.empty()) return;
  if (!sides.before.back().bytes.ends_with('\n') || !sides.after.back().bytes.ends_with('\n')) return;
  for (std::vector<Line>* side : {&sides.before, &sides.after}) {
    Line& last = side->back();
    Line shorter = make_line(last.bytes.substr(0, last.bytes.size() - 1));
    shorter.patched = last.patched;
    shorter.context = last.context;
    last = shorter;
  }
}

// A hunk that may state a newline at the end of the text though there is none: where the text ends
// without one, so do both sides; likewise at the end of a text where line ends are blanks like others.
// Elsewhere dropping it would glue two lines together.
bool GitImage::ends_open(const std::vector<Line>& wanted, const GitHunk& hunk) const {
  if (!rules_.inaccurate_eof || line_count() == 0) return false;
  if (rules_.match == BlankMatch::ignore_changes) return hunk.trailing == 0 && !rules_.unidiff_zero;
  std::string_view last = at(line_count() - 1).bytes;
  return !last.ends_with('\n') && !wanted.empty() && wanted.back().bytes.ends_with('\n') &&
         wanted.back().bytes.substr(0, wanted.back().bytes.size() - 1) == last;
}

std::optional<GitImage::Applied> GitImage::apply(const GitHunk& hunk) {
  Sides sides = sides_of(hunk);
  if (ends_open(sides.before, hunk)) drop_last_newline(sides);
  Applied applied{.leading = hunk.leading, .trailing = hunk.trailing, .lines_fixed = sides.fixed};
  Anchors anchors{hunk.old_start == 0 || (hunk.old_start == 1 && !rules_.unidiff_zero), !rules_.unidiff_zero && hunk.trailing == 0};
  auto stated = static_cast<int64_t>(hunk.new_start == 0 ? 0 : hunk.new_start - 1);
  int64_t from = stated;
  std::optional<uint64_t> line;
  while (true) {
    line = find(sides, static_cast<uint64_t>(from), anchors);  // below 0: from the end on
    if (line || (applied.leading <= rules_.least_context && applied.trailing <= rules_.least_context)) break;
    if (anchors.start || anchors.end) {
      anchors = {};
      continue;
    }
    // A hunk of context alone counts all its lines twice, in front and behind.
    if (applied.leading >= applied.trailing) {
      if (sides.before.empty() || sides.after.empty()) return std::nullopt;
      sides.before.erase(sides.before.begin());
      sides.after.erase(sides.after.begin());
      --from;
      --applied.leading;
    }
    if (applied.trailing > applied.leading) {
      if (sides.before.empty() || sides.after.empty()) return std::nullopt;
      sides.before.pop_back();
      sides.after.pop_back();
      --applied.trailing;
    }
  }
  if (!line) return std::nullopt;
  applied.line = *line + 1;
  applied.offset = static_cast<int64_t>(*line) - from;
  applied.at_end = *line + sides.before.size() >= line_count();
  if (applied.at_end && rules_.fix_added && rules_.rule.has(kBlankAtEof) && !rules_.no_add)
    sides.after.resize(sides.after.size() - std::min<size_t>(sides.after.size(), blank_end_of(hunk, rules_.direction).count));
  splice(sides, *line);
  return applied;
}

// The place nearest to line `from` (from 0): forward before back at the same distance.
std::optional<uint64_t> GitImage::find(Sides& sides, uint64_t from, Anchors anchors) {
  const std::vector<Line>& wanted = sides.before;
  uint64_t count = line_count();
  if (rules_.allow_overlap && anchors.start && anchors.end && count != wanted.size()) anchors.start = false;
  if (anchors.start) from = 0;
  else if (anchors.end) from = count - wanted.size();  // wraps round when the hunk is longer: the end, then
  from = std::min(from, count);
  work_ = 0;
  uint64_t patience = kPatience * (count + wanted.size() + 64);
  auto settled = [&](uint64_t line) {
    if (!fits(wanted, line, anchors)) return false;
    if (!exactly(wanted, line, anchors)) take_bytes_of_text(sides, line);
    return true;
  };
  if (settled(from)) return from;
  uint64_t away = 1;
  for (; away <= std::max(from, count - from); ++away) {
    if (work_ > patience) break;
    if (from + away <= count && settled(from + away)) return from + away;
    if (away <= from && settled(from - away)) return from - away;
  }
  if (away > std::max(from, count - from)) return std::nullopt;
  std::vector<uint64_t> places = every_place(wanted);
  std::sort(places.begin(), places.end(), [from](uint64_t a, uint64_t b) {
    uint64_t far_a = a > from ? a - from : from - a, far_b = b > from ? b - from : from - b;
    return far_a != far_b ? far_a < far_b : a > b;
  });
  for (uint64_t place : places)
    if (settled(place)) return place;
  return std::nullopt;
}

// Every line where all of the wanted ones may fit, by their keys; and those so near to the end that the
// wanted ones go beyond it. In one pass, whatever the text is like.
std::vector<uint64_t> GitImage::every_place(const std::vector<Line>& wanted) const {
  std::vector<uint64_t> places;
  std::vector<size_t> table = failure_table(wanted);
  uint64_t count = line_count();
  size_t length = 0;
  for (uint64_t i = 0; i < count && !wanted.empty(); ++i) {
    const Line& line = at(i);
    if (line.patched) {
      length = 0;
      continue;
    }
    if (length == wanted.size()) length = table[length - 1];
    while (length != 0 && line.key != wanted[length].key) length = table[length - 1];
    if (line.key == wanted[length].key) ++length;
    if (length == wanted.size()) places.push_back(i + 1 - length);
  }
  if (rules_.fix_added)
    for (uint64_t i = count - std::min<uint64_t>(count, wanted.size()); i < count; ++i) places.push_back(i);
  return places;
}

bool GitImage::fits(const std::vector<Line>& wanted, uint64_t line, Anchors anchors) {
  if (anchors.start && line != 0) return false;
  uint64_t count = line_count();
  size_t within = wanted.size();
  if (line + wanted.size() <= count) {
    if (anchors.end && line + wanted.size() != count) return false;
  } else {
    if (!rules_.fix_added || !rules_.rule.has(kBlankAtEof)) return false;
    within = static_cast<size_t>(count - line);
  }
  bool any_text = within == wanted.size();
  for (size_t i = 0; i < within; ++i) {
    const Line& here = at(line + i);
    ++work_;
    if (here.patched || !same(here, wanted[i])) return false;
    any_text = any_text || !is_white(wanted[i].bytes);
  }
  if (!any_text) return false;
  return std::all_of(wanted.begin() + static_cast<ptrdiff_t>(within), wanted.end(), [](const Line& beyond) { return is_white(beyond.bytes); });
}

// Byte for byte; where nothing ends the hunk, a last line that only goes on is no difference to git.
// REQUIRES: fits().
bool GitImage::exactly(const std::vector<Line>& wanted, uint64_t line, Anchors anchors) const {
  if (line + wanted.size() > line_count()) return false;
  for (size_t i = 0; i < wanted.size(); ++i) {
    bool open = i + 1 == wanted.size() && !anchors.end;
    std::string_view here = at(line + i).bytes;
    if (open ? !here.starts_with(wanted[i].bytes) : here != wanted[i].bytes) return false;
  }
  return true;
}

// Context that fits but for its blanks: under --ignore-whitespace as the text has it, under
// --whitespace=fix as both are when they are put right.
void GitImage::take_bytes_of_text(Sides& sides, uint64_t line) {
  std::vector<std::string_view> context;
  for (size_t i = 0; i < sides.before.size(); ++i) {
    if (!sides.before[i].context) continue;
    bool inside = line + i < line_count();
    if (rules_.match == BlankMatch::ignore_changes) {
      context.push_back(inside ? at(line + i).bytes : sides.before[i].bytes);
      continue;
    }
    FixedLine fixed = fix_whitespace(sides.before[i].bytes, rules_.rule);
    context.push_back(fixed.text == sides.before[i].bytes ? sides.before[i].bytes : std::string_view(texts_.emplace_back(std::move(fixed.text))));
  }
  size_t next = 0;
  for (Line& after : sides.after) {
    if (!after.context) continue;
    ASSERT(next < context.size());
    Line made = make_line(context[next++]);
    made.context = true;
    made.patched = after.patched;
    after = made;
  }
}

void GitImage::splice(const Sides& sides, uint64_t line) {
  while (front_.size() < line) {
    front_.push_back(back_.back());
    back_.pop_back();
  }
  while (front_.size() > line) {
    back_.push_back(front_.back());
    front_.pop_back();
  }
  size_t gone = std::min(sides.before.size(), back_.size());
  back_.resize(back_.size() - gone);
  front_.insert(front_.end(), sides.after.begin(), sides.after.end());
}

std::vector<std::string_view> GitImage::pieces() const {
  std::vector<std::string_view> pieces;
  auto add = [&pieces](std::string_view bytes) {
    if (!pieces.empty() && pieces.back().data() + pieces.back().size() == bytes.data())
      pieces.back() = {pieces.back().data(), pieces.back().size() + bytes.size()};
    else if (!bytes.empty())
      pieces.push_back(bytes);
  };
  for (const Line& line : front_) add(line.bytes);
  for (auto line = back_.rbegin(); line != back_.rend(); ++line) add(line->bytes);
  return pieces;
}

}  // namespace aptix::diff
