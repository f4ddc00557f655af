#include "git/git_image.h"

#include <algorithm>

#include "base/assert.h"
#include "diff/lines/line_hash.h"
#include "diff/lines/line_table.h"

namespace aptix::diff {
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
    back_.back().origin = ++origins_;
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

// The same line with other bytes.
GitImage::Line GitImage::remade(const Line& line, std::string_view bytes) {
  Line made = line;
  made.bytes = bytes;
  made.key = make_line(bytes).key;
  return made;
}

// Of the text of both sides, whatever lines without bytes stand at their ends.
void GitImage::drop_last_newline(Sides& sides) {
  auto has_bytes = [](const Line& line) { return !line.bytes.empty(); };
  auto before = std::find_if(sides.before.rbegin(), sides.before.rend(), has_bytes);
  auto after = std::find_if(sides.after.rbegin(), sides.after.rend(), has_bytes);
  if (before == sides.before.rend() || after == sides.after.rend()) return;
  if (!before->bytes.ends_with('\n') || !after->bytes.ends_with('\n')) return;
  for (Line* last : {&*before, &*after}) {
    *last = remade(*last, last->bytes.substr(0, last->bytes.size() - 1));
    last->dropped = true;
  }
  sides.dropped = true;
}

// The opposite. REQUIRES: dropped.
GitImage::Sides GitImage::with_last_newline(const Sides& sides) {
  Sides full = sides;
  full.dropped = false;
  for (std::vector<Line>* side : {&full.before, &full.after}) {
    auto last = std::find_if(side->rbegin(), side->rend(), [](const Line& line) { return line.dropped; });
    *last = remade(*last, {last->bytes.data(), last->bytes.size() + 1});
  }
  return full;
}

std::optional<GitImage::Applied> GitImage::apply(const GitHunk& hunk) {
  Sides sides = sides_of(hunk);
  if (rules_.inaccurate_eof) drop_last_newline(sides);
  Applied applied{.leading = hunk.leading, .trailing = hunk.trailing, .lines_fixed = sides.fixed};
  Anchors anchors{
      hunk.old_start == 0 || (hunk.old_start == 1 && !rules_.unidiff_zero), !rules_.unidiff_zero && hunk.trailing == 0};
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
      if (sides.before.front().dropped || sides.after.front().dropped) sides.dropped = false;
      sides.before.erase(sides.before.begin());
      sides.after.erase(sides.after.begin());
      --from;
      --applied.leading;
    }
    if (applied.trailing > applied.leading) {
      if (sides.before.empty() || sides.after.empty()) return std::nullopt;
      sides.before.pop_back();
      sides.after.pop_back();
      sides.dropped = false;
      --applied.trailing;
    }
  }
  if (!line) return std::nullopt;
  applied.line = *line + 1;
  applied.offset = static_cast<int64_t>(*line) - from;
  applied.at_end = *line + sides.before.size() >= line_count();
  if (applied.at_end && rules_.fix_added && rules_.rule.has(kBlankAtEof) && !rules_.no_add)
    sides.after.resize(
        sides.after.size() - std::min<size_t>(sides.after.size(), blank_end_of(hunk, rules_.direction).count));
  splice(sides, *line);
  return applied;
}

// On success `sides` are as they go into the text.
bool GitImage::settle(Sides& sides, uint64_t line, Anchors anchors) {
  Standing standing = stand(sides, line, anchors);
  if (standing != Standing::lossy || !sides.dropped) return standing == Standing::good;
  Sides full = with_last_newline(sides);
  if (stand(full, line, anchors) != Standing::good) return false;
  sides = std::move(full);
  return true;
}

GitImage::Standing GitImage::stand(Sides& sides, uint64_t line, Anchors anchors) {
  const std::vector<Line>& wanted = sides.before;
  if (!is_within(wanted, line, anchors)) return Standing::none;
  uint64_t end = line + wanted.size();
  bool glued = end < line_count() && !sides.after.empty() && !sides.after.back().context && is_open(sides.after.back());
  bool open = goes_on(wanted, line, anchors);
  // Blanks at the end of all may go where whitespace is put right, a newline may not.
  bool loses =
      open && wanted.back().context && !(rules_.match == BlankMatch::fixed && !at(end - 1).bytes.ends_with('\n'));
  if (glued && !sides.dropped) return Standing::none;
  bool exact = (!loses || sides.dropped) && exactly(wanted, line, anchors);
  if (exact && !loses) return glues(sides.after, line, end) ? Standing::lossy : Standing::good;
  if (rules_.match == BlankMatch::exact || !fits(wanted, line)) return exact ? Standing::lossy : Standing::none;
  std::vector<Line> after = with_bytes_of_text(sides, line);
  if (glues(after, line, end)) return Standing::lossy;
  sides.after = std::move(after);
  return Standing::good;
}

bool GitImage::is_within(const std::vector<Line>& wanted, uint64_t line, Anchors anchors) const {
  if (anchors.start && line != 0) return false;
  uint64_t end = line + wanted.size();
  if (end <= line_count()) return !anchors.end || end == line_count();
  return rules_.fix_added && rules_.rule.has(kBlankAtEof);
}

