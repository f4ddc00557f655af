// What a line of text says of a code block: the names of files in it, and the words that a heading, a caption or a
// bracket may consist of to say what the block shows. The one table of those is in label_table.cpp: no other words of a
// language decide what an answer means. And which file a code block is for. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/basis/markdown.h"
#include "model/input.h"

namespace aptix::answer {

// The path that a line consists of, but for what it is dressed with: "### src/a.c", "// File: src/a.c",
// "**`src/a.c`**:", "<!-- a.html -->". After a label and in quotes it may be any: "File: `run`". "" when it is not one.
std::string path_in_line(std::string_view line);

// The same of a line over a code block; words with a slash ("CI/CD") are none, and products ("Node.js").
std::string path_of_caption(std::string_view line);

// A path with signs around it that say nothing ("> **bin/deploy**"), a placeholder ("`<module>.py`:"): it may be meant,
// and names no file for sure. "" when there is none.
std::string doubtful_name_in(std::string_view line);

// The path in a line of code that is a comment with nothing else in it, but for signs, one word with a colon before it
// and a remark in brackets: "# src/a.py", "# Datei: `src/a.py`". "" when it is not one.
struct NamingComment {
  std::string path;
  bool certain = false;  // no word is before it but one that calls it a file: others may say something else
};
NamingComment path_in_comment(std::string_view line);

// The same, where it may be dressed as a heading: "# --- src/a.py ---", "// File 2: a.c:".
std::string path_in_dressed_comment(std::string_view line);

// "// FILE: a.c"
bool is_labelled_comment(std::string_view line);

// A name with spaces, such as "my notes.txt", where the line could consist of one; "" otherwise. It may as well be a
// few words about a file, so nothing may be made or overwritten on its word alone.
std::string spaced_path_in_line(std::string_view line);

// "更新src/a.py文件" names "src/a.py": the only likely path among letters of a script that has no spaces. "" else.
std::string path_between_letters(std::string_view glued);

// A word that is all that a line says, and may be a name though it does not look like a path: "`BUILD`", "### BUILD",
// "File: BUILD", "app/$id.tsx".
struct LoneWord {
  std::string_view word;  // view of the line; "" when there is none
  bool certain = false;   // in quotes, or after a label
};
LoneWord lone_word(std::string_view line);

// Of a line where nothing but a name may stand; "" where there is none.
std::string name_alone(std::string_view line);

// What looks like a path in prose; views of `text`.
std::vector<std::string_view> paths_in_prose(std::string_view text);

// What stands in backticks; views of `line`.
std::vector<std::string_view> spans_in_backticks(std::string_view line);

// All that may be names of files in a line of prose, whatever stands around them.
std::vector<std::string> names_in_prose(std::string_view line);

// Which file a code block is for, whatever its form, and what the answer says that it shows. By the nearest place that
// names one: the info string; the first line, where it is a comment with nothing but a path; the line above, the rest
// of its paragraph, the section. Two names that could be meant, a placeholder, a name with words stuck to it are
// `doubtful`; so is one over a block in the language of a shell that does not look like commands. Commands, and what
// they print, are for no file.
Naming naming_of(const ProseAbove& above, const Block& block);

enum class Label : uint8_t { none, old_text, new_text, output, example, alternative };

// Dashes, arrows, emoji, wide signs: no letter of any script.
bool is_sign(char32_t code);

// What a line says that is nothing but such words, numbers and signs: "### Before", "**Nachher:**", "(new)". Of several
// the last one counts; after a word for alternatives one letter may follow ("Option B"). `none` for a line with other
// words.
Label label_of(std::string_view line);

// The letter or number of the alternative that the line is a label of, whatever stands after a sign: "### Option A: in
// C";
// "" for one without ("Alternative:"). Nothing for other lines.
std::optional<std::string> sign_of_alternative(std::string_view line);

}  // namespace aptix::answer
