#include "edit/fit/balance.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/json/json.h"
#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "edit/fit/tags.h"

namespace aptix::edit {
namespace {

// The first of `now` that `once` has not at its turn; nothing when all of them come in it in order.
template <class T, class Same>
const T* first_new(const std::vector<T>& once, const std::vector<T>& now, Same same) {
  auto at = once.begin();
  for (const T& one : now) {
    at = std::find_if(at, once.end(), [&](const T& old) { return same(old, one); });
    if (at == once.end()) return &one;
    ++at;
  }
  return nullptr;
}

std::string told_of(char sign) {
  if (sign == kIf) return "'#if' is not closed";
  if (sign == kEndIf) return "'#endif' closes nothing";
  bool closes = std::string_view(")]}").find(sign) != std::string_view::npos;
  return fmt::format("'{}' {}", sign, closes ? "closes nothing" : "is not closed");
}

std::optional<Unbalanced> in_brackets(const Scan* old, const Scan& after) {
  static const Scan kNothing;
  const Scan& before = old != nullptr ? *old : kNothing;
  auto same = [](const LoneBracket& a, const LoneBracket& b) { return a.sign == b.sign; };
  if (const LoneBracket* lone = first_new(before.lone, after.lone, same))
    return Unbalanced{lone->line + 1, told_of(lone->sign)};
  if (after.in_comment_at_end && !before.in_comment_at_end) return Unbalanced{after.lines.size(), "a comment is open"};
  if (after.in_string_at_end && !before.in_string_at_end) return Unbalanced{after.lines.size(), "a string is open"};
  return std::nullopt;
}

std::optional<Unbalanced> in_tags(std::string_view before, std::string_view after) {
  std::vector<LoneTag> once = lone_tags(before), now = lone_tags(after);
  const LoneTag* lone = first_new(once, now, [](const LoneTag& a, const LoneTag& b) { return a.name == b.name; });
  if (lone == nullptr) return std::nullopt;
  bool ends = lone->name.starts_with('/');
  return Unbalanced{lone->line + 1,
      fmt::format("'<{}>' {}", escape_for_display(lone->name), ends ? "closes nothing" : "is not closed")};
}

const ScannedLine* last_of_code(const Scan& scan) {
  auto last =
      std::find_if(scan.lines.rbegin(), scan.lines.rend(), [](const ScannedLine& line) { return !line.code.empty(); });
  return last == scan.lines.rend() ? nullptr : &*last;
}

// Does the text end within what its last lines begin?
std::optional<Unbalanced> at_end(const Scan* before, const Scan& after, const SourceKind& kind) {
  const ScannedLine* last = last_of_code(after);
  const ScannedLine* old_last = before != nullptr ? last_of_code(*before) : nullptr;
  if (last == nullptr) return std::nullopt;
  auto number = static_cast<uint64_t>(last - after.lines.data()) + 1;
  auto heads = [](const ScannedLine* line) { return line != nullptr && line->code.ends_with(':'); };
  if (kind.layout == Layout::indentation && kind.names && heads(last) && !heads(old_last))
    return Unbalanced{number, "the body of the last line is missing"};
  constexpr std::string_view kHeads[] = {"do", "then", "else"};
  auto opens = [&](const ScannedLine* line) {
    return line != nullptr && is_one_of(kHeads, line->code.substr(line->code.find_last_of(" \t;") + 1));
  };
  if (kind.word_ends && opens(last) && !opens(old_last))
    return Unbalanced{number, "the body of the last line is missing"};
  auto goes_on = [&](const ScannedLine& line) {
    return &line != after.lines.data() && (&line)[-1].text.ends_with('\\');
  };
  bool inside = kind.word_ends && last->indent > 0 && !last->in_string && !goes_on(*last);
  if (inside && (old_last == nullptr || old_last->indent == 0))
    return Unbalanced{number, "what the last line is in is not closed"};
  return std::nullopt;
}

bool is_json(std::string_view path) {
  constexpr std::string_view kEndings[] = {".json", ".ipynb", ".webmanifest", ".geojson"};
  return ends_with_one_of(kEndings, path);
}

// Settings of editors and compilers, which read comments and commas at the end.
bool may_have_comments(std::string_view path) {
  constexpr std::string_view kNames[] = {"tsconfig", "jsconfig", "devcontainer", "settings", "launch", "tasks"};
  return begins_with_one_of(kNames, base_name(path)) || base_name(path).starts_with('.');
}

std::optional<Unbalanced> json_fault(std::string_view text, bool comments) {
  constexpr size_t kDeepest = 100'000;
  json::ReadResult read = json::read(without_mark(text), {.max_depth = kDeepest});
  const json::Fault* fault = nullptr;
  if (!read.document) fault = read.errors.empty() ? nullptr : &read.errors.back();
  else if (!read.repairs.empty() && !comments) fault = &read.repairs.front();
  if (fault == nullptr) return std::nullopt;
  return Unbalanced{line_at(text, std::min(fault->offset, text.size())), fault->message};
}

std::optional<Unbalanced> in_json(
    std::optional<std::string_view> before, std::string_view after, std::string_view path) {
  if (before && trim(*before).empty()) before.reset();
  if (trim(after).empty() || (before && json_fault(*before, true))) return std::nullopt;
  bool comments = before ? json_fault(*before, false).has_value() : may_have_comments(path);
  return json_fault(after, comments);
}

}  // namespace

std::optional<Unbalanced> unbalanced(const Scan* before, const Scan& after, std::string_view path) {
  const SourceKind& kind = source_kind(path);
  std::optional<std::string_view> old_text;
  if (before != nullptr) old_text = before->text;
  if (kind.layout == Layout::tags) return in_tags(old_text.value_or(std::string_view()), after.text);
  if (is_json(path))
    if (std::optional<Unbalanced> fault = in_json(old_text, after.text, path)) return fault;
  if (std::optional<Unbalanced> lone = in_brackets(before, after)) return lone;
  return at_end(before, after, kind);
}

std::optional<Unbalanced> unbalanced(
    std::optional<std::string_view> before, std::string_view after, std::string_view path) {
  const SourceKind& kind = source_kind(path);
  Scan now = scan(after, kind), once = scan(before.value_or(std::string_view()), kind);
  return unbalanced(before ? &once : nullptr, now, path);
}

}  // namespace aptix::edit
