// The words of calls of tools: what a field, a command or the name of a tool means, however it is spelt. One table for
// the look, the reader and the messages. And what an object of JSON asks for as a call, by the meaning of its members:
// one answer for the look that finds calls, for their reader, and for the account of what is not read. Pure.
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

enum class Sense : uint8_t {
  none,    // no call that writes, as far as its members say
  unread,  // it names a file and writes, in a way that no reader knows
  files,   // paths and contents alone: other programs have such JSON as well
  edit,
};

struct CallSense {
  Sense sense = Sense::none;
  std::string_view tool;     // "" when nothing names it
  std::string_view path;     // of the file that it writes, "" when it names none
  std::string_view command;  // of a shell
  bool old_text = false;     // one to be replaced, under a name that only calls have
  bool file_map = false;     // {"src/a.c": "...", "src/b.c": "..."}
};

// `tool`: that is called with these arguments, "" when nothing says it. REQUIRES: an object.
CallSense sense_of(const json::Value& object, std::string_view tool);

// The tool that the object itself names; "" when it names none.
std::string_view tool_of(const json::Value& object);
// The changes of one file in a line-patch batch?
bool is_batch_entry(const json::Value& object);
// Does it hold a call: an object, a list, or a string of JSON, under a key that interfaces have or the name of a tool?
bool wraps_call(std::string_view key, const json::Value& value);
bool begins_json(std::string_view text);

// Hands on what is read of each value of a text that holds them one after the other, and where it begins, as long as
// `see` says so and it has no faults. False where that ended before the text did, or after very many values.
// `between`: what may be between two, besides comments.
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

// The one walk through a value. Hands each object in it to `see`, from the outside in, and each string that is no JSON,
// until it returns true.
enum class Reach : uint8_t {
  wrapped,   // only within lists and what interfaces put around a call
  anywhere,  // in every object and list
  strings,   // and in every string
};
// `tool`: the one that it is called with; `offset`: of the value, or of the string of JSON that it stands in.
using SeeInside = std::function<bool(const json::Value& value, std::string_view tool, size_t offset)>;
bool look_inside(const json::Value& value, Reach reach, const SeeInside& see, std::string_view tool = {});

// The first object that is wanted.
struct FoundCall {
  Sense sense = Sense::none;
  std::string tool;  // "" when it has no name
  std::string path;  // of the file that it writes
  std::string command;
  size_t offset = 0;  // of the object, or of the string that it stands in
};
std::optional<FoundCall> first_call(
    const json::Value& value, Reach reach, bool (*is_wanted)(const CallSense& call), std::string_view tool = {});

}  // namespace aptix::answer
