#include "edit/left_out/left_out.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/source_kind.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "edit/basis/hunk_shape.h"
#include "edit/basis/messages.h"
#include "edit/fit/bare_comments.h"
#include "edit/fit/gaps.h"

namespace aptix::edit {
namespace {

constexpr std::string_view kEllipsisSign = "\xE2\x80\xA6";  // U+2026

bool has_ellipsis(std::string_view text) {
  return text.find("...") != std::string_view::npos || text.find(kEllipsisSign) != std::string_view::npos;
}

// Could the line be a gap, or a comment? Most are neither. All of a body may be "pass", and the comment stand after it.
bool may_be_left_out(std::string_view line) {
  constexpr std::string_view kOpenings = "#/<{(*-;%[R";
  line = trim(line);
  return !line.empty() && (kOpenings.find(line.front()) != line.npos || line.starts_with("pass"));
}

bool may_hold_any(std::string_view text) {
  if (has_ellipsis(text)) return true;
  while (!text.empty())
    if (may_be_left_out(take_line(text))) return true;
  return false;
}

// "foo(); // ... existing code ...", "void f() { /* ... */ }": a comment after code that begins with an ellipsis.
bool ends_in_gap(std::string_view line) {
  if (!has_ellipsis(line)) return false;
  for (std::string_view sign : {" //", " /*", " #", " <!--"}) {
    size_t at = line.rfind(sign);
    if (at == line.npos) continue;
    std::string_view text = trim(line.substr(at + sign.size()));
    if (text.starts_with("...") || text.starts_with(kEllipsisSign)) return true;
  }
  return false;
}

// A diff and two scans are made only of what has a line that may be a comment.
bool may_hold_comment(std::string_view text) {
  constexpr std::string_view kSigns[] = {
      "//", "#", "/*", "*", "--", ";", "%", "<!--", "{/*", "{#", "{-", "{{!", "(*", "REM ", "pass"};
  while (!text.empty())
    if (begins_with_one_of(kSigns, trim(take_line(text)))) return true;
  return false;
}

std::string joined_lines(std::span<const std::string_view> lines) {
  std::string text;
  for (std::string_view line : lines) text.append(line).append("\n");
  return text;
}

LeftOut in_text(std::string_view text, uint64_t number) {
  std::string_view line;
  for (uint64_t at = 0; at < number; ++at) line = take_line(text);
  return {number, trim(line)};
}

// The line of the side after, counted through the whole hunk.
LeftOut in_hunk(const diff::Hunk& hunk, uint64_t line) {
  size_t i = 0;
  while (hunk.lines[i].kind == diff::HunkLine::Kind::removed || --line != 0) ++i;
  return {i + 1, trim(hunk.lines[i].text)};
}

}  // namespace

CodeOrProse code_or_prose(std::string_view path) {
  constexpr std::string_view kProse[] = {".md", ".markdown", ".mdx", ".rst", ".adoc", ".asciidoc", ".org", ".txt"};
  std::string name = ascii_lower(base_name(path));
  bool code = name == "cmakelists.txt" || (name.starts_with("requirements") && name.ends_with(".txt"));
  return !code && ends_with_one_of(kProse, name) ? CodeOrProse::prose : CodeOrProse::code;
}

std::optional<LeftOut> left_out(std::string_view written, std::string_view old_text, std::string_view path) {
  if (!may_hold_any(written)) return std::nullopt;
  std::unordered_set<std::string_view> old_lines;
  while (!old_text.empty()) old_lines.insert(trim(take_line(old_text)));
  std::vector<bool> gaps = gaps_in(written, source_kind(path), old_lines);
  bool code = code_or_prose(path) == CodeOrProse::code;
  for (size_t at = 0; at < gaps.size(); ++at) {
    std::string_view line = trim(take_line(written));
    if (gaps[at] || (code && ends_in_gap(line) && !old_lines.contains(line))) return LeftOut{at + 1, line};
  }
  return std::nullopt;
}

std::optional<LeftOut> left_out_in_place_of(
    std::string_view written, std::string_view old_text, std::string_view path) {
  if (!may_hold_any(written)) return std::nullopt;
  std::optional<LeftOut> gap = left_out(written, old_text, path);
  bool looked_at = old_text.empty() || code_or_prose(path) == CodeOrProse::prose || !may_hold_comment(written);
  if (gap || looked_at) return gap;
  std::optional<BareComment> comment = bare_comment(old_text, written, source_kind(path), GoneLines::for_comments);
  return comment ? std::optional(in_text(written, comment->line)) : std::nullopt;
}

std::optional<LeftOut> left_out(const diff::Hunk& hunk, std::string_view path) {
  bool may_hold = std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const diff::HunkLine& line) {
    return line.kind == diff::HunkLine::Kind::added && (may_be_left_out(line.text) || has_ellipsis(line.text));
  });
  if (!may_hold) return std::nullopt;
  std::string after = side_of(hunk, diff::Side::after);
  auto found = left_out_in_place_of(after, side_of(hunk, diff::Side::before), path);
  return found ? std::optional(in_hunk(hunk, found->line)) : std::nullopt;
}

std::optional<Diagnostic> left_out_of(const TextBlock& block, EditStatus status, std::string_view path) {
  bool missed = status == EditStatus::failed;
  std::string before = side_of(block.lines, diff::Side::before);
  std::string after = side_of(block.lines, diff::Side::after);
  if (auto found = left_out_in_place_of(after, missed ? std::string_view() : before, path))
    return placeholder_in("new text", found->line, found->text);
  auto found = missed ? left_out(before, {}, path) : std::nullopt;
  return found ? std::optional(placeholder_in("text to find", found->line, found->text)) : std::nullopt;
}

std::optional<Diagnostic> left_out_of(const LineChange& change, std::string_view path) {
  std::string after = joined_lines(change.lines);
  auto found = left_out_in_place_of(after, joined_lines(change.expected), path);
  if (!found) return std::nullopt;
  return about_part(
      placeholder_in("new lines", found->line, found->text), "/newLines/" + std::to_string(found->line - 1));
}

}  // namespace aptix::edit
