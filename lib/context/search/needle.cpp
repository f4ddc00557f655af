#include "context/search/needle.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/assert.h"
#include "base/text/bytes.h"
#include "base/text/find_bytes.h"
#include "base/text/text.h"
#include "context/tree/signature.h"

namespace aptix::context {
namespace {

constexpr size_t kLongestExpression = 1'000;  // characters

std::string quoted_pattern(std::string_view text) {
  std::string pattern;
  for (char c : text) {
    if (!is_word(c) && static_cast<unsigned char>(c) < 0x80) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

// Ends of the text instead of lines, and flags that may change what '^' and '$' are.
bool may_see_ends(std::string_view pattern) {
  if (pattern.find("\\A") != std::string_view::npos || pattern.find("\\z") != std::string_view::npos) return true;
  for (size_t at = pattern.find("(?"); at != std::string_view::npos; at = pattern.find("(?", at + 1)) {
    std::string_view rest = pattern.substr(at + 2);
    if (!rest.starts_with(':') && !rest.starts_with("i)") && !rest.starts_with("i:") && !rest.starts_with("P<"))
      return true;
  }
  return false;
}

// Where the character begins that ends before `at`, which is not 0.
size_t start_before(std::string_view text, size_t at) {
  for (size_t size = 1; size <= std::min<size_t>(at, 4); ++size)
    if (utf8_sequence_size(text, at - size) == size) return at - size;
  return at - 1;
}

// Letters, marks, digits and connectors of any script; in brackets of an expression.
constexpr std::string_view kWordCharacters = R"(\pL\pM\p{Nd}\p{Nl}\p{Pc})";

bool is_word_at(std::string_view text, size_t at) {
  if (static_cast<unsigned char>(text[at]) < 0x80) return is_word(text[at]);
  static const Result<Regex> character = Regex::compile(fmt::format("[{}]", kWordCharacters), {});
  ASSERT(character.has_value());
  return character->contains(text.substr(at, utf8_sequence_size(text, at)));
}

// The match is the first group, and what stands around it is no word character: RE2's own border knows ASCII alone.
std::string as_word(const std::string& pattern) {
  return fmt::format("(?:^|[^{0}])({1})(?:$|[^{0}])", kWordCharacters, pattern);
}

Error bad_needle(std::string_view problem) {
  return make_error(Code::usage, "the text to search for " + std::string(problem), "give a text of one line");
}

}  // namespace

bool is_word_boundary(std::string_view text, size_t at) {
  return (at > 0 && is_word_at(text, start_before(text, at))) != (at < text.size() && is_word_at(text, at));
}

Result<Needle> Needle::parse(std::string_view text, NeedleOptions options) {
  if (text.empty()) return fail(bad_needle("is empty"));
  if (text.find('\n') != std::string_view::npos) return fail(bad_needle("has a line feed"));
  Needle needle{std::string(text), options};
  std::string pattern = options.regex ? std::string(text) : quoted_pattern(text);
  if (options.regex && count_code_points(text) > kLongestExpression)
    return fail(Code::limit_exceeded,
        fmt::format("the regular expression has more than {} characters", kLongestExpression),
        "search for less, or for one part after the other");
  if (options.regex) TRY(Regex::compile(text, {}));  // says what is wrong with it as it was given
  if (options.word) pattern = as_word(pattern);
  if (options.regex || options.ignore_case) {
    TRY_ASSIGN(regex, Regex::compile(pattern, {.ignore_case = options.ignore_case, .newlines = false}));
    needle.regex_ = std::move(regex);
  }
  needle.line_by_line_ = options.regex && may_see_ends(text);
  NeedleLetters letters = options.ignore_case ? NeedleLetters::any_case : NeedleLetters::exact;
  // An expression may be met by texts that have nothing in common: all are looked at.
  if (!options.regex) needle.probes_ = probes_of(text, letters);
  return needle;
}

bool Needle::is_word(std::string_view text, Span match) const {
  return !options_.word || (is_word_boundary(text, match.start) && is_word_boundary(text, match.start + match.size));
}

std::optional<Span> Needle::find(std::string_view text, size_t from) const {
  if (regex_) {
    std::array<std::string_view, 2> found;  // the match of a word stands in the group
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
      size_t before = match->start == 0 ? std::string_view::npos : text_.rfind('\n', match->start - 1);
      at = std::max(from_, before == std::string_view::npos ? 0 : before + 1);
    }
    size_t end = std::min(text_.find('\n', at), text_.size());
    std::string_view line = text_.substr(at, end - at);
    if (line.ends_with('\r') && end < text_.size()) line.remove_suffix(1);
    from_ = end + 1;
    if (needle_.find(line, 0)) return Span{at, line.size()};
  }
  return std::nullopt;
}

}  // namespace aptix::context
