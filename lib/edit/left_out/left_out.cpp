#include "edit/left_out/left_out.h"

#include <algorithm>
#include <unordered_set>

#include "base/text/trim.h"
#include "edit/basis/hunk_shape.h"
#include "edit/basis/messages.h"
#include "edit/left_out/placeholder_words.h"
#include "edit/left_out/stand_in.h"

namespace aptix::edit {
namespace {

std::string_view line_from(std::string_view text, size_t start) {
  return text.substr(start, std::min(text.find('\n', start), text.size()) - start);
}

// The placeholders of an old text, gathered when the first one of the new text is seen.
class OldPlaceholders {
 public:
  template <class Gather>
  bool have(std::string_view line, Gather gather) {
    if (!gathered_) gather([this](std::string_view old_line) { lines_.insert(trim(old_line)); });
    gathered_ = true;
    return lines_.contains(trim(line));
  }

 private:
  bool gathered_ = false;
  std::unordered_set<std::string_view> lines_;
};

std::string joined_lines(std::span<const std::string_view> lines) {
  std::string text;
  for (std::string_view line : lines) text.append(line).append("\n");
  return text;
}

template <class Visit>
void each_line(std::string_view text, Visit visit) {
  for (size_t start = 0; start < text.size();) {
    std::string_view line = line_from(text, start);
    if (!visit(line)) return;
    start += line.size() + 1;
  }
}

// The line of the side after, counted through the whole hunk.
LeftOut in_hunk(const diff::Hunk& hunk, uint64_t line) {
  size_t i = 0;
  while (hunk.lines[i].kind == diff::HunkLine::Kind::removed || --line != 0) ++i;
  return {i + 1, trim(hunk.lines[i].text)};
}

// Could what goes for it tell that it is one? Most lines are no comments.
bool may_stand_in(std::string_view line) { return opens_like_placeholder(line) && has_telling_word(line); }

struct Look {
  std::optional<LeftOut> found;
  bool may_hold_more = false;  // a line that only what goes for it tells to be one
};

Look look_at(std::string_view written, std::string_view old_text, CodeOrProse kind) {
  Look look;
  uint64_t number = 0;
  OldPlaceholders old;
  auto gather = [old_text, kind](auto add) {
    each_line(old_text, [&](std::string_view line) {
      if (is_placeholder(line, kind)) add(line);
      return true;
    });
  };
  bool ellipsis = has_ellipsis(written);
  each_line(written, [&](std::string_view line) {
    ++number;
    bool opens = opens_like_placeholder(line);
    if (!ellipsis && !opens) return true;
    if (is_placeholder(line, kind) && !old.have(line, gather)) look.found = LeftOut{number, trim(line)};
    look.may_hold_more = look.may_hold_more || (opens && has_telling_word(line));
    return !look.found;
  });
  return look;
}

}  // namespace

std::optional<LeftOut> left_out(std::string_view written, std::string_view old_text, CodeOrProse kind) {
  return look_at(written, old_text, kind).found;
}

std::optional<LeftOut> left_out_in_place_of(std::string_view written, std::string_view old_text, CodeOrProse kind) {
  Look look = look_at(written, old_text, kind);
  if (look.found || !look.may_hold_more || kind == CodeOrProse::prose || old_text.empty()) return look.found;
  std::optional<StandIn> line = stand_in(old_text, written);
  return line ? std::optional(LeftOut{line->line, line->text}) : std::nullopt;
}

std::optional<LeftOut> left_out(
    std::span<const std::string_view> written, std::span<const std::string_view> old_lines, CodeOrProse kind) {
  OldPlaceholders old;
  auto gather = [old_lines](auto add) { std::for_each(old_lines.begin(), old_lines.end(), add); };
  for (size_t i = 0; i < written.size(); ++i)
    if (is_placeholder(written[i], kind) && !old.have(written[i], gather)) return LeftOut{i + 1, trim(written[i])};
  if (std::none_of(written.begin(), written.end(), may_stand_in)) return {};
  std::string text = joined_lines(written);
  auto found = left_out_in_place_of(text, joined_lines(old_lines), kind);
  return found ? std::optional(LeftOut{found->line, trim(written[found->line - 1])}) : std::nullopt;
}

std::optional<LeftOut> left_out(const diff::Hunk& hunk, CodeOrProse kind) {
  OldPlaceholders old;
  auto gather = [&hunk](auto add) {
    for (const diff::HunkLine& line : hunk.lines)
      if (line.kind != diff::HunkLine::Kind::added) add(line.text);
  };
  for (size_t i = 0; i < hunk.lines.size(); ++i) {
    const diff::HunkLine& line = hunk.lines[i];
    if (line.kind != diff::HunkLine::Kind::added || !is_placeholder(line.text, kind)) continue;
    if (!old.have(line.text, gather)) return LeftOut{i + 1, trim(line.text)};
  }
  bool may_hold_more = std::any_of(hunk.lines.begin(), hunk.lines.end(),
      [](const diff::HunkLine& line) { return line.kind == diff::HunkLine::Kind::added && may_stand_in(line.text); });
  if (!may_hold_more) return {};
  std::string after = side_of(hunk, diff::Side::after);
  auto found = left_out_in_place_of(after, side_of(hunk, diff::Side::before), kind);
  return found ? std::optional(in_hunk(hunk, found->line)) : std::nullopt;
}

std::optional<Diagnostic> left_out_of(const TextBlock& block, EditStatus status, CodeOrProse kind) {
  bool missed = status == EditStatus::failed;
  std::string before = side_of(block.lines, diff::Side::before);
  std::string after = side_of(block.lines, diff::Side::after);
  if (auto found = left_out_in_place_of(after, missed ? std::string_view() : before, kind))
    return placeholder_in("new text", found->line, found->text);
  auto found = missed ? left_out(before, {}, kind) : std::nullopt;
  return found ? std::optional(placeholder_in("text to find", found->line, found->text)) : std::nullopt;
}

std::optional<Diagnostic> left_out_of(const LineChange& change, CodeOrProse kind) {
  auto found = left_out(change.lines, change.expected, kind);
  if (!found) return std::nullopt;
  return about_part(
      placeholder_in("new lines", found->line, found->text), "/newLines/" + std::to_string(found->line - 1));
}

}  // namespace aptix::edit
