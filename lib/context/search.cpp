#include "context/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "base/assert.h"
#include "base/text/bytes.h"
#include "base/text/find_bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "context/tree/signature.h"

namespace aptix::context {
namespace {

constexpr size_t kLongestExpression = 1'000;  // characters

// May the pattern match ends of the text instead of lines, or change the meaning of '^' and '$' by flags?
bool may_see_ends(std::string_view pattern) {
  if (pattern.find("\\A") != std::string_view::npos || pattern.find("\\z") != std::string_view::npos) return true;
  for (size_t at = pattern.find("(?"); at != std::string_view::npos; at = pattern.find("(?", at + 1)) {
    std::string_view rest = pattern.substr(at + 2);
    if (!rest.starts_with(':') && !rest.starts_with("i)") && !rest.starts_with("i:") && !rest.starts_with("P<"))
      return true;
  }
  return false;
}

// Start of the character that ends before `at`. REQUIRES: at > 0.
size_t start_before(std::string_view text, size_t at) {
  for (size_t size = 1; size <= std::min<size_t>(at, 4); ++size)
    if (utf8_sequence_size(text, at - size) == size) return at - size;
  return at - 1;
}

// Letters, marks, digits and connectors of any script, for a set in an expression.
constexpr std::string_view kWordCharacters = R"(\pL\pM\p{Nd}\p{Nl}\p{Pc})";

bool is_word_at(std::string_view text, size_t at) {
  if (static_cast<unsigned char>(text[at]) < 0x80) return is_word(text[at]);
  static const Result<Regex> character = Regex::compile(fmt::format("[{}]", kWordCharacters), {});
  ASSERT(character.has_value());
  return character->contains(text.substr(at, utf8_sequence_size(text, at)));
}

// Matches `pattern` as a word, in the first group, with no word character beside it. RE2's own \b knows ASCII only.
std::string as_word(const std::string& pattern) {
  return fmt::format("(?:^|[^{0}])({1})(?:$|[^{0}])", kWordCharacters, pattern);
}

Error bad_needle(std::string_view problem) {
  return make_error(Code::usage, "the text to search for " + std::string(problem), "give a text of one line");
}

// Words before a name that is being defined.
constexpr std::string_view kDefiners[] = {"class", "struct", "enum", "union", "interface", "trait", "type", "def", "fn",
    "func", "function", "fun", "sub", "module", "package", "namespace", "macro", "record", "object", "protocol",
    "extension", "procedure", "defmodule", "defp", "defmacro", "typedef", "const", "let", "var", "val", "impl",
    "#define", "define", "static", "mod", "macro_rules!", "message", "service", "rpc", "table", "view"};

constexpr uint64_t kRanked = 1'000;  // matches in a line that are ranked
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

// Is the line the head of a function? `before`: the word before its name, which must be a type or a part of one.
bool is_function_of_c(std::string_view line, std::string_view before) {
  if (line.empty() || line.front() == ' ' || line.front() == '\t') return false;
  if (before.empty() || before == "return" || before == "else") return false;
  bool is_type = is_word(before.back()) || before.back() == '>' || before.back() == ']';
  if (!is_type || std::none_of(before.begin(), before.end(), is_word)) return false;  // an operator: `y = f(1)`
  std::string_view head = trim(line);
  return head.ends_with('{') || head.ends_with(')') || head.ends_with("):");
}

// Does the line define the word that matched? After a word such as "class", in a heading, as a function of C with its
// body, or as a variable at the start of the line.
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

// Adds up to `context` lines on both sides.
void widen(std::string_view text, uint64_t context, Window& window) {
  for (uint64_t i = 0; i < context && window.start > 0; ++i) {
    window.start = start_of_line(text, window.start - 1);
    --window.first_line;
  }
  for (uint64_t i = 0; i < context && window.end < text.size(); ++i) {
    window.end = end_of_line(text, window.end);
    ++window.last_line;
  }
}

// Merges `window` into `last` if they overlap or are adjacent.
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

// Adds the matches of the line to `window`, which has none yet.
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

bool is_word_boundary(std::string_view text, size_t at) {
  return (at > 0 && is_word_at(text, start_before(text, at))) != (at < text.size() && is_word_at(text, at));
}

Result<Needle> Needle::parse(std::string_view text, NeedleOptions options) {
  if (text.empty()) return fail(bad_needle("is empty"));
  if (text.find('\n') != std::string_view::npos) return fail(bad_needle("has a line feed"));
  Needle needle{std::string(text), options};
  std::string pattern = options.regex ? std::string(text) : Regex::quoted(text);
  if (options.regex && count_code_points(text) > kLongestExpression)
    return fail(Code::limit_exceeded,
        fmt::format("the regular expression has more than {} characters", kLongestExpression),
        "search for less, or for one part after the other");
  if (options.regex) TRY(Regex::compile(text, {}));  // reports errors in the pattern as it was given
  if (options.word) pattern = as_word(pattern);
  if (options.regex || options.ignore_case) {
    TRY_ASSIGN(regex, Regex::compile(pattern, {.ignore_case = options.ignore_case, .newlines = false}));
    needle.regex_ = std::move(regex);
  }
  needle.line_by_line_ = options.regex && may_see_ends(text);
  NeedleLetters letters = options.ignore_case ? NeedleLetters::any_case : NeedleLetters::exact;
  // Matches of an expression may have nothing in common, so it has no probes.
  if (!options.regex) needle.probes_ = probes_of(text, letters);
  return needle;
}

bool Needle::is_word(std::string_view text, Span match) const {
  return !options_.word || (is_word_boundary(text, match.start) && is_word_boundary(text, match.start + match.size));
}

std::optional<Span> Needle::find(std::string_view text, size_t from) const {
  if (regex_) {
    std::array<std::string_view, 2> found;  // with `word`, the match is the group
    size_t probe = options_.word && from > 0 ? start_before(text, from) : from;
    for (; regex_->find(text, probe, found); ++probe) {
      std::string_view match = found[options_.word ? 1 : 0];
      Span span{static_cast<size_t>(match.data() - text.data()), match.size()};
      if (span.start >= from) return span;
      probe = span.start;
    }
    return std::nullopt;
  }
  for (size_t at = find_bytes(text, text_, from); at != std::string_view::npos; at = find_bytes(text, text_, at + 1))
    if (is_word(text, {at, text_.size()})) return Span{at, text_.size()};
  return std::nullopt;
}

void Needle::each_match(std::string_view line, const std::function<void(Span)>& take) const {
  std::optional<Span> empty;
  bool any = false;
  for (size_t from = 0; from <= line.size();) {
    std::optional<Span> match = find(line, from);
    if (!match) break;
    if (match->size == 0 && !empty) empty = match;
    if (match->size != 0) take(*match);
    any |= match->size != 0;
    from = match->start + std::max<size_t>(match->size, 1);
  }
  if (!any && empty) take(*empty);
}

MatchingLines::MatchingLines(const Needle& needle, std::string_view text)
    : needle_(needle),
      text_(text),
      one_by_one_(needle.options_.regex && (needle.line_by_line_ || text.find('\r') != std::string_view::npos)) {}

std::optional<Span> MatchingLines::next() {
  while (from_ < text_.size()) {
    size_t at = from_;
    if (!one_by_one_) {
      std::optional<Span> match = needle_.find(text_, from_);
      if (!match || (match->start == text_.size() && text_.back() == '\n')) return std::nullopt;
      at = std::max(from_, start_of_line(text_, match->start));
    }
    size_t end = std::min(text_.find('\n', at), text_.size());
    std::string_view line = text_.substr(at, end - at);
    if (line.ends_with('\r') && end < text_.size()) line.remove_suffix(1);
    from_ = end + 1;
    if (needle_.find(line, 0)) return Span{at, line.size()};
  }
  return std::nullopt;
}

void find_windows(const Needle& needle, std::string_view text, const WindowOptions& options,
    const std::function<void(Window)>& take) {
  std::optional<Window> last;
  uint64_t line = 1;
  size_t counted = 0;  // lines before here have been counted
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
