// A new spelling is a row.
#include "format/calls/vocabulary.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/text/ascii.h"
#include "base/text/words.h"

namespace aptix::format {
namespace {

using json::Type;

constexpr Word kWords[] = {
    {"path", Meaning::path, Type::string},
    {"file_path", Meaning::path, Type::string},
    {"filePath", Meaning::path, Type::string},
    {"target_file", Meaning::path, Type::string},
    {"relative_path", Meaning::path, Type::string},
    {"filename", Meaning::path, Type::string},
    {"old_path", Meaning::other_path, Type::string},
    {"old_str", Meaning::old_text, Type::string},
    {"old_string", Meaning::old_text, Type::string},
    {"oldString", Meaning::old_text, Type::string},
    {"old_text", Meaning::old_text, Type::string},
    {"oldText", Meaning::old_text, Type::string},
    {"new_str", Meaning::new_text, Type::string},
    {"new_string", Meaning::new_text, Type::string},
    {"newString", Meaning::new_text, Type::string},
    {"new_text", Meaning::new_text, Type::string},
    {"newText", Meaning::new_text, Type::string},
    {"insert_text", Meaning::new_text, Type::string},
    {"file_text", Meaning::content, Type::string},
    {"content", Meaning::plain_content, Type::string, true},
    {"insert_line", Meaning::insert_line, Type::number},
    {"replace_all", Meaning::replace_all, Type::boolean},
    {"replaceAll", Meaning::replace_all, Type::boolean},
    {"expected_replacements", Meaning::expected, Type::number},
    {"expectedReplacements", Meaning::expected, Type::number},
    {"edits", Meaning::edits, Type::array},
    {"diff", Meaning::diff, Type::string},
    {"patch", Meaning::none, Type::string, false, true},
    {"patchText", Meaning::none, Type::string, false, true},
    {"patch_text", Meaning::none, Type::string, false, true},
    {"cmd", Meaning::none, Type::string, false, true},
    {"command", Meaning::command, Type::string, false, true},
    {"type", Meaning::command, Type::string},
    {"dryRun", Meaning::for_people, Type::boolean},
    {"instruction", Meaning::for_people, Type::string},
    {"instructions", Meaning::for_people, Type::string},
    {"explanation", Meaning::for_people, Type::string},
    {"description", Meaning::for_people, Type::string},
    {"view_range", Meaning::for_people, Type::array},
    {"input", Meaning::none, Type::object, true, true},
    {"arguments", Meaning::none, Type::object, true, true},
    {"args", Meaning::none, Type::object, true},
    {"parameters", Meaning::none, Type::object, true},
    {"function", Meaning::none, Type::object, true},
    {"operation", Meaning::none, Type::object, true},
    {"message", Meaning::none, Type::object, true},
    {"choices", Meaning::none, Type::array, true},
    {"tool_calls", Meaning::none, Type::array, true},
    {"tool_uses", Meaning::none, Type::array, true},
    {"calls", Meaning::none, Type::array, true},
};

// Words of calls that are only seen, in small letters and without what joins them.
constexpr struct {
  std::string_view letters;
  uint32_t meaning;
} kLooseWords[] = {
    {"file", kPathWord},
    {"targetpath", kPathWord},
    {"sourcepath", kPathWord},
    {"sourcefile", kPathWord},
    {"relativefilepath", kPathWord},
    {"absolutepath", kPathWord},
    {"absolutefilepath", kPathWord},
    {"newpath", kPathWord},
    {"notebookpath", kPathWord},
    {"paths", kPathWord},
    {"oldcode", kTextWord},
    {"oldcontent", kTextWord},
    {"newcode", kTextWord},
    {"newcontent", kTextWord},
    {"newsource", kTextWord},
    {"contents", kTextWord},
    {"filecontent", kTextWord},
    {"filecontents", kTextWord},
    {"codeedit", kTextWord},
    {"patch", kTextWord},
    {"replacementcontent", kTextWord},
    {"targetcontent", kTextWord},
    {"codecontent", kTextWord},
    {"documentcontent", kTextWord},
    {"name", kToolWord},
    {"tool", kToolWord},
    {"toolname", kToolWord},
    {"recipientname", kToolWord},
    {"arguments", kArgumentsWord},
    {"args", kArgumentsWord},
    {"input", kArgumentsWord},
    {"parameters", kArgumentsWord},
    {"params", kArgumentsWord},
    {"toolinput", kArgumentsWord},
    {"functioncall", kArgumentsWord},
    {"function", kArgumentsWord},
    {"command", kCommandWord},
    {"cmd", kCommandWord},
    // Words of other JSON as well, when they stand alone.
    {"old", kOldHalf},
    {"new", kNewHalf},
    {"search", kOldHalf << 1},
    {"find", kOldHalf << 1},
    {"replace", kNewHalf << 1},
    {"original", kOldHalf << 2},
    {"updated", kNewHalf << 2},
    {"before", kOldHalf << 3},
    {"after", kNewHalf << 3},
};

uint32_t loose_meaning_of(Meaning meaning) {
  switch (meaning) {
    case Meaning::path:
    case Meaning::other_path: return kPathWord;
    case Meaning::old_text:
    case Meaning::new_text:
    case Meaning::content:
    case Meaning::plain_content:
    case Meaning::diff: return kTextWord;
    case Meaning::none:
    case Meaning::command:
    case Meaning::insert_line:
    case Meaning::replace_all:
    case Meaning::expected:
    case Meaning::edits:
    case Meaning::for_people: return 0;
  }
  return 0;
}

bool is_joint(char byte) { return byte == '_' || byte == '-'; }

// But for capital letters and what joins the words.
bool same_words(std::string_view a, std::string_view b) {
  size_t i = 0, j = 0;
  while (true) {
    while (i < a.size() && is_joint(a[i])) ++i;
    while (j < b.size() && is_joint(b[j])) ++j;
    if (i == a.size() || j == b.size()) return i == a.size() && j == b.size();
    if (ascii_lower(a[i++]) != ascii_lower(b[j++])) return false;
  }
}

bool contains_any(std::string_view name, std::span<const std::string_view> words) {
  return std::any_of(
      words.begin(), words.end(), [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

}  // namespace

const Word* word_of(std::string_view key) {
  auto row = std::find_if(std::begin(kWords), std::end(kWords), [&](const Word& word) { return word.key == key; });
  return row == std::end(kWords) ? nullptr : row;
}

bool has_meaning(std::string_view key, Meaning meaning) {
  return std::any_of(std::begin(kWords), std::end(kWords),
      [&](const Word& word) { return word.meaning == meaning && same_letters(word.key, key); });
}

bool may_wrap_call(std::string_view key) {
  const Word* word = word_of(key);
  return word != nullptr && word->wraps_call;
}

bool may_hold_patch(std::string_view key) {
  const Word* word = word_of(key);
  return word != nullptr && word->may_be_patch;
}

bool is_writing_tool(std::string_view name) {
  constexpr std::string_view kVerbs[] = {"write", "Write", "create"};
  return contains_any(name, kVerbs);
}

bool is_edit_tool(std::string_view name) {
  constexpr std::string_view kNames[] = {"Edit", "MultiEdit", "Write", "edit_file", "write_file", "write_to_file",
      "create_file", "replace_in_file", "str_replace", "str_replace_editor", "str_replace_based_edit_tool"};
  return is_one_of(kNames, name);
}

bool is_moving_tool(std::string_view name) {
  constexpr std::string_view kVerbs[] = {"delete", "remove", "move", "rename"};
  constexpr std::string_view kNouns[] = {"_file", "_path", "File", "Path"};
  std::string lower = ascii_lower(name);
  return std::any_of(std::begin(kVerbs), std::end(kVerbs),
      [&](std::string_view verb) { return lower.starts_with(verb) && is_one_of(kNouns, name.substr(verb.size())); });
}

bool is_changing_tool(std::string_view name) {
  constexpr std::string_view kVerbs[] = {
      "write", "create", "patch", "edit", "replace", "apply", "insert", "delete", "update"};
  return contains_any(ascii_lower(name), kVerbs);
}

bool is_name_of_writer(std::string_view tool) {
  constexpr std::string_view kVerbs[] = {"write", "create", "edit", "replace", "insert", "delete", "remove", "move",
      "rename", "patch", "update", "modify", "append", "save"};
  constexpr std::string_view kFolders[] = {"director", "folder"};
  std::string name = ascii_lower(tool);
  std::erase_if(name, is_joint);
  return contains_any(name, kVerbs) && !contains_any(name, kFolders);
}

uint32_t loose_meaning(std::string_view key) {
  uint32_t meaning = 0;
  for (const auto& row : kLooseWords)
    if (same_words(row.letters, key)) meaning |= row.meaning;
  for (const Word& word : kWords)
    if (same_words(word.key, key)) meaning |= loose_meaning_of(word.meaning);
  return meaning;
}

bool holds_pair(uint32_t meanings) {
  constexpr uint32_t kHalves = 0xFF;
  return ((meanings / kOldHalf) & (meanings / kNewHalf) & kHalves) != 0;
}

CommandKind command_kind(std::string_view command) {
  constexpr std::string_view kRead[] = {"str_replace", "insert", "create"};
  constexpr std::string_view kUnread[] = {"undo_edit", "delete", "rename"};
  if (is_one_of(kRead, command)) return CommandKind::edits;
  return is_one_of(kUnread, command) ? CommandKind::unread : CommandKind::looks;
}

}  // namespace aptix::format
