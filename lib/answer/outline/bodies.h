// Where what stands in an answer ends. A fenced block: CommonMark §4.5, and what models make of it. What stands in the
// prose and is no edit: what a model thought before it answered, comments of HTML (CommonMark 0.30 §4.6), text that may
// only be shown (a quote, or indented as a whole), and the sentences with which a model declines (APTIX_FILE_SPEC §2.4,
// §3.2, §6). And JSON of ours that stands there without a fence: documents, calls of edit tools, and what may be cut of
// one. Pure; each byte is looked at a bounded number of times.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "answer/basis/line.h"
#include "answer/basis/markdown.h"
#include "base/diagnostic.h"

namespace aptix::answer {

// The lines that look like a fence, for looking ahead from ever later lines; and how far blocks may look ahead for how
// the fences after them come out: all of them together a few times through the text.
class FenceLines {
 public:
  explicit FenceLines(std::string_view text) : text_(text) {}

  // The first such line from `from` on; an empty line when there is none. REQUIRES: calls do not go back.
  Line next(const Line& from);

  // Takes a line out of what may be looked at; false when nothing is left.
  bool may_look_at(const Line& line);
  bool may_look_on() const { return bytes_to_look_at_ != 0; }

 private:
  std::string_view text_;
  Line found_;
  bool looked_ = false;
  size_t bytes_to_look_at_ = (size_t{64} << 20) + 4 * text_.size();
};

// Where a fence stands.
struct FenceAt {
  std::string_view text;
  FenceLines& lines;
  Fence fence;
  std::string_view indent;  // what it is indented by
  size_t container;         // the column in which the content of its list item begins
  size_t start;             // of the line below it
};

struct FencedBody {
  size_t start = 0, end = 0;
  size_t next = 0;  // where the prose goes on
  bool has_closing_line = false;
  bool cut = false;        // the input ended inside the block
  std::string unindented;  // without the indentation of the fence, where it has one
};

FencedBody read_fenced(const FenceAt& at);

// Of a file that has code blocks in it: a fence with an info string opens one of those, and the next bare one closes
// it. Ends the body so where that leaves no fence of the answer open; false when it has such fences and it does not,
// when the line that ends it may as well open another one, and when too much was looked at to tell.
// REQUIRES: it has no indentation.
bool pair_fences(const FenceAt& at, FencedBody& body);

struct Thoughts {
  size_t begin = 0, end = 0;  // of their opening tag, and after their closing one
  std::string_view missing;   // the closing tag, when it is not there; they go to the end of the answer then
  bool from_start = false;    // all before is thoughts, too: the opening tag is not part of the answer
};

// The thoughts that begin with `line`, a line of `text`, or end in it; nothing when it is about something else.
std::optional<Thoughts> thoughts_at(std::string_view text, const Line& line);

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

struct JsonInProse {
  size_t begin = 0, end = 0;        // in the text; equal when nothing is to be taken
  bool begins_line = false;         // nothing stands before it on its line
  std::optional<Error> fault = {};  // what is wrong with how it stands there, at `begin`
};

// What a line begins. `items`: the list that it may stand in. REQUIRES: lines do not go back.
using FindJson = std::function<JsonInProse(const Line& line, const ListItems& items)>;
// `has_edit` says of JSON that is not ours whether it holds an edit all the same. Views the text.
FindJson json_in_prose(std::string_view text, bool (*has_edit)(std::string_view json));

}  // namespace aptix::answer
