#include "context/search/hits.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::context {
namespace {

// Words before a name that is defined.
constexpr std::string_view kDefiners[] = {"class", "struct", "enum", "union", "interface", "trait", "type", "def", "fn",
    "func", "function", "fun", "sub", "module", "package", "namespace", "macro", "record", "object", "protocol",
    "extension", "procedure", "defmodule", "defp", "defmacro", "typedef", "const", "let", "var", "val", "impl",
    "#define", "define", "static", "mod", "macro_rules!", "message", "service", "rpc", "table", "view"};

constexpr uint64_t kRanked = 1'000;  // matches of a line that are looked at closely
constexpr size_t kLongestWord = 100;

// The last word before `at`.
std::string_view word_before(std::string_view line, size_t at) {
  if (at > kLongestWord) line.remove_prefix(at - kLongestWord), at = kLongestWord;
  size_t end = line.substr(0, at).find_last_not_of(" \t*&");
  if (end == std::string_view::npos || end + 1 == at) return {};
  size_t space = line.find_last_of(" \t(", end);
  return line.substr(
      space == std::string_view::npos ? 0 : space + 1, end - (space == std::string_view::npos ? 0 : space + 1) + 1);
}

// Is the line the head of a function, whose type or a part of it stands `before` its name?
bool is_function_of_c(std::string_view line, std::string_view before) {
  if (line.empty() || line.front() == ' ' || line.front() == '\t') return false;
  if (before.empty() || before == "return" || before == "else") return false;
  bool is_type = is_word(before.back()) || before.back() == '>' || before.back() == ']';
  if (!is_type || std::none_of(before.begin(), before.end(), is_word)) return false;  // an operator: `y = f(1)`
  std::string_view head = trim(line);
  return head.ends_with('{') || head.ends_with(')') || head.ends_with("):");
}

// Does the line define the whole word that stands there: after a word that defines, as a heading, as a function of C
// with its body, as what is set at the beginning of a line?
bool defines(std::string_view line, Span match) {
  std::string_view before = word_before(line, match.start);
  if (std::find(std::begin(kDefiners), std::end(kDefiners), before) != std::end(kDefiners)) return true;
  std::string_view trimmed = trim(line);
  if (trimmed.starts_with("# ") || trimmed.starts_with("## ") || trimmed.starts_with("### ")) return true;
  std::string_view after = line.substr(match.start + match.size);
  if (after.starts_with('(') && is_function_of_c(line, before)) return true;
  if (match.start != 0) return false;
  std::string_view next = trim(after);
  return (next.starts_with('=') && !next.starts_with("==")) || next.starts_with(":=") || next.starts_with("::");
}

Rank rank_of(std::string_view line, Span match) {
  bool word = is_word_boundary(line, match.start) && is_word_boundary(line, match.start + match.size);
  if (!word) return Rank::part;
  return defines(line, match) ? Rank::definition : Rank::word;
}

bool is_secret(std::span<const Secret> secrets, size_t start, size_t end) {
  auto next =
      std::partition_point(secrets.begin(), secrets.end(), [&](const Secret& secret) { return secret.end <= start; });
  return next != secrets.end() && end > next->start;
}

size_t end_of_line(std::string_view text, size_t at) { return std::min(text.find('\n', at), text.size() - 1) + 1; }

// Grows to so many lines around.
void widen(std::string_view text, uint64_t context, Window& window) {
  for (uint64_t i = 0; i < context && window.start > 0; ++i) {
    size_t before = window.start == 1 ? std::string_view::npos : text.rfind('\n', window.start - 2);
    window.start = before == std::string_view::npos ? 0 : before + 1;
    --window.first_line;
  }
  for (uint64_t i = 0; i < context && window.end < text.size(); ++i) {
    window.end = end_of_line(text, window.end);
    ++window.last_line;
  }
}

// What touches the window before it becomes part of it.
bool joins(Window& last, const Window& window, size_t most_matches) {
  if (last.last_line + 1 < window.first_line) return false;
  last.rank = std::min(last.rank, window.rank);
  last.last_line = window.last_line;
  last.end = window.end;
  size_t room = most_matches - std::min(most_matches, last.matches.size());
  auto taken = static_cast<ptrdiff_t>(std::min(room, window.matches.size()));
  last.matches.insert(last.matches.end(), window.matches.begin(), window.matches.begin() + taken);
  last.more += window.more + window.matches.size() - static_cast<size_t>(taken);
  return true;
}

// Into `window`, which has none yet.
void take_matches(const Needle& needle, std::string_view line, const WindowOptions& options, Window& window) {
  uint64_t count = 0;
  size_t most = std::max<size_t>(1, std::min(options.most_in_line, options.most_matches));
  needle.each_match(line, [&](Span match) {
    size_t start = window.start + match.start;
    if (is_secret(options.secrets, start, start + match.size)) return;
    if (count++ < kRanked) window.rank = std::min(window.rank, rank_of(line, match));
    if (window.matches.size() < most) window.matches.push_back({window.first_line, match.start + 1, match.size});
    else ++window.more;
  });
}

}  // namespace

void find_windows(const Needle& needle, std::string_view text, const WindowOptions& options,
    const std::function<void(Window)>& take) {
  std::optional<Window> last;
  uint64_t line = 1;
  size_t counted = 0;  // up to where lines are counted
  uint64_t lines = options.whole_below == 0 ? 0 : count_lines(text);
  bool whole = lines < options.whole_below;
  MatchingLines matching(needle, text);
  while (auto found = matching.next()) {
    line += static_cast<uint64_t>(std::count(
        text.begin() + static_cast<ptrdiff_t>(counted), text.begin() + static_cast<ptrdiff_t>(found->start), '\n'));
    counted = found->start;
    std::string_view shown = text.substr(found->start, found->size);
    Window window{.first_line = line,
        .last_line = line,
        .start = found->start,
        .end = end_of_line(text, found->start),
        .matches = {}};
    take_matches(needle, shown, options, window);
    if (window.matches.empty()) continue;
    if (whole) window.start = 0, window.end = text.size(), window.first_line = 1, window.last_line = lines;
    else widen(text, options.context, window);
    if (last && options.merged && joins(*last, window, options.most_matches)) continue;
    if (last) take(std::move(*last));
    last = std::move(window);
  }
  if (last) take(std::move(*last));
}

}  // namespace aptix::context
