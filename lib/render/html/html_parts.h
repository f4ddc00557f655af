// The parts of a page, which html.h puts together. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "render/diff.h"

namespace aptix::render {
struct HtmlOptions;
}

namespace aptix::render::html {

// The style and the script: the only ones that the page's Content-Security-Policy lets be.
std::string style();
extern const std::string_view kScript;

struct FileFacts {
  std::string verb;  // "created", "deleted", "renamed", "changed"
  uint64_t added = 0, removed = 0;
  uint64_t changes = 0;    // places that are shown
  std::string words = {};  // "3 lines added, 2 removed"; "not a text file"
};

// Appends the section of the file `number`, and tells what is in it. `rows` is what the page still has room for.
FileFacts append_file(std::string& out, const FileSide& before, const FileSide& after, size_t number, uint64_t& rows,
    const HtmlOptions& options);

// "3 lines added, 2 removed"
std::string counts_in_words(uint64_t added, uint64_t removed);

// Text for HTML. Nothing that comes from outside gets into a page but through here.

// For element content and quoted attributes, with invisible and invalid bytes as escapes (\x1b, \u{202e}).
std::string attribute(std::string_view text);

// The same for content alone: each escape is marked, so that it is not taken for text that looks like one. A tab stays.
void append_text(std::string& out, std::string_view text);

// Which parts of two lines differ, by words.

struct ByteRange {
  size_t start = 0, end = 0;
  bool operator==(const ByteRange&) const = default;
};

struct WordDiff {
  std::vector<ByteRange> before, after;  // what is only in this line; in order, not touching
};

// Empty where the lines have too little in common for that to help, or are very long. Ranges begin and
// end between characters.
WordDiff word_diff(std::string_view before, std::string_view after);

}  // namespace aptix::render::html
