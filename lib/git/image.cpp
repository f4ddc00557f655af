#include "git/image.h"

#include <algorithm>

#include "base/text/text.h"
#include "diff/lines/hash_index.h"

namespace aptix::git {
namespace {

constexpr uint64_t kPasses = 4;  // line by line over the text, before an index is built

}  // namespace

Image::Image(std::string_view text, const ApplyRules& rules)
    : rules_(rules),
      text_(text),
      lines_(text),
      any_open_(is_open(text)),
      budget_(rules.match == BlankMatch::exact ? kPasses * text.size() : 0) {}

std::string_view Image::canonical(std::string_view bytes, std::string& room) const {
  switch (rules_.match) {
    case BlankMatch::exact: return bytes;
    case BlankMatch::ignore_changes: room = squeeze_whitespace(bytes); return room;
    case BlankMatch::fixed: room = fix_whitespace(bytes, rules_.rule).text; return room;
  }
  return bytes;
}

Image::Line Image::make_line(std::string_view bytes) const {
  if (rules_.match == BlankMatch::exact) return {.bytes = bytes};
  std::string room;
  return {.bytes = bytes, .key = diff::hash_line(canonical(bytes, room))};
}

bool Image::same(const ImageLines::Line& here, const Line& wanted) const {
  if (here.bytes == wanted.bytes) return true;
  if (!may_be(here, wanted)) return false;
  std::string room, other;
  return canonical(here.bytes, room) == canonical(wanted.bytes, other);
}

// `kind`: ' ', '-' or '+', already reversed for -R.
void Image::add_side_line(Sides& sides, std::string_view bytes, char kind) {
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
  }
}

