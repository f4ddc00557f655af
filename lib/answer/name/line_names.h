// What the lines of an answer say about a code block: the names of files in a line, the label that a line is
// ("Before:"; the table is in label_table.cpp), and which file the block is for. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "answer/basis/markdown.h"
#include "model/input.h"

namespace aptix::answer {

// The path that a line consists of, without the markup and label around it: "### src/a.c", "// File: src/a.c",
// "**`src/a.c`**:", "<!-- a.html -->". After "File:" a word in quotes is always one: "File: `run`". "" for other lines.
std::string path_in_line(std::string_view line);

// The same for the line above a code block: words with a slash ("CI/CD") and products ("Node.js") are not paths.
std::string path_of_caption(std::string_view line);

// A name that may be meant but is not certain: a path among signs ("> **bin/deploy**"), or a placeholder
// ("`<module>.py`:"). "" if there is none.
std::string doubtful_name_in(std::string_view line);

// The path in a line of code that is a comment and contains nothing else but signs, one word with a colon before the
// path and a remark in brackets after it: "# src/a.py", "# Datei: `src/a.py`". "" for other lines.
struct NamingComment {
  std::string path;
  bool certain = false;  // false after a word other than "file", "path" and the like: "# Usage: a.py"
};
NamingComment path_in_comment(std::string_view line);

// The path in a comment that may look like a heading: "# --- src/a.py ---", "// File 2: a.c:". "" for other lines.
std::string path_in_dressed_comment(std::string_view line);

// "// FILE: a.c"
bool is_labelled_comment(std::string_view line);

// A name with spaces ("my notes.txt"), if the line could consist of one; "" otherwise. It may also be a few words about
// a file, so it alone must not create or overwrite anything.
std::string spaced_path_in_line(std::string_view line);

// The only likely path between letters of a script without spaces: "src/a.py" in "更新src/a.py文件". "" if there is
// none.
std::string path_between_letters(std::string_view glued);

// The only word of a line, which may be a file name although it does not look like a path: "`BUILD`", "### BUILD",
// "File: BUILD", "app/$id.tsx".
struct LoneWord {
  std::string_view word;  // view of the line; "" if there is none
  bool certain = false;   // in quotes, or after a label
};
LoneWord lone_word(std::string_view line);

// The path, perhaps with spaces, in a line that can contain only a name; "" if there is none.
std::string name_alone(std::string_view line);

// The words of prose that look like paths; views of `text`.
std::vector<std::string_view> paths_in_prose(std::string_view text);

// The texts in backticks; views of `line`.
std::vector<std::string_view> spans_in_backticks(std::string_view line);

// Everything in a line of prose that may be the name of a file.
std::vector<std::string> names_in_prose(std::string_view line);

// The files that lines of an answer's prose name. Each line is read once, however many blocks are below it.
class LinesRead {
 public:
  struct Names {
    std::string path;  // of a caption, or the only one of a heading; "" if there is none
    std::vector<std::string> paths;
  };
  const Names& of(const ProseLine& line);

 private:
  std::unordered_map<size_t, Names> known_;  // by the start of the line
};

// Which file a code block is for, whatever its form, and which label it has. The first of these that names a file
// decides: the info string; the first line, if it is a comment with only a path; the line above; the rest of its
// paragraph; the section. The name is `doubtful` in these cases:
// - two files could be meant;
// - it is a placeholder, or has words stuck to it;
// - it names a block in the language of a shell that does not look like commands.
// Commands and their output are for no file.
Naming naming_of(const ProseAbove& above, const Block& block, LinesRead& read);

enum class Label : uint8_t { none, old_text, new_text, output, example, alternative };

// A dash, arrow, emoji or wide sign: not ASCII, and no letter of any script.
bool is_sign(char32_t code);

// The label that a line consists of, apart from numbers and signs: "### Before", "**Nachher:**", "(new)". Of several
// the last one counts. After a word for alternatives one letter may follow ("Option B"). `none` if the line has other
// words.
Label label_of(std::string_view line);

// The letter or number of the alternative that the line labels: "a" for "### Option A: in C", "" for "Alternative:".
// Nothing for other lines.
std::optional<std::string> sign_of_alternative(std::string_view line);

}  // namespace aptix::answer
