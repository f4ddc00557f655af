// What the language of a code block and the name of a file say about what is in them. Pure.
#pragma once

#include <array>
#include <string_view>

namespace aptix::answer {

// Languages of commands and of what they print: a name above, or in their first line, is mostly that of something
// else. Files of these endings may be written in them.
struct CommandLanguage {
  std::string_view name;
  std::array<std::string_view, 4> endings;
};

// The language in the info string of a fence; what it says of the file stands after a space, ':' or '{'.
std::string_view language_of(std::string_view info);

// Is it a language in which a file that ends as `path` does is never written? "python" and "data.csv", "text" and
// "a.py".
bool is_of_other_language(std::string_view info, std::string_view path);

// Is it the name of a program that answers tell to run: "python"?
bool is_command(std::string_view word);

// Is that the language of diffs? In letters of any case.
bool is_diff_language(std::string_view info);

// The row of a fence's language; nullptr when it is another one.
const CommandLanguage* command_language(std::string_view info);

// Is a file of that name written in it?
bool has_ending_of(const CommandLanguage& language, std::string_view path);

// Is `body` the script `path`, rather than commands about it? Those name it.
bool is_script(const CommandLanguage& language, std::string_view path, std::string_view body);

// May `body`, which is not that script, be the file `path` all the same? Nothing in it looks like a command.
bool may_be_other_file(const CommandLanguage& language, std::string_view path, std::string_view body);

// Is `body`, as the file `path`, cut within a string of several lines? Then a fence in that string ended it.
bool ends_in_long_string(std::string_view path, std::string_view body);

// Files whose content may be an edit of other files: patches, text, data.
bool may_show_edits(std::string_view path);

}  // namespace aptix::answer
