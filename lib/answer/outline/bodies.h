// Finds where the parts of an answer end:
// - a fenced block (CommonMark §4.5, and what models make of it);
// - parts of the prose that are no edit: thoughts of a model, comments of HTML (CommonMark §4.6), quotes, indented
//   text, and the sentences with which a model declines (APTIX_FILE_SPEC §2.4, §3.2, §6);
// - JSON without a fence that is ours: documents and calls of edit tools, perhaps cut off.
// Pure; each byte is looked at a bounded number of times.
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

// Looks ahead to the lines that look like a fence, and limits how far all blocks together may look ahead to pair
// fences: a few times the size of the text.
class FenceLines {
 public:
  explicit FenceLines(std::string_view text) : text_(text) {}

  // The first such line from `from` on; an empty line if there is none. REQUIRES: calls do not go back.
  Line next(const Line& from);

  // Counts the line against the limit; false when the limit is reached.
  bool may_look_at(const Line& line);
  bool may_look_on() const { return bytes_to_look_at_ != 0; }

 private:
  std::string_view text_;
  Line found_;
  bool looked_ = false;
  size_t bytes_to_look_at_ = (size_t{64} << 20) + 4 * text_.size();
};

// A fence that opens a block, and its surroundings.
struct FenceAt {
  std::string_view text;
  FenceLines& lines;
  Fence fence;
  std::string_view indent;  // the indentation of the fence
  size_t container;         // column in which the content of its list item begins
  size_t start;             // offset of the line below the fence
};

struct FencedBody {
  size_t start = 0, end = 0;
  size_t next = 0;  // where the prose continues
  bool has_closing_line = false;
  bool cut = false;        // the input ended inside the block
  std::string unindented;  // the body without the indentation of the fence, if it has any
};

FencedBody read_fenced(const FenceAt& at);

// For a file that contains code blocks: inside of it a fence with an info string opens a block, and the next bare fence
// closes that block. Moves the end of the body to the fence that closes the file, if every fence after it is closed
// then. False if the end is not clear:
// - the file contains fences and no such end was found;
// - the line that ends it could also open another block;
// - the limit of FenceLines was reached.
// REQUIRES: the fence has no indentation.
bool pair_fences(const FenceAt& at, FencedBody& body);

struct Thoughts {
  size_t begin = 0, end = 0;  // from the opening tag to the end of the closing one
  std::string_view missing;   // the closing tag if it is missing; the thoughts then reach to the end of the answer
  bool from_start = false;    // the opening tag is missing: all before the closing one is thoughts
};

// The thoughts that begin with `line`, a line of `text`, or end in it; nothing for other lines.
std::optional<Thoughts> thoughts_at(std::string_view text, const Line& line);

struct HtmlComment {
  size_t begin = 0, end = 0;  // the lines between its first and its last one
  size_t next = 0;            // after its last line
};

// Finds the comments in one text. REQUIRES: lines do not go back. Each byte is looked at a bounded number of times.
class HtmlComments {
 public:
  explicit HtmlComments(std::string_view text) : text_(text) {}

  // The comment that `line` begins. Nothing if it has no end, ends on the same line, or begins before the end of the
  // previous comment.
  std::optional<HtmlComment> at(const Line& line);

 private:
  std::string_view text_;
  size_t seen_to_ = 0;   // the end of the previous comment
  bool no_end_ = false;  // there is no "-->" further down
};

// Is every line that is not blank indented by four columns or more?
bool is_indented_as_a_whole(std::string_view text);

struct ShownText {
  std::string text;  // without the quote signs or the indentation
  size_t end = 0;    // after the last line of it
};

// The lines of the block quote that begins with `line`; nothing if none begins there.
std::optional<ShownText> quoted_text(std::string_view text, const Line& line);

// The lines from `line` on that are indented at least as far, and blank ones. Nothing unless the first one, without its
// indentation, begins a diff or a SEARCH/REPLACE block.
std::optional<ShownText> indented_document(std::string_view text, const Line& line);

// Offset of a refusal that begins in the first `line` bytes of `text`; the sentence may end after them.
std::optional<size_t> find_refusal(std::string_view text, size_t line);

struct JsonInProse {
  size_t begin = 0, end = 0;        // in the text; equal if there is no JSON to read
  bool begins_line = false;         // nothing is before it on its line
  std::optional<Error> fault = {};  // why it cannot be read there, at `begin`
};

// The JSON that begins on a line. `items`: the list that contains the line. REQUIRES: lines do not go back.
using FindJson = std::function<JsonInProse(const Line& line, const ListItems& items)>;
// `has_edit` tells whether JSON that is not ours contains an edit. Views the text.
FindJson json_in_prose(std::string_view text, bool (*has_edit)(std::string_view json));

}  // namespace aptix::answer
