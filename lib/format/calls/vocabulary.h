// The words that edit tools use: which keys of a call mean the same, what may stand around a call, and what the names
// of tools promise. One table for the look, the reader and the messages. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/json/json.h"

namespace aptix::format {

// What a member of a call says.
enum class Meaning : uint8_t {
  none,  // nothing of its own: it may hold a call, or the text of a patch
  command,
  path,
  other_path,  // a second file, which no call that is read has
  old_text,
  new_text,
  content,        // the whole file
  plain_content,  // the same where the tool writes files; other documents have such a member as well
  insert_line,
  replace_all,
  expected,  // how often the old text stands there
  edits,     // a list of old and new texts
  diff,
  for_people,  // a reason, a summary: nothing that the edit depends on
};
inline constexpr size_t kMeanings = static_cast<size_t>(Meaning::for_people) + 1;

struct Word {
  std::string_view key;
  Meaning meaning;
  json::Type type;          // of its value
  bool wraps_call = false;  // what an interface puts around a call, or around its arguments
  bool may_be_patch = false;
};

// Null: no word of calls.
const Word* word_of(std::string_view key);
bool has_meaning(std::string_view key, Meaning meaning);
bool may_wrap_call(std::string_view key);
bool may_hold_patch(std::string_view key);

// What a key or a tag may mean in a call that no reader knows, however it is written: "file_path", "FilePath". A set;
// two halves of one pair are an old and a new text: "before" and "after".
enum LooseMeaning : uint32_t {
  kPathWord = 1u << 0,
  kTextWord = 1u << 1,  // that is written, or that goes
  kToolWord = 1u << 2,  // the name of the tool
  kArgumentsWord = 1u << 3,
  kCommandWord = 1u << 4,  // of a shell
  kOldHalf = 1u << 8,      // of the first pair; the next bits are those of the others
  kNewHalf = 1u << 16,
};
uint32_t loose_meaning(std::string_view key);
// Whether both halves of a pair are among the meanings of an object's keys.
bool holds_pair(uint32_t meanings);

// The first words of a V4A patch.
inline constexpr std::string_view kPatchSign = "*** Begin Patch";

// The name of a tool that writes whole files.
bool is_writing_tool(std::string_view name);
// Of one that does nothing else than edit, or is told to by its command: a call of it without a command is an edit,
// whatever it lacks.
bool is_edit_tool(std::string_view name);
// Of one that deletes or moves files.
bool is_moving_tool(std::string_view name);
// Of one that changes something, in letters of any case.
bool is_changing_tool(std::string_view name);
// Does the name of a tool that is not known say that it changes files?
bool is_name_of_writer(std::string_view tool);

enum class CommandKind : uint8_t {
  edits,   // "str_replace": it is read
  unread,  // "undo_edit": it changes files in a way that is not read
  looks,   // any other
};
CommandKind command_kind(std::string_view command);

}  // namespace aptix::format
