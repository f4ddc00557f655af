// The parts of a page, assembled by html.h. Pure.
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

// The style and the script: the page's Content-Security-Policy allows only these.
std::string style();
extern const std::string_view kScript;

struct FileFacts {
  std::string verb;  // "created", "deleted", "renamed", "changed"
  uint64_t added = 0, removed = 0;
  uint64_t changes = 0;    // number of places shown
  std::string words = {};  // "3 lines added, 2 removed"; "not a text file"
};

// Appends the section of file `number` and returns its facts. `rows`: room left on the page, which it reduces.
FileFacts append_file(std::string& out, const FileSide& before, const FileSide& after, size_t number, uint64_t& rows,
    const HtmlOptions& options);

// "3 lines added, 2 removed"
std::string counts_in_words(uint64_t added, uint64_t removed);

// Text for HTML. All text from outside must pass through these.

// For element content and quoted attributes; invisible and invalid bytes are escaped (\x1b, \u{202e}).
std::string attribute(std::string_view text);

// The same for content only: escapes are marked up, so that they differ from text that looks like one. Tabs stay.
void append_text(std::string& out, std::string_view text);

// Which parts of two lines differ, word by word.

struct ByteRange {
  size_t start = 0, end = 0;
  bool operator==(const ByteRange&) const = default;
};

struct WordDiff {
  std::vector<ByteRange> before, after;  // what only this line has; in order, not adjacent
};

// Empty if the lines have too little in common for that to help, or are very long. Ranges begin and end between
// characters.
WordDiff word_diff(std::string_view before, std::string_view after);

}  // namespace aptix::render::html
