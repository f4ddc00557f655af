// What shows that a text is hardly the content of a file: how it was copied, or wrapped. Pure; linear.
#pragma once

#include <string_view>

namespace aptix::edit {

// "<<<<<<< HEAD", "=======" and ">>>>>>> feature" on lines of their own; also as a model writes them: fewer, indented.
bool holds_conflict(std::string_view text);

// A number before each line, counting by one.
bool is_numbered(std::string_view text);

// Text in which each '<', '>' and '&' is written as an entity of HTML, or each '<' and '>' is and some are operators
// of code; "&amp;x" is one, too.
bool is_html_escaped(std::string_view text);
// Whether such text may be a file of that name: without '<' and '>' of its own. Text of other kinds that has entities
// has tags, too.
bool may_have_entities(std::string_view path);

// "# A\\n\\nText\\n": its line feeds are those of a string in a string.
bool has_escaped_line_ends(std::string_view text);

// A code block as a whole, where code alone was to stand.
bool is_in_fences(std::string_view text);

// What stood over a code block of a page, and was copied with it: "python" over the text of a.py.
bool names_language(std::string_view text, std::string_view path);

}  // namespace aptix::edit
