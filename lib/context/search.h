// What is searched for, and where it stands in a text: a literal, a word, a regular expression; and the windows of
// lines around the matches that a search shows. Lines are seen without their ends. Pure, linear time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/text/regex.h"
#include "context/secrets/secret.h"

namespace aptix::context {

struct NeedleOptions {
  bool regex = false, word = false, ignore_case = false;  // ignore_case: by Unicode's simple folding
};

struct Span {
  size_t start = 0, size = 0;  // bytes
};

// Safe from several threads.
class Needle {
 public:
  // Fails with usage (empty, with a line feed, not a regular expression) and limit_exceeded (too large a one).
  static Result<Needle> parse(std::string_view text, NeedleOptions options);

  // Hands on the matches of one line, from its start on: those that are not empty or, where there is no other, an empty
  // one. A line may have a great many.
  void each_match(std::string_view line, const std::function<void(Span)>& take) const;

  // For the signature of a text: without one of these it has no match.
  const std::vector<uint32_t>& probes() const { return probes_; }

 private:
  friend class MatchingLines;
  Needle(std::string text, NeedleOptions options) : text_(std::move(text)), options_(options) {}
  std::optional<Span> find(std::string_view text, size_t from) const;
  bool is_word(std::string_view text, Span match) const;

  std::string text_;
  NeedleOptions options_;
  std::optional<Regex> regex_;  // where the text is not simply looked for
  bool line_by_line_ = false;   // the expression may see an end of the text where no line ends
  std::vector<uint32_t> probes_;
};

// The lines of a text that have a match, which may be empty.
class MatchingLines {
 public:
  // REQUIRES: both outlive it.
  MatchingLines(const Needle& needle, std::string_view text);
  // The next one, without its end; nothing: no other has a match.
  std::optional<Span> next();

 private:
  const Needle& needle_;
  std::string_view text_;
  bool one_by_one_;  // what is found in all of the text may not be what is found in its lines
  size_t from_ = 0;
};

// Is there a word character of Unicode on one side of `at` alone? A byte that is not UTF-8 is none.
bool is_word_boundary(std::string_view text, size_t at);

// From the best on.
enum class Rank : uint8_t { definition, word, part };

struct LineMatch {
  uint64_t line = 0;            // from 1
  size_t column = 0, size = 0;  // bytes, from 1
};

struct Window {
  Rank rank = Rank::part;  // of its best match
  uint64_t first_line = 0, last_line = 0;
  size_t start = 0, end = 0;  // bytes of the text, with the end of the last line
  std::vector<LineMatch> matches;
  uint64_t more = 0;  // matches that are not among them, since there are too many
};

struct WindowOptions {
  uint64_t context = 0;                                // lines around a match
  uint64_t whole_below = 0;                            // a text of fewer lines is one window
  size_t most_in_line = 1'000, most_matches = 10'000;  // of a line, of a window; of each window one is kept in any case
  bool merged = true;  // windows that overlap or are adjacent are one; else each line with a match is one
  std::span<const Secret> secrets{};  // in their order; what reaches into them is no match
};

// In their order, each handed on as soon as it is known: a text may have a great many.
void find_windows(
    const Needle& needle, std::string_view text, const WindowOptions& options, const std::function<void(Window)>& take);

}  // namespace aptix::context
