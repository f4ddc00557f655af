// Scans and unescapes one JSON string. Part of the JSON reader; nobody else includes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace aptix::json {

// Raw characters that are repaired, or anything else that happens several times in one string.
struct Occurrences {
  size_t count = 0;
  size_t first = 0;  // offset in the text

  void add(size_t offset) {
    if (count++ == 0) first = offset;
  }
};

struct ScannedString {
  enum class End : uint8_t {
    closed,
    cut,                 // the text ends inside the string
    bad_escape,          // \ and a letter that stands for nothing
    bad_unicode_escape,  // \u without four hex digits
    control,             // a raw control character that is not repaired
    encoding,            // not UTF-8
  };
  End end = End::cut;
  size_t offset = 0;     // closed: after the closing quote; else of the fault
  bool escaped = false;  // then the unescaped text was stored
  size_t stored = 0;     // its length
  Occurrences raw_newlines, raw_tabs;
  Occurrences lone_surrogates;  // each stored as U+FFFD
};

// Where unescaped text goes. Unescaping never makes text longer, so as much room as there is source
// after the first escaped string is enough for all of them; pages that are not written cost nothing.
struct Store {
  std::unique_ptr<char[]> bytes;
  size_t used = 0;
};

// `open` is the offset of the opening quote. Stored text begins at the old `store.used`.
ScannedString scan_string(std::string_view text, size_t open, Store& store);

}  // namespace aptix::json
