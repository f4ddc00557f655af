// The words of calls of tools: what a field, a command or the name of a tool means, however it is spelt. One table for
// the look, the reader and the messages. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/json/json.h"

namespace aptix::answer {

// What a member of a call says.
enum class Meaning : uint8_t {
  none,  // nothing of its own: it may hold a call
  tool,  // its name
  command,
  path,
  from_path,  // of a file that is moved or copied
  to_path,
  old_text,
  new_text,
  content,        // the whole file
  plain_content,  // the same; other documents have such a member as well
  excerpt,        // the file with what stays left out
  insert_line,    // after it
  line,           // before it, in calls of one tool
  replace_all,
  overwrite,  // false: only a file that is not there
  expected,   // how often the old text stands there
  edits,      // a list of old and new texts
  diff,
  range,   // of lines
  alters,  // another sense of the other fields, where it is on: "use_regex", "append"
  cell,    // of a notebook
  trial,   // nothing is to be written
  result,  // what a call that was made gave; as a "type", too
  for_people,
};
inline constexpr size_t kMeanings = static_cast<size_t>(Meaning::for_people) + 1;

enum Trait : uint8_t {
  kWrapsCall = 1,   // what an interface puts around a call, or around its arguments
  kMayBePatch = 2,  // the text of a V4A patch
  kWeak = 4,        // other JSON has such a member as well; one that is weak says so next to what it goes with
};

struct Word {
  // In small letters, without what joins their words: "filepath" for "file_path" and "FilePath".
  std::string_view spellings;  // with a space between two
  Meaning meaning;
  json::Type type;  // of its value
  uint8_t traits = 0;

  bool is_known() const { return !spellings.empty(); }
  bool is(Trait trait) const { return (traits & trait) != 0; }
  bool is_path() const;  // a member or a tag of it holds the path of a file
};

// One that is not known, and has no meaning, where it is no word of calls.
const Word& word_of(std::string_view key);
inline Meaning meaning_of(std::string_view key) { return word_of(key).meaning; }

// A text that is written or that goes.
bool is_text_meaning(Meaning meaning);

// Is `text` the path of a file, and nothing else?
bool is_path_text(std::string_view text);

// The first words of a V4A patch.
inline constexpr std::string_view kPatchSign = "*** Begin Patch";
// In a diff that names its files itself.
inline constexpr std::string_view kDiffSign = "\n+++ ";

// What a call does by the name of its tool, or by its command.
enum class Act : uint8_t {
  unknown,
  look,
  edit,     // replaces or inserts; its fields say which
  replace,  // an old text by a new one
  insert,
  insert_before,
  create,  // a file that is not there
  write,   // a whole file
  patch,
  remove,
  move,
  copy,
  undo,    // what is not told
  append,  // and other ways to write that are not read
};
Act act_of_tool(std::string_view name);
Act act_of_command(std::string_view command);
// Does it make, change, move or delete a file?
bool changes_files(Act act);
// Does a tool of that name do nothing else than edit, or is told to by its command? A call of it without a command is
// an edit, whatever it lacks.
bool is_edit_tool(std::string_view name);
// Does the name of a tool that is not known say that it changes files? Or that it only looks, or runs something?
bool is_name_of_writer(std::string_view tool);
bool is_name_of_looker(std::string_view tool);

}  // namespace aptix::answer
