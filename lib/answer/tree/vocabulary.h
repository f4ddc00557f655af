// The vocabulary of tool calls: what a field, a command or a tool name means, however it is spelt. And whether an
// object of JSON is a call, by the meaning of its members: the same answer for detection, for the reader, and for the
// account of what is not read. Pure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/json/json.h"

namespace aptix::answer {

// The meaning of a member of a call.
enum class Meaning : uint8_t {
  none,  // nothing by itself: it may contain a call
  tool,  // the name of the tool
  command,
  path,
  from_path,  // of a file that is moved or copied
  to_path,
  old_text,
  new_text,
  content,        // the whole file
  plain_content,  // the same, in a member that other documents also have
  excerpt,        // parts of the file, with gaps for what stays
  insert_line,    // the text goes after it
  line,           // the text goes before it, for one tool
  replace_all,
  overwrite,  // false: only if the file does not exist
  expected,   // how often the old text occurs
  edits,      // a list of old and new texts
  diff,
  range,   // line numbers
  alters,  // changes what other fields mean, if it is on: "use_regex", "append"
  cell,    // of a notebook
  trial,   // dry run: nothing is to be written
  result,  // the result of a call that was made; also as a "type"
  for_people,
};
inline constexpr size_t kMeanings = static_cast<size_t>(Meaning::for_people) + 1;

enum Trait : uint8_t {
  kWrapsCall = 1,   // an interface puts it around a call or its arguments
  kMayBePatch = 2,  // its text may be a V4A patch
  kWeak = 4,        // other JSON also has such a member, so it counts only together with others
};

struct Word {
  // In lower case, without separators: "filepath" for "file_path" and "FilePath".
  std::string_view spellings;  // separated by spaces
  Meaning meaning;
  json::Type type;  // of its value
  uint8_t traits = 0;

  bool is_known() const { return !spellings.empty(); }
  bool is(Trait trait) const { return (traits & trait) != 0; }
  bool is_path() const;  // a member or tag of that name contains the path of a file
};

// The row of a key; an unknown word without a meaning if there is none.
const Word& word_of(std::string_view key);
inline Meaning meaning_of(std::string_view key) { return word_of(key).meaning; }

// A text that is written or replaced.
bool is_text_meaning(Meaning meaning);

// Is `text` the path of a file, and nothing else?
bool is_path_text(std::string_view text);

// Begins a V4A patch.
inline constexpr std::string_view kPatchSign = "*** Begin Patch";
// Occurs in a diff that names its files itself.
inline constexpr std::string_view kDiffSign = "\n+++ ";

// What a call does, by the name of its tool or by its command.
enum class Act : uint8_t {
  unknown,
  look,
  edit,     // replaces or inserts, as its fields say
  replace,  // an old text by a new one
  insert,
  insert_before,
  create,  // a new file
  write,   // a whole file
  patch,
  remove,
  move,
  copy,
  undo,    // what it reverts is not known
  append,  // appends, or writes in another way that is not read
};
Act act_of_tool(std::string_view name);
Act act_of_command(std::string_view command);
// Does it create, change, move or delete a file?
bool changes_files(Act act);
// Does a tool of that name only edit, or edit unless its command says otherwise? A call of it without a command is an
// edit, whatever arguments it lacks.
bool is_edit_tool(std::string_view name);
// Does the name of an unknown tool say that it changes files? Or that it only looks, or runs something?
bool is_name_of_writer(std::string_view tool);
bool is_name_of_looker(std::string_view tool);

enum class Sense : uint8_t {
  none,    // not a call that writes, as far as its members say
  unread,  // it names a file and writes, in a way that no reader knows
  files,   // only paths and contents; other programs also have such JSON
  edit,
};

struct CallSense {
  Sense sense = Sense::none;
  std::string_view tool;     // "" if unknown
  std::string_view path;     // of the file that it writes; "" if it names none
  std::string_view command;  // of a shell
  bool old_text = false;     // it has a text to replace, under a name that only calls have
  bool file_map = false;     // {"src/a.c": "...", "src/b.c": "..."}
};

// `tool`: the tool that is called with these arguments, "" if unknown. REQUIRES: `object` is an object.
CallSense sense_of(const json::Value& object, std::string_view tool);

// The tool that the object itself names; "" if it names none.
std::string_view tool_of(const json::Value& object);
// Is it the entry of a file in a line-patch batch?
bool is_batch_entry(const json::Value& object);
// Is the member a wrapper of a call: an object, a list or a string of JSON, under a key of an interface or the name of
// an edit tool?
bool wraps_call(std::string_view key, const json::Value& value);
bool begins_json(std::string_view text);

// Passes each of the values that follow each other in a text to `see`, with its offset, until `see` returns false or a
// value has faults. Returns false if that was before the end of the text, or after very many values. `between`:
// characters between two values, besides comments.
inline constexpr std::string_view kSpacesBetween = " \t\r\n", kCommasBetween = " \t\r\n,";
template <class See>
bool each_value(std::string_view text, std::string_view between, See see) {
  constexpr size_t kMostValues = 1000;
  size_t start = 0;
  for (size_t value = 0; value < kMostValues; ++value) {
    start = std::min(text.find_first_not_of(between, start), text.size());
    if (start == text.size()) return true;
    json::ReadResult read = json::read(text.substr(start), {.prefix = true, .partial = true});
    if (!see(read, start) || !read.document || !read.errors.empty()) return false;
    start += read.end;
  }
  return false;
}

// Walks through a value, from the outside in. Passes each object, and each string that is not JSON, to `see` until it
// returns true.
enum class Reach : uint8_t {
  wrapped,   // only in lists and in wrappers of calls
  anywhere,  // in all objects and lists
  strings,   // in all strings, too
};
// `tool`: whose arguments it is; `offset`: of the value, or of the string of JSON that contains it.
using SeeInside = std::function<bool(const json::Value& value, std::string_view tool, size_t offset)>;
bool look_inside(const json::Value& value, Reach reach, const SeeInside& see, std::string_view tool = {});

// The first object for which `is_wanted` is true.
struct FoundCall {
  Sense sense = Sense::none;
  std::string tool;  // "" if unknown
  std::string path;  // of the file that it writes
  std::string command;
  size_t offset = 0;  // of the object, or of the string that contains it
};
std::optional<FoundCall> first_call(
    const json::Value& value, Reach reach, bool (*is_wanted)(const CallSense& call), std::string_view tool = {});

}  // namespace aptix::answer
