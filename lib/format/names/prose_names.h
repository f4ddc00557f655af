// Names of files among other words: which word of a line is one, and which words near it may be one as well. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace aptix::format {

// What looks like a path in prose; views of `text`.
std::vector<std::string_view> paths_in_prose(std::string_view text);

// What stands in backticks; views of `line`.
std::vector<std::string_view> spans_in_backticks(std::string_view line);

// What the words of a line may name where `name` was taken from it: "my notes.txt" for "notes.txt". Nothing where
// quotes say where the name begins and ends.
std::vector<std::string> rivals_in_line(std::string_view line, std::string_view name);

// What prose could name other than `path`, for the tree to decide. Words that have a dot or a slash in them, and their
// parts: "`b.c`'s", "b.c->x"; the file of the same name in a folder: "src/". Other words where they stand out: in
// quotes, bold, a heading or alone on a line, or in capital letters. Words in a row in headings, short lines, bold and
// backticks, and around a word that names `path` itself, as far as they are near the end.
std::vector<std::string> possible_names(std::string_view text, std::string_view path);

}  // namespace aptix::format
