// Each member says something, and some things together are a call.
#include "format/json/call_signs.h"

#include <algorithm>
#include <iterator>

#include "base/json/json.h"
#include "format/json/vocabulary.h"

namespace aptix::format {
namespace {

constexpr unsigned kMostWrapping = 8;  // objects and lists around the arguments of a call

// What the members of one object say.
enum Sign : uint32_t {
  kOldText = 1u << 0,
  kNewText = 1u << 1,
  kPath = 1u << 2,
  kContent = 1u << 3,   // whole, under a name that other documents have as well
  kToolText = 1u << 4,  // a field that only edit tools have
  kEditList = 1u << 5,  // a list of edits
  kWeakOld = 1u << 6,   // old and new text under such names
  kWeakNew = 1u << 7,
  kCommand = 1u << 8,       // one that changes files
  kLooks = 1u << 9,         // any other
  kPatch = 1u << 10,        // a text that holds a V4A patch
  kWritingTool = 1u << 11,  // the name of a tool
  kEditTool = 1u << 12,
  kMovingTool = 1u << 13,
  kWraps = 1u << 14,         // a member that may wrap a call
  kWrittenFile = 1u << 15,   // in one: a path, and a content
  kNamedFile = 1u << 16,     // in one: a path, and no command that looks
  kWrappedCall = 1u << 17,   // in one: a call
  kWrappedBatch = 1u << 18,  // the files of a line-patch batch, or all of one in a string
  kWeakContent = 1u << 19,   // in calls of tools that write alone
  kMoveEnd = 1u << 20,       // one of the two paths of a move
  kToolName = 1u << 21,      // a tool is named
  kAlien = 1u << 22,         // no word of calls, or one that a whole file does not go with
  kMapped = 1u << 23,        // a path as the key of a content
  kWrappedPair = 1u << 24,   // in one: an old and a new text
};

// Any of these rows makes a call. One that lacks an argument is a call, too: it must not be passed over.
constexpr uint32_t kCalls[] = {
    kOldText | kNewText,
    kOldText | kCommand,
    kOldText | kPath,
    kNewText | kCommand,
    kNewText | kPath,
    kWeakOld | kWeakNew | kPath,
    kToolText | kPath,
    kCommand | kPath,
    kCommand | kMoveEnd,
    kEditList,
    kPatch,
    kMovingTool | kWraps,
    kMovingTool | kPath,
    kMovingTool | kMoveEnd,
    kWritingTool | kPath | kContent,
    kWritingTool | kPath | kWeakContent,
    kWritingTool | kWrittenFile,
    kEditTool | kNamedFile,
    kEditTool | kWrappedPair,
    kWrappedCall,
    kWrappedBatch,
};

// {"path": "a.c", "content": "..."}
bool is_file_entry(uint32_t signs) {
  constexpr uint32_t kEntry = kPath | kContent;
  return (signs & (kEntry | kAlien | kToolName | kLooks)) == kEntry;
}

bool is_call(uint32_t signs) {
  return is_file_entry(signs) || (signs & kMapped) != 0 ||
      std::any_of(std::begin(kCalls), std::end(kCalls), [&](uint32_t row) { return (signs & row) == row; });
}

uint32_t signs_of(Skimmer value, unsigned depth);

bool is_json_start(std::string_view text) { return text.starts_with('{') || text.starts_with('['); }

// Of a string with JSON in it.
uint32_t signs_in_string(std::string_view raw, unsigned depth) {
  if (!is_json_start(raw)) return 0;
  std::string quoted = "\"" + std::string(raw) + "\"";
  json::ReadResult read = json::read(quoted);
  return read.document ? signs_of(Skimmer(read.document->root().text()), depth + 1) : 0u;
}

bool is_batch_in_string(std::string_view key, std::string_view text) {
  return key != "content" && text.starts_with('{') && text.find("originalSha256") != std::string_view::npos;
}

// A string, or a list of strings, one of which holds a patch.
bool holds_patch(const Skimmer& value) {
  auto is_patch = [](const Skimmer& text) { return text.string_here().find(kPatchSign) != std::string_view::npos; };
  return value.peek() == '[' ? any_element(value, is_patch) : is_patch(value);
}

// A unified diff, as it stands in a string of JSON.
bool names_its_files(std::string_view raw) { return raw.find("\\n+++ ") != std::string_view::npos; }

// Whether the first element of a list is an entry of a line-patch batch.
bool holds_line_entry(Skimmer value) {
  if (!value.take('[')) return false;
  value.skip_space();
  bool found = false;
  walk_members(
      value, [&](std::string_view key, const Skimmer&) { return found = key == "docPath" || key == "originalSha256"; });
  return found;
}

uint32_t signs_of_name(std::string_view tool) {
  Act act = act_of_tool(tool);
  if (act == Act::remove || act == Act::move || act == Act::copy) return kMovingTool;
  bool writes = act == Act::create || act == Act::write;
  return (is_edit_tool(tool) ? kEditTool : 0u) | (writes ? kWritingTool : 0u);
}

// Other JSON has a "type", too: only few of its words say that it is a call.
uint32_t sign_of_command(const Word& word, std::string_view command) {
  Act act = act_of_command(command);
  if (word.is(kWeak)) return act == Act::remove && command != "remove" ? kCommand : 0u;
  if (command.empty()) return 0;
  return changes_files(act) ? kCommand | (act == Act::undo ? kLooks : 0u) : kLooks;
}

enum class Given : uint8_t { text, no_schema };  // which has an object or a list there

constexpr struct {
  Meaning meaning;
  Sign sign;
  uint32_t weak_sign;
  Given given;
} kSignsOfMeanings[] = {
    {Meaning::old_text, kOldText, kWeakOld, Given::no_schema},
    {Meaning::new_text, kNewText, kWeakNew, Given::no_schema},
    {Meaning::path, kPath, 0, Given::text},
    {Meaning::from_path, kMoveEnd, 0, Given::text},
    {Meaning::to_path, kMoveEnd, 0, Given::text},
    {Meaning::plain_content, kContent, kWeakContent, Given::text},
    {Meaning::content, kToolText, 0, Given::no_schema},
    {Meaning::excerpt, kToolText, kWeakContent, Given::text},
    {Meaning::insert_line, kToolText, 0, Given::no_schema},
    {Meaning::diff, kToolText, 0, Given::no_schema},
    {Meaning::cell, kToolText, 0, Given::no_schema},
};

uint32_t signs_of_edits(const Skimmer& list, unsigned depth) {
  constexpr uint32_t kWeakPair = kWeakOld | kWeakNew;
  uint32_t signs = 0;
  any_element(list, [&](const Skimmer& edit) {
    uint32_t inside = edit.peek() == '{' ? signs_of(edit, depth + 1) : 0u;
    signs |= (inside & kWrappedCall) != 0 ? kEditList : (inside & kWeakPair) == kWeakPair ? kWeakPair : 0u;
    return signs != 0;
  });
  if (list.peek() == '"') signs = (signs_in_string(list.string_here(), depth) & kWrappedCall) != 0 ? kEditList : 0u;
  return signs;
}

uint32_t sign_of_meaning(const Word& word, const Skimmer& value, unsigned depth) {
  if (word.meaning == Meaning::tool) return signs_of_name(value.string_here()) | kToolName;
  if (word.meaning == Meaning::command) return sign_of_command(word, value.string_here());
  if (word.meaning == Meaning::edits) return signs_of_edits(value, depth);
  for (const auto& row : kSignsOfMeanings) {
    if (row.meaning != word.meaning) continue;
    bool text = value.peek() == '"', nested = value.peek() == '{' || value.peek() == '[';
    if (row.given == Given::text ? !text : nested) return kAlien;
    if (word.meaning == Meaning::path && !is_path_text(value.string_here())) return kPath | kAlien;
    return word.is(kWeak) ? row.weak_sign : row.sign;
  }
  bool beside_files = word.meaning == Meaning::for_people || word.meaning == Meaning::overwrite || word.is(kWrapsCall);
  return beside_files ? 0u : kAlien;
}

// Of a member that may wrap a call.
uint32_t signs_inside(std::string_view key, const Skimmer& value, unsigned depth) {
  uint32_t signs = kWraps;
  if (is_batch_in_string(key, value.string_here())) signs |= kWrappedBatch;
  if (depth >= kMostWrapping) return signs;
  uint32_t inside = signs_of(value, depth + 1);
  if ((inside & kWrappedCall) != 0) signs |= kWrappedCall;
  constexpr uint32_t kPair = kWeakOld | kWeakNew;
  if ((inside & kPair) == kPair) signs |= kWrappedPair;
  if ((inside & kPath) == 0) return signs;
  bool written = (inside & (kContent | kWeakContent)) != 0;
  return signs | (written ? kWrittenFile : 0u) | ((inside & kLooks) == 0 ? kNamedFile : 0u);
}

// Of a file rather than of a message: it has lines.
bool is_text_of_file(std::string_view raw) { return raw.ends_with("\\n"); }

// {"write_file": {...}}, {"a.c": "..."}
uint32_t signs_of_other_key(std::string_view key, const Skimmer& value, unsigned depth) {
  if (value.peek() == '{' && is_edit_tool(key)) return signs_of_name(key) | signs_inside(key, value, depth);
  return is_path_text(key) && is_text_of_file(value.string_here()) ? kMapped : kAlien;
}

uint32_t signs_of_member(std::string_view key, const Skimmer& value, unsigned depth) {
  if (key == "files" && depth > 0 && holds_line_entry(value)) return kWrappedBatch;
  const Word* word = word_of(key);
  if (word == nullptr) return signs_of_other_key(key, value, depth);
  uint32_t signs = sign_of_meaning(*word, value, depth);
  std::string_view text = value.string_here();
  bool diff = word->meaning == Meaning::diff && names_its_files(text);
  if (diff || (word->is(kMayBePatch) && holds_patch(value))) signs |= kPatch;
  bool wraps = word->is(kWrapsCall) && (value.peek() != '"' || is_json_start(text));
  return wraps ? signs | signs_inside(key, value, depth) : signs;
}

// What an object says; of any value: whether it is a call, or holds one.
uint32_t signs_of(Skimmer value, unsigned depth) {
  if (depth > kMostWrapping) return 0;
  if (value.peek() == '"') return depth > 0 ? signs_in_string(value.string_here(), depth) : 0u;
  if (value.peek() == '[')
    return any_element(
               value, [&](const Skimmer& element) { return (signs_of(element, depth + 1) & kWrappedCall) != 0; })
        ? kWrappedCall
        : 0u;
  uint32_t signs = 0;
  JsonState state = walk_members(value, [&](std::string_view key, const Skimmer& member) {
    signs |= signs_of_member(key, member, depth);
    return false;
  });
  bool cut = state == JsonState::cut && (signs & kOldText) != 0;  // before its new text
  return cut || is_call(signs) ? signs | kWrappedCall : signs;
}

}  // namespace

CallSigns call_signs_of(std::string_view key, const Skimmer& value) { return signs_of_member(key, value, 0); }

bool make_call(CallSigns signs) { return is_call(signs); }

bool make_files_alone(CallSigns signs) {
  return (signs & (kWraps | kToolText | kToolName)) == 0 && (is_file_entry(signs) || (signs & kMapped) != 0);
}

bool hold_old_text(CallSigns signs) { return (signs & kOldText) != 0; }

bool holds_call(const Skimmer& value) { return (signs_of(value, 1) & kWrappedCall) != 0; }

}  // namespace aptix::format
