// Documents that stand in the prose without a fence: where one begins and where it ends. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "answer/basis/line.h"
#include "model/plan.h"

namespace aptix::answer {

// Where a document could begin without a fence.
struct BareStart {
  std::string_view text;
  const Line& line;          // of `text`
  bool seen_before = false;  // one of the same form stands before it
};

// The document that begins on that line, up to its end, in the text; nothing when none does.
struct BareText {
  size_t begin = 0, end = 0;
};
std::optional<BareText> bare_diff(const BareStart& start);
std::optional<BareText> bare_search_replace(const BareStart& start);
std::optional<BareText> bare_v4a(const BareStart& start);

// The first lines of the dialects, without their line end: "*** Begin Patch", "<<<<<<< SEARCH".
bool is_v4a_begin(std::string_view line);
bool is_search_marker(std::string_view line);
// Whether `text` ends inside of such a marker: in its last line, which has no line end. Five '<' are one, five '-' are
// one with the beginning of a word after them.
bool ends_in_search_marker(std::string_view text);
// Whether `line`, the last one of `text` but for spaces, is where the first lines of a document stop: "*** Begin",
// "diff --git",
// "--- a/b.c", "+++" or "@" below that, "<<<". A lone '<' is one below the path of a file, or below another block.
bool ends_in_opening(std::string_view text, const Line& line);
// What stands after the word of such a marker, or of an end marker: "" or a path.
std::string_view after_search_word(std::string_view line);

// "*** End Patch" for a patch whose first line is `first`. Where that has no spaces before it, a marker with one is a
// line of context.
bool is_v4a_end(std::string_view line, std::string_view first);

// The first line of a file in a V4A patch: "*** Update File: a.c".
struct V4aFileLine {
  Operation operation;    // create, remove or modify
  std::string_view path;  // trimmed
};
std::optional<V4aFileLine> v4a_file_line(std::string_view line);
// The line between the two texts of a SEARCH/REPLACE block, "=======", and its last line, ">>>>>>> REPLACE".
bool is_search_divider(std::string_view line);
bool is_search_end(std::string_view line);
// One of its three.
bool is_search_line(std::string_view line);
// Five to nine of `mark`, and nothing else.
bool is_rule_of(char mark, std::string_view line);

// After the SEARCH/REPLACE block that begins with `line`; nothing when its end is not there before
// another block begins.
std::optional<size_t> search_block_end(std::string_view text, const Line& line);

}  // namespace aptix::answer
