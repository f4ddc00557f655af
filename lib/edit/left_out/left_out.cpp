#include "edit/left_out/left_out.h"

#include <algorithm>
#include <string>
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

// Only a text with a line that may be a comment is worth a diff and two scans; or with "pass", which may be all of a
// body, before the comment.
bool may_hold_comment(std::string_view text, const SourceKind& kind) {
  while (!text.empty()) {
    std::string_view line = trim(take_line(text));
    if (begins_as_comment(line, kind) || line.starts_with("pass")) return true;
  }
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

// A line of the new side, counted through the whole hunk.
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
  if (!has_ellipsis(written)) return std::nullopt;
  const SourceKind& kind = source_kind(path);
  std::vector<bool> gaps = gaps_in(written, kind, old_text);
  bool code = code_or_prose(path) == CodeOrProse::code;
  for (size_t at = 0; at < gaps.size(); ++at) {
    std::string_view line = trim(take_line(written));
    bool gap = gaps[at] && is_gap_line(line, kind);
    if (gap || (code && ends_in_gap(line) && !has_line(old_text, line))) return LeftOut{at + 1, line};
  }
  return std::nullopt;
}

std::optional<LeftOut> left_out_in_place_of(
    std::string_view written, std::string_view old_text, std::string_view path) {
  std::optional<LeftOut> gap = left_out(written, old_text, path);
  const SourceKind& kind = source_kind(path);
  if (gap || old_text.empty() || !may_hold_comment(written, kind)) return gap;
  GoneLines lines = code_or_prose(path) == CodeOrProse::code ? GoneLines::for_comments : GoneLines::for_labels;
  std::optional<BareComment> comment = bare_comment(old_text, written, kind, lines);
  return comment ? std::optional(in_text(written, comment->line)) : std::nullopt;
}

std::optional<LeftOut> left_out(const diff::Hunk& hunk, std::string_view path) {
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
