// One tag in a text, as answers write them: its name, its attributes, and what stands in it. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answer/tree/vocabulary.h"

namespace aptix::answer {

struct Tag {
  std::string_view name;    // as its closing tag has it
  std::string_view word;    // the same without a prefix: "invoke" of <x:invoke>
  std::string_view called;  // "edit" of <function=edit> and of <invoke name="edit">
  std::string_view attributes;
  size_t end = 0;      // after the '>'
  bool empty = false;  // "<a/>"
};

// The one that begins at `at` with '<' and a letter; nothing for a closing one, and for one that is very long.
std::optional<Tag> tag_at(std::string_view text, size_t at);

// Whether "</name>" stands there, and the offset after it.
bool closes(std::string_view text, size_t at, std::string_view name);
size_t after_closing(size_t at, std::string_view name);

// path="a.c", filePath='a.c', path=a.c: names and values, without quotes.
std::vector<std::pair<std::string_view, std::string_view>> attributes_of(std::string_view text);

// Tags around the content of a file, whose name may stand in "name" or "title".
bool holds_file(const Tag& tag);

// Without the line ends next to its tags.
std::string_view without_feeds(std::string_view text);
// The content of a file as it stands between tags; nothing where it is an edit of another form.
std::optional<std::string> file_content(std::string_view text, std::string_view path);
// A path or a flag without white space, a text without the lines of its tags.
std::string_view value_in_tags(std::string_view raw, Meaning meaning);

}  // namespace aptix::answer