bool GitImage::fits(const std::vector<Line>& wanted, uint64_t line) {
  size_t within = std::min<size_t>(wanted.size(), static_cast<size_t>(line_count() - line));
  bool any_text = within == wanted.size();
  for (size_t i = within; i-- > 0;) {
    const Line& here = at(line + i);
    if (here.patched || !same(here, wanted[i])) return false;
    any_text = any_text || !is_white(wanted[i].bytes);
  }
  if (!any_text) return false;
  return std::all_of(wanted.begin() + static_cast<ptrdiff_t>(within), wanted.end(),
      [](const Line& beyond) { return is_white(beyond.bytes); });
}

// Byte for byte; the last line may go on, where nothing ends the hunk.
bool GitImage::exactly(const std::vector<Line>& wanted, uint64_t line, Anchors anchors) {
  if (line + wanted.size() > line_count()) return false;
  bool open = goes_on(wanted, line, anchors);
  for (size_t i = 0; i < wanted.size(); ++i) {
    const Line& here = at(line + i);
    if (here.patched) return false;
    if (open && i + 1 == wanted.size()) continue;
    if (here.key != wanted[i].key || here.bytes != wanted[i].bytes) return false;
  }
  return true;
}

// To git, a last line without newline is the same as one with blanks and a newline behind it.
bool GitImage::goes_on(const std::vector<Line>& wanted, uint64_t line, Anchors anchors) const {
  if (wanted.empty() || anchors.end || line + wanted.size() > line_count()) return false;
  std::string_view last = wanted.back().bytes, here = at(line + wanted.size() - 1).bytes;
  return here.size() > last.size() && here.starts_with(last) && is_white(here.substr(last.size()));
}

// With these lines from `begin` up to `end` of the text, is there one without newline in front of another?
bool GitImage::glues(const std::vector<Line>& after, uint64_t begin, uint64_t end) const {
  if (after.empty()) return false;
  bool open = begin != 0 && is_open(at(begin - 1));
  for (const Line& line : after) {
    if (line.bytes.empty()) continue;
    if (open) return true;
    open = is_open(line);
  }
  return open && end < line_count();
}

// Context that fits but for its blanks: under --ignore-whitespace as the text has it, under
// --whitespace=fix as both are when they are put right; of a blank last line without newline that leaves nothing: it
// stays.
std::vector<GitImage::Line> GitImage::with_bytes_of_text(const Sides& sides, uint64_t line) {
  std::vector<std::string_view> context =
      rules_.match == BlankMatch::fixed ? fixed_context(sides) : std::vector<std::string_view>();
  if (rules_.match != BlankMatch::fixed)
    for (size_t i = 0; i < sides.before.size(); ++i)
      if (sides.before[i].context)
        context.push_back(line + i < line_count() ? at(line + i).bytes : sides.before[i].bytes);
  std::vector<Line> after;
  after.reserve(sides.after.size());
  size_t next = 0;
  uint64_t old = line;  // of the text
  for (const Line& taken : sides.after) {
    if (!taken.context) {
      after.push_back(taken);
      continue;
    }
    while (old - line < sides.before.size() && !sides.before[old - line].context) ++old;
    if (next < context.size()) after.push_back(remade(taken, context[next++]));
    else if (old < line_count()) after.push_back(remade(taken, at(old).bytes));
    ++old;
  }
  return after;
}

// As git has it: put right, the old lines are a text, whose n-th line is context where the n-th one was. It has fewer
// lines where one in the middle is said to have no newline, or a last one without newline was blank.
std::vector<std::string_view> GitImage::fixed_context(const Sides& sides) {
  std::string& fixed = texts_.emplace_back();
  for (const Line& before : sides.before) fixed += fix_whitespace(before.bytes, rules_.rule).text;
  std::vector<std::string_view> context;
  size_t i = 0;
  for (size_t start = 0; start < fixed.size(); ++i) {
    std::string_view raw = raw_line(fixed, start);
    if (sides.before[i].context) context.push_back(raw);
    start += raw.size();
  }
  return context;
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
  uint32_t origin = front_.empty() ? 0 : front_.back().origin;
  for (Line after : sides.after) {
    after.origin = origin;
    front_.push_back(after);
  }
}

std::vector<std::string_view> GitImage::pieces() const {
  std::vector<std::string_view> pieces;
  auto add = [&pieces](std::string_view bytes) {
    if (!pieces.empty() && pieces.back().data() + pieces.back().size() == bytes.data())
      pieces.back() = {pieces.back().data(), pieces.back().size() + bytes.size()};
    else if (!bytes.empty()) pieces.push_back(bytes);
  };
  for (const Line& line : front_) add(line.bytes);
  for (auto line = back_.rbegin(); line != back_.rend(); ++line) add(line->bytes);
  return pieces;
}

}  // namespace aptix::diff
