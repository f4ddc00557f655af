// JSON of ours that stands in the prose without a fence: documents, calls of edit tools, and what may be cut of one.
// Pure; each byte is looked at a bounded number of times.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "answer/basis/line.h"
#include "answer/outline/fenced_body.h"
#include "base/diagnostic.h"

namespace aptix::answer {

struct JsonInProse {
  size_t begin = 0, end = 0;        // in the text; equal when nothing is to be taken
  bool begins_line = false;         // nothing stands before it on its line
  std::optional<Error> fault = {};  // what is wrong with how it stands there, at `begin`
};

class JsonFinder {
 public:
  // `has_edit` says of JSON that is not ours whether it holds an edit all the same. Views the text.
  JsonFinder(std::string_view text, bool (*has_edit)(std::string_view json));

  // What the line begins. `items`: the list that it may stand in. REQUIRES: lines do not go back.
  JsonInProse at(const Line& line, const ListItems& items);

 private:
  JsonInProse list_at(size_t bracket);
  JsonInProse object_at(const Line& line, size_t brace);
  bool is_list_of_strings(size_t bracket) const;
  JsonInProse string_at(const Line& line, size_t quote);
  JsonInProse after_words(const Line& line, const ListItems& items);
  JsonInProse to_end(size_t begin) const { return {.begin = begin, .end = text_.size()}; }
  size_t end_of_object(size_t end) const;
  bool holds_edit(size_t start, size_t size);
  bool is_faulty_and_ours(bool broken, size_t brace);
  bool may_be_cut(size_t start);

  std::string_view text_;
  bool (*has_edit_)(std::string_view json);
  size_t first_byte_;                   // of the text, after white space
  size_t objects_seen_to_ = 0;          // those that begin before here have been looked at
  size_t after_words_seen_to_ = 0;      // the same of those that stand after words
  size_t lists_seen_to_ = 0;            // and of lists
  size_t looked_through_to_ = 0;        // for an edit inside
  std::optional<size_t> last_fence_{};  // after its line feed; 0: there is none
  std::optional<size_t> mention_;       // of one of our keys: the next one when it was looked for
};

}  // namespace aptix::answer
