// Finds a literal, a word or a regular expression in a text, and the windows of lines around the matches that a search
// shows. Lines are matched without their ends. Pure, linear time.
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

// Thread-safe.
class Needle {
 public:
  // Fails with usage (empty, contains a line feed, not a regular expression) and limit_exceeded (too large).
  static Result<Needle> parse(std::string_view text, NeedleOptions options);

  // Passes the matches in a line to `take`, in order. An empty match only if there is no other. There may be very many.
  void each_match(std::string_view line, const std::function<void(Span)>& take) const;

  // For the signature of a text: without all of these the text has no match.
  const std::vector<uint32_t>& probes() const { return probes_; }

 private:
  friend class MatchingLines;
  Needle(std::string text, NeedleOptions options) : text_(std::move(text)), options_(options) {}
  std::optional<Span> find(std::string_view text, size_t from) const;
  bool is_word(std::string_view text, Span match) const;

  std::string text_;
  NeedleOptions options_;
  std::optional<Regex> regex_;  // for all but plain case-sensitive literals
  bool line_by_line_ = false;   // the expression may match an end of the text that is not one of a line
  std::vector<uint32_t> probes_;
};

// The lines of a text that have a match, which may be empty.
class MatchingLines {
 public:
  // REQUIRES: both outlive this.
  MatchingLines(const Needle& needle, std::string_view text);
  // The next such line, without its end; nothing if there is no more.
  std::optional<Span> next();

 private:
  const Needle& needle_;
  std::string_view text_;
  bool one_by_one_;  // matches in the whole text may differ from those in single lines
  size_t from_ = 0;
};

// Is there a Unicode word character on exactly one side of `at`? A byte that is not UTF-8 does not count as one.
bool is_word_boundary(std::string_view text, size_t at);

// Best first.
enum class Rank : uint8_t { definition, word, part };

struct LineMatch {
  uint64_t line = 0;            // from 1
  size_t column = 0, size = 0;  // in bytes; column from 1
};

struct Window {
  Rank rank = Rank::part;  // of its best match
  uint64_t first_line = 0, last_line = 0;
  size_t start = 0, end = 0;  // bytes of the text, including the end of the last line
  std::vector<LineMatch> matches;
  uint64_t more = 0;  // matches that were left out because there are too many
};

struct WindowOptions {
  uint64_t context = 0;                                // lines around a match
  uint64_t whole_below = 0;                            // a text with fewer lines is one window
  size_t most_in_line = 1'000, most_matches = 10'000;  // in a line, in a window; each window keeps at least one
  bool merged = true;                 // merge windows that overlap or are adjacent; else one window for each line
  std::span<const Secret> secrets{};  // in order; matches that overlap them are skipped
};

// In order, each passed on as soon as it is complete: a text may have very many.
void find_windows(
    const Needle& needle, std::string_view text, const WindowOptions& options, const std::function<void(Window)>& take);

}  // namespace aptix::context