Image::Sides Image::sides_of(const Hunk& hunk) {
  Sides sides;
  sides.before.reserve(std::min<size_t>(hunk.old_count, hunk.text.size()));
  sides.after.reserve(std::min<size_t>(hunk.new_count, hunk.text.size()));
  bool reverse = rules_.direction == Direction::reverse;
  for (size_t at = hunk.body; at < hunk.text.size();) {
    std::string_view row = diff::raw_line(hunk.text, at);
    at += row.size();
    if (row.front() == '\\') continue;
    bool no_newline = at < hunk.text.size() && hunk.text[at] == '\\';
    if (row.front() == '\n') {
      if (!no_newline) {
        sides.before.push_back(make_line("\n"));
        sides.after.push_back(make_line("\n"));
        sides.before.back().context = sides.after.back().context = true;
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
Image::Line Image::remade(const Line& line, std::string_view bytes) const {
  Line made = line;
  made.bytes = bytes;
  made.key = make_line(bytes).key;
  return made;
}

// Drops the last newline of both sides, ignoring lines without bytes at their ends.
void Image::drop_last_newline(Sides& sides) {
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

// The inverse of drop_last_newline(). REQUIRES: dropped.
Image::Sides Image::with_last_newline(const Sides& sides) {
  Sides full = sides;
  full.dropped = false;
  for (std::vector<Line>* side : {&full.before, &full.after}) {
    auto last = std::find_if(side->rbegin(), side->rend(), [](const Line& line) { return line.dropped; });
    *last = remade(*last, {last->bytes.data(), last->bytes.size() + 1});
  }
  return full;
}

// Removes one context line from the end that has more, or from both. False if there is none.
bool Image::drop_context(Sides& sides, Applied& applied, int64_t& from) const {
  // A hunk of context only counts all its lines twice: as leading and as trailing.
  if (applied.leading >= applied.trailing) {
    if (sides.before.empty() || sides.after.empty()) return false;
    if (sides.before.front().dropped || sides.after.front().dropped) sides.dropped = false;
    sides.before.erase(sides.before.begin());
    sides.after.erase(sides.after.begin());
    --from;
    --applied.leading;
  }
  if (applied.trailing > applied.leading) {
    if (sides.before.empty() || sides.after.empty()) return false;
    sides.before.pop_back();
    sides.after.pop_back();
    sides.dropped = false;
    --applied.trailing;
  }
  return true;
}

std::optional<Image::Applied> Image::apply(const Hunk& hunk) {
  Sides sides = sides_of(hunk);
  if (rules_.inaccurate_eof) drop_last_newline(sides);
  Applied applied{.leading = hunk.leading, .trailing = hunk.trailing, .lines_fixed = sides.fixed};
  Anchors anchors{
      hunk.old_start == 0 || (hunk.old_start == 1 && !rules_.unidiff_zero), !rules_.unidiff_zero && hunk.trailing == 0};
  auto from = static_cast<int64_t>(hunk.new_start == 0 ? 0 : hunk.new_start - 1);
  std::optional<uint64_t> line;
  loses_ = false;
  while (true) {
    line = find(sides, static_cast<uint64_t>(from), anchors);  // a negative value wraps and means the end
    if (line) break;
    if (applied.leading <= rules_.least_context && applied.trailing <= rules_.least_context) return std::nullopt;
    if (anchors.start || anchors.end) anchors = {};
    else if (loses_ || !drop_context(sides, applied, from)) return std::nullopt;
  }
  applied.line = *line + 1;
  applied.offset = static_cast<int64_t>(*line) - from;
  applied.line_before = lines_.origin_of(*line) + 1;
  applied.at_end = !lines_.has(*line + sides.before.size());
  if (applied.at_end && may_end_beyond() && !rules_.no_add)
    sides.after.resize(
        sides.after.size() - std::min<size_t>(sides.after.size(), blank_end_of(hunk, rules_.direction).count));
  splice(sides, *line);
  return applied;
}

// Checks whether the hunk matches at `line`. On success `sides` are as they will be spliced in.
bool Image::settle(Sides& sides, uint64_t line, Anchors anchors) {
  Fit fit = stand(sides, line, anchors);
  if (fit == Fit::lossy && !sides.dropped) loses_ = true;
  if (fit != Fit::lossy || !sides.dropped) return fit == Fit::good;
  Sides full = with_last_newline(sides);
  if (stand(full, line, anchors) != Fit::good) return false;
  sides = std::move(full);
  return true;
}

Image::Fit Image::stand(Sides& sides, uint64_t line, Anchors anchors) {
  const std::vector<Line>& wanted = sides.before;
  if (!is_within(wanted, line, anchors)) return Fit::none;
  uint64_t end = line + wanted.size();
  if (!sides.dropped && adds_open_line_before(sides.after, end)) return Fit::none;
  bool open = goes_on(wanted, line, anchors);
  // When fixing whitespace, trailing spaces and tabs at the end of the text may be lost, but no newline.
  bool loses =
      open && wanted.back().context && (rules_.match != BlankMatch::fixed || lines_.at(end - 1).bytes.ends_with('\n'));
  bool exact = (!loses || sides.dropped) && exactly(wanted, line, open);
  if (exact && !loses) return glues(sides.after, line, end) ? Fit::lossy : Fit::good;
  if (rules_.match == BlankMatch::exact || !fits(wanted, line)) return exact ? Fit::lossy : Fit::none;
  std::vector<Line> after = with_bytes_of_text(sides, line);
  if (glues(after, line, end)) return Fit::lossy;
  sides.after = std::move(after);
  return Fit::good;
}

// True if the last added line lacks a newline and another line would follow it.
bool Image::adds_open_line_before(const std::vector<Line>& after, uint64_t end) {
  return !after.empty() && !after.back().context && is_open(after.back().bytes) && lines_.has(end);
}

bool Image::is_within(const std::vector<Line>& wanted, uint64_t line, Anchors anchors) {
  if (anchors.start && line != 0) return false;
  uint64_t end = line + wanted.size();
  if (end == 0 || lines_.has(end - 1)) return !anchors.end || !lines_.has(end);
  return may_end_beyond();
}

bool Image::fits(const std::vector<Line>& wanted, uint64_t line) {
  bool any_text = false;
  auto next = wanted.begin();
  for (ImageLines::Walk here(lines_, line); next != wanted.end() && !here.at_end(); here.next(), ++next) {
    if (is_patched(here.line()) || !same(here.line(), *next)) return false;
    any_text = any_text || !is_blank(next->bytes);
  }
  if (next != wanted.end() && !any_text) return false;
  return std::all_of(next, wanted.end(), [](const Line& beyond) { return is_blank(beyond.bytes); });
}

// Matches byte for byte; the last line may be longer if `open`.
bool Image::exactly(const std::vector<Line>& wanted, uint64_t line, bool open) {
  ImageLines::Walk here(lines_, line);
  for (size_t i = 0; i < wanted.size(); ++i, here.next()) {
    if (here.at_end() || is_patched(here.line())) return false;
    if (here.line().bytes != wanted[i].bytes && !(open && i + 1 == wanted.size())) return false;
  }
  return true;
}

// git treats a last line without newline as equal to one with spaces and a newline after it.
bool Image::goes_on(const std::vector<Line>& wanted, uint64_t line, Anchors anchors) {
  if (!ends_open(wanted, anchors) || !lines_.has(line + wanted.size() - 1)) return false;
  std::string_view last = wanted.back().bytes, here = lines_.at(line + wanted.size() - 1).bytes;
  return here.size() > last.size() && here.starts_with(last) && is_blank(here.substr(last.size()));
}

// True if replacing the lines from `begin` to `end` by `after` leaves a line without newline before another line.
bool Image::glues(const std::vector<Line>& after, uint64_t begin, uint64_t end) {
  if (after.empty()) return false;
  bool open = any_open_ && begin != 0 && is_open(lines_.at(begin - 1).bytes);
  for (const Line& line : after) {
    if (line.bytes.empty()) continue;
    if (open) return true;
    open = is_open(line.bytes);
  }
  return open && lines_.has(end);
}

// For context that matches except in whitespace. With --ignore-whitespace it stays as in the text; with
// --whitespace=fix it is fixed like the hunk. A blank last line without newline, which fixing would remove, stays.
std::vector<Image::Line> Image::with_bytes_of_text(const Sides& sides, uint64_t line) {
  std::vector<std::string_view> context =
      rules_.match == BlankMatch::fixed ? fixed_context(sides) : std::vector<std::string_view>();
  if (rules_.match != BlankMatch::fixed)
    for (size_t i = 0; i < sides.before.size(); ++i)
      if (sides.before[i].context)
        context.push_back(lines_.has(line + i) ? lines_.at(line + i).bytes : sides.before[i].bytes);
  std::vector<Line> after;
  after.reserve(sides.after.size());
  size_t next = 0;
  uint64_t old = line;  // line of the text
  for (const Line& taken : sides.after) {
    if (!taken.context) {
      after.push_back(taken);
      continue;
    }
    while (old - line < sides.before.size() && !sides.before[old - line].context) ++old;
    if (next < context.size()) after.push_back(remade(taken, context[next++]));
    else if (lines_.has(old)) after.push_back(remade(taken, lines_.at(old).bytes));
    ++old;
  }
  return after;
}

// As git does: the fixed old lines form one text, and its n-th line is context if the n-th old line was. It has fewer
// lines if a line in the middle lacks a newline, or the last one was blank without a newline.
std::vector<std::string_view> Image::fixed_context(const Sides& sides) {
  std::string& fixed = texts_.emplace_back();
  for (const Line& before : sides.before) fixed += fix_whitespace(before.bytes, rules_.rule).text;
  std::vector<std::string_view> context;
  size_t i = 0;
  for (size_t start = 0; start < fixed.size(); ++i) {
    std::string_view raw = diff::raw_line(fixed, start);
    if (sides.before[i].context) context.push_back(raw);
    start += raw.size();
  }
  return context;
}

// Context that matches exactly keeps the bytes of the text.
void Image::splice(const Sides& sides, uint64_t line) {
  std::vector<std::string_view> result;
  result.reserve(sides.after.size());
  ImageLines::Walk old(lines_, line);
  auto before = sides.before.begin();
  auto step = [&] {
    ++before;
    if (!old.at_end()) old.next();
  };
  for (const Line& after : sides.after) {
    std::string_view bytes = after.bytes;
    if (after.context) {
      while (before != sides.before.end() && !before->context) step();
      bool stays = before != sides.before.end() && !old.at_end() && old.line().bytes == bytes;
      if (stays) bytes = old.line().bytes;
      if (before != sides.before.end()) step();
    }
    result.push_back(bytes);
  }
  any_open_ =
      any_open_ || std::any_of(sides.after.begin(), sides.after.end(), [](const Line& l) { return is_open(l.bytes); });
  lines_.replace(line, sides.before.size(), result);
}

}  // namespace aptix::git
