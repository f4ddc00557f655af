#include "edit/rung/refit.h"

#include <algorithm>
#include <utility>

#include "base/text/bytes.h"
#include "base/text/text.h"
#include "diff/find/windows.h"
#include "diff/lines/line_table.h"
#include "diff/lines/pattern.h"
#include "edit/basis/hunk_shape.h"
#include "edit/near/normal_line.h"

namespace aptix::edit {
namespace {

constexpr size_t kMostRefitPlaces = 100;

}  // namespace

HunkLines old_lines(const diff::Hunk& hunk) { return diff::pattern_of(hunk, diff::Side::before).lines; }

bool each_place(std::string_view text, const HunkLines& wanted, size_t anchor, const OnLines& visit) {
  std::string_view line = diff::trimmed(wanted[anchor]->text);
  if (line.empty()) return true;
  uint64_t cost = wanted.size(), left = 4096 + 4 * cost + text.size() / 32;
  bool complete = true;
  diff::each_line_with(text, line, [&](size_t at) {
    complete = left-- != 0;
    if (!complete || diff::trimmed(diff::raw_line(text, at)) != line) return complete;
    complete = left >= cost;
    if (!complete) return false;
    left -= cost;
    std::optional<size_t> start = diff::start_above(text, at, anchor);
    Lines there = start ? lines_of(text.substr(*start), wanted.size()) : Lines();
    return there.size() != wanted.size() || visit(*start, there);
  });
  return complete;
}

bool each_place(std::string_view text, const HunkLines& wanted, const OnLines& visit) {
  auto longest = std::max_element(wanted.begin(), wanted.end(), [](const diff::HunkLine* a, const diff::HunkLine* b) {
    return diff::trimmed(a->text).size() < diff::trimmed(b->text).size();
  });
  return longest == wanted.end() || each_place(text, wanted, static_cast<size_t>(longest - wanted.begin()), visit);
}

std::optional<std::string> moved_line(const diff::Hunk& hunk, const Lines& there, std::string_view added) {
  std::optional<std::string> found;
  size_t old = 0;
  for (const diff::HunkLine& line : hunk.lines) {
    if (line.kind == LineKind::added) continue;
    std::string_view in_text = there[old++];
    if (line.text != added || is_blank(added)) continue;
    if (found && *found != in_text) return std::nullopt;
    found = std::string(in_text);
  }
  return found;
}

std::optional<Refit> rewritten(const diff::Hunk& hunk, const Lines& there, const Renew& renew, diff::Side side) {
  Refit refit;
  refit.hunk = hunk;
  refit.hunk.has_numbers = false;
  refit.side = side;
  LineKind other = side == diff::Side::before ? LineKind::added : LineKind::removed;
  size_t at = 0;
  for (diff::HunkLine& line : refit.hunk.lines) {
    if (line.kind != other) {
      line.text = there[at++];
      line.no_newline = false;
      continue;
    }
    if (side == diff::Side::after) continue;
    std::optional<std::string> made = moved_line(hunk, there, line.text);
    if (!made) made = renew(line.text);
    if (!made) return std::nullopt;
    if (*made != line.text) line.text = refit.texts.emplace_back(std::move(*made));
  }
  return refit;
}

bool PlacesThatFit::add_untold(size_t start, const Refit& refit) {
  result_.untold = "give the old and the new lines with the indentation of the file, from line " +
      std::to_string(line_at(text_, start)) + " on: with " + refit.differs +
      ", it is not clear which of the new ones are indented in full";
  return add(start, std::nullopt);
}

bool PlacesThatFit::add(size_t start, std::optional<Refit> refit) {
  result_.lines.push_back(line_at(text_, start));
  result_.only = result_.lines.size() == 1 ? std::move(refit) : std::nullopt;
  if (result_.only) result_.only->line = result_.lines.front();
  return result_.lines.size() < kMostRefitPlaces;
}

RefitResult PlacesThatFit::take(bool complete) {
  if (!complete) result_.only.reset();
  if (!complete || result_.lines.size() != 1) result_.untold.clear();
  if (result_.lines.size() == 1) result_.lines.clear();
  return std::move(result_);
}

bool AnswerStyle::holds(const Renew& bare, const Plain& edit) {
  Lines old = lines_of(edit.find), made = lines_of(edit.replace);
  return std::all_of(made.begin(), made.end(), [&](std::string_view line) {
    std::optional<std::string> read = bare(line);
    return (read && *read == line) || std::find(old.begin(), old.end(), line) != old.end();
  });
}

bool AnswerStyle::add_plain(std::string_view find, std::string_view replace) {
  plain_.push_back({find, replace});
  return std::all_of(proofs_.begin(), proofs_.end(), [&](const Renew& bare) { return holds(bare, plain_.back()); });
}

bool AnswerStyle::add_proof(const Renew& bare) {
  proofs_.push_back(bare);
  return std::all_of(plain_.begin(), plain_.end(), [&](const Plain& edit) { return holds(bare, edit); });
}

bool is_new_line(const diff::Hunk& hunk, std::string_view line) {
  return std::any_of(hunk.lines.begin(), hunk.lines.end(),
      [line](const diff::HunkLine& one) { return one.kind == LineKind::added && one.text == line; });
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (size_t at = 0; at < line.size();) {
    size_t end = at;
    while (end < line.size() && (is_of_word(line[end]) || line[end] == '_')) ++end;
    if (end != at) words.push_back(line.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return words;
}

}  // namespace aptix::edit
