// Which words may be file names, by their spelling; and what the language of a block, its info string and a file name
// say about the content of the block. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::answer {

// How a word is written. In quotes or backticks it is a name with characters that mean code in a bare word.
enum class Written : uint8_t { bare, in_quotes };

// How the first occurrence of `path` in `words` is written.
Written written_in(std::string_view words, std::string_view path);

// A file name that is known as a whole: "Makefile", "meson.build".
bool is_bare_name(std::string_view word);

// Could it be the path of a file? It is a bare name, or it contains a dot, slash or backslash and no character that
// paths hardly ever have.
bool is_file(std::string_view word, Written written);

// Is it hardly anything but a path? It is a bare name or a hidden file, has a known ending, or has a folder and any
// ending; in quotes a folder is enough. "app.run", "Node.js" and "client/server" are not.
bool is_likely_file(std::string_view path, Written written);

// A product that looks like a file: "Node.js".
bool is_product(std::string_view name);

// Up to five words, the last of which has an ending: "my notes.txt".
bool is_spaced_file(std::string_view name);

// A method of HTTP. The path after it ("GET /users.json") is not a file.
bool is_method_of_request(std::string_view word);

// Could it be the name of a file without dot or slash?
bool is_word_of_name(std::string_view word);

// A path with characters that file names hardly ever have: "app/$id.tsx", "a=b.txt". It may also be code.
bool is_odd_path(std::string_view word);

// Does `name` mean the file `path`, perhaps without its folders?
bool is_same_file(std::string_view path, std::string_view name);

// Does the path end in line numbers: "src/a.py:3-9"?
bool names_lines(std::string_view path);

// A placeholder for a path that only the user knows: "{name}.py", "$HOME/x.py", "~/x.py", "path/to/x.py".
bool is_template(std::string_view path);

// Does the path contain something that a shell expands: "$HOME/x", "${root}/x", "%APPDATA%\\x", "~/x", "'~'/x"?
bool has_variable(std::string_view path);

// Offset of the first letter of a script without spaces between words, such as Chinese; text.size() if there is none.
size_t unspaced_script_in(std::string_view text);

// Is something stuck to the path that is not part of it: "更新src/a.py", "src/a.py。", "src/a.py✅", "“src/a.py”"?
bool has_glued(std::string_view path);

// A language of commands or of their output. The file that is named above such a block, or in its first line, is mostly
// not what the block contains, unless it has one of these endings.
struct CommandLanguage {
  std::string_view names;  // in lower case, with a space between them
  std::array<std::string_view, 4> endings;
  bool shell = false;
};

// The language in an info string: the part before the first space, ':' or '{'.
std::string_view language_of(std::string_view info);

// Is a file with the ending of `path` never written in that language? True for "python" and "data.csv", "text" and
// "a.py".
bool is_of_other_language(std::string_view info, std::string_view path);

// Is a file of that name written in the language of the info string, by its ending or its name: "yml" or "yaml" and
// "a.yml", "docker" and "Dockerfile"? False if there is no language.
bool is_language_of(std::string_view info, std::string_view path);

// A program that answers tell the user to run: "python".
bool is_command(std::string_view word);

// Is it plain text, or no language at all? In letters of any case.
bool is_plain_language(std::string_view info);

// Is it a language of diffs, in letters of any case?
bool is_diff_language(std::string_view info);

// The row for the language of a fence; nullptr if it is not a language of commands.
const CommandLanguage* command_language(std::string_view info);

// Is a code block in that language one of commands of a shell? One without a language may be.
bool is_shell(std::string_view language);

// Does the path have one of the endings of that language?
bool has_ending_of(const CommandLanguage& language, std::string_view path);

// Is `body` the script `path`, rather than commands about it? Commands contain its name.
bool is_script(const CommandLanguage& language, std::string_view path, std::string_view body);

// May `body`, which is not that script, be the file `path` all the same? Not if it begins with a command.
bool may_be_other_file(const CommandLanguage& language, std::string_view path, std::string_view body);

// Files whose content may be an edit of other files: patches, text, data.
bool may_show_edits(std::string_view path);

// The file name in an info string; "" if it has none or several.
std::string name_hint(std::string_view info);

// "run" in "sh:run", which is a name only if such a file exists. "" if there is none.
std::string_view word_after_language(std::string_view info);

// The names in an info string that has, or may have, several: "text a.txt, b.txt".
std::vector<std::string> doubtful_names(std::string_view info);

}  // namespace aptix::answer
