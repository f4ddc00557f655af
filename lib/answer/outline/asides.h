// What stands in the prose of an answer and is no edit: what a model thought before it answered, comments of HTML
// (CommonMark 0.30 §4.6), text that may only be shown (a quote, or indented as a whole), and the sentences with which a
// model declines (APTIX_FILE_SPEC §2.4, §3.2, §6). Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "answer/basis/line.h"
#include "base/result.h"

namespace aptix::answer {

struct Thoughts {
  size_t begin = 0, end = 0;  // of their opening tag, and after their closing one
  std::string_view missing;   // the closing tag, when it is not there; they go to the end of the answer then
  bool from_start = false;    // all before is thoughts, too: the opening tag is not part of the answer
};

// The thoughts that begin with `line`, a line of `text`, or end in it; nothing when it is about something else.
std::optional<Thoughts> thoughts_at(std::string_view text, const Line& line);

// What is to be said where the closing tag is missing.
Error thoughts_unclosed(const Thoughts& thoughts);

struct HtmlComment {
  size_t begin = 0, end = 0;  // of the lines between its first and its last one
  size_t next = 0;            // after its last line
};

// Finds the comments of one text, on ever later lines; each byte is looked at a bounded number of times.
class HtmlComments {
 public:
  explicit HtmlComments(std::string_view text) : text_(text) {}

  // The comment that `line` begins, if it ends on a later one. One without an end is not a comment, nor is one that
  // begins before the end of the comment that was given last.
  std::optional<HtmlComment> at(const Line& line);

 private:
  std::string_view text_;
  size_t seen_to_ = 0;   // the end of the one that was given last
  bool no_end_ = false;  // stands any further down
};

// Four columns or more, on every line that is not blank.
bool is_indented_as_a_whole(std::string_view text);

struct ShownText {
  std::string text;  // without the signs of the quote, or the indentation
  size_t end = 0;    // after the last line that is shown
};

// The lines of a block quote, from `line` on. Nothing where it begins none.
std::optional<ShownText> quoted_text(std::string_view text, const Line& line);

// The lines from `line` on that are indented as far, and blank ones. Nothing where it would not begin a diff or a
// SEARCH/REPLACE block without its indentation.
std::optional<ShownText> indented_document(std::string_view text, const Line& line);

// Where a refusal begins in the first `line` bytes of `text`; the sentence may go on after them.
std::optional<size_t> find_refusal(std::string_view text, size_t line);

// What was done to an answer as a whole on its way: it was wrapped into one fence of Markdown or into a block quote.
// The answer itself, line for line; nothing when `text` is not wrapped, or may be something else: one code block of
// Markdown among others, or a file.
std::optional<std::string> unwrapped(std::string_view text);

// The answer with LF, when every one of its lines ends in CR LF (ddrs/APX-017); nothing otherwise.
std::optional<std::string> with_own_line_ends(std::string_view text);

}  // namespace aptix::answer
