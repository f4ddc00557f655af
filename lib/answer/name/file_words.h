// Which words may be names of files, by the way they are written; and what the language of a code block, its info
// string and the name of a file say about what is in it. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::answer {

// What stands around a word says how much of it may be code: nothing, or quotes.
enum class Written : uint8_t { bare, in_quotes };

// How `path` is written where it stands first in the words.
Written written_in(std::string_view words, std::string_view path);

// A file that has no dot in its name: "Makefile".
bool is_bare_name(std::string_view word);

// Could it be the path of a file, as it has a dot or a slash in it and no sign that paths hardly ever have? Or a bare
// name.
bool is_file(std::string_view word, Written written);

// Is it one that is hardly anything else: with an ending that files have, or a folder? "app.run", "Node.js" and
// "client/server" may be; in quotes a folder says enough.
bool is_likely_file(std::string_view path, Written written);

// "Node.js" is none.
bool is_product(std::string_view name);

// A few words, the last of which ends as files do: "my notes.txt".
bool is_spaced_file(std::string_view name);

// "GET", before a path that is no file.
bool is_method_of_request(std::string_view word);

// Could it be the name of a file without dot or slash?
bool is_word_of_name(std::string_view word);

// A path with signs in it that names hardly ever have: "app/$id.tsx", "a=b.txt". It may as well be code.
bool is_odd_path(std::string_view word);

// Does the name say the file `path`, perhaps without its folders?
bool is_same_file(std::string_view path, std::string_view name);

// "src/a.py:3-9"
bool names_lines(std::string_view path);

// "{name}.py", "$HOME/x.py", "~/x.py", "path/to/x.py": stands for a path that somebody else knows.
bool is_template(std::string_view path);

// "$HOME/x", "${root}/x", "%APPDATA%\\x", "~/x", "'~'/x": what a shell makes a path of.
bool has_variable(std::string_view path);

// Where the first letter of a script is that needs no space between words, as that of Chinese; else the end.
size_t unspaced_script_in(std::string_view text);

// "更新src/a.py", "src/a.py。", "src/a.py✅", "“src/a.py”": a path, and what does not belong to it.
bool has_glued(std::string_view path);

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

// Does the info string begin with a language that a file of that name is written in? By its ending, or what it is
// called: "yml", "yaml" and "a.yml", "docker" and "Dockerfile". False where it names no language.
bool is_language_of(std::string_view info, std::string_view path);

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

// Files whose content may be an edit of other files: patches, text, data.
bool may_show_edits(std::string_view path);

// The file name in an info string. "" when it names none, or it is not clear which.
std::string name_hint(std::string_view info);

// "run" of "sh:run": it is a name where a file is called so. "" when there is none.
std::string_view word_after_language(std::string_view info);

// The names in an info string that has several: "text a.txt, b.txt".
std::vector<std::string> doubtful_names(std::string_view info);

}  // namespace aptix::answer
