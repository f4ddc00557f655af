// What an object is meant as is told by its keys, and by those of the first entry of its lists: each says something,
// and some things together are a document, or a call.
#include "format/json/kind.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "base/text/text.h"
#include "base/text/words.h"
#include "format/calls/vocabulary.h"

namespace aptix::format {
namespace {

constexpr size_t kKeysLookedAt = 32;     // for misspelt ones
constexpr unsigned kMostWrapping = 8;    // objects and lists around the arguments of a call
constexpr size_t kMostElements = 1000;   // of a list that are looked at
constexpr size_t kMostCallValues = 100;  // one after the other, that are looked through for a call

// What the members of one object say.
enum Sign : uint32_t {
  kOldText = 1u << 0,
  kNewText = 1u << 1,
  kPath = 1u << 2,
  kContent = 1u << 3,       // whole, under a name that other documents have as well
  kToolText = 1u << 4,      // a field that only edit tools have
  kEditList = 1u << 5,      // a list of edits
  kDeletes = 1u << 6,       // "type": "delete_file"
  kCommand = 1u << 7,       // one that is read
  kUnread = 1u << 8,        // one that changes files in a way that is not read
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
};

// Any of these rows makes a call. One that lacks an argument is a call, too: it must not be passed over.
constexpr uint32_t kCalls[] = {
    kOldText | kNewText,
    kOldText | kCommand,
    kOldText | kPath,
    kNewText | kCommand,
    kNewText | kPath,
    kToolText | kPath,
    kDeletes | kPath,
    kCommand | kPath,
    kUnread | kPath,
    kEditList,
    kPatch,
    kMovingTool | kWraps,
    kWritingTool | kWrittenFile,
    kEditTool | kNamedFile,
    kWrappedCall,
    kWrappedBatch,
};

bool is_call(uint32_t signs) {
  return std::any_of(std::begin(kCalls), std::end(kCalls), [&](uint32_t row) { return (signs & row) == row; });
}

uint32_t signs_of(Skimmer value, unsigned depth);

// A string with the JSON of a call in it: its quotes are escaped, so it is not skimmed but searched.
bool is_call_in_string(std::string_view text) {
  constexpr std::string_view kTelling[] = {
      "old_str", "oldString", "oldText", "old_text", "file_text", "insert_line", kPatchSign};
  return (text.starts_with('{') || text.starts_with('[')) &&
      std::any_of(std::begin(kTelling), std::end(kTelling),
          [&](std::string_view sign) { return text.find(sign) != std::string_view::npos; });
}

bool is_batch_in_string(std::string_view key, std::string_view text) {
  return key != "content" && text.starts_with('{') && text.find("originalSha256") != std::string_view::npos;
}

// Calls visit(element) for each element of a list until it returns true; whether it has.
template <class Visit>
bool any_element(Skimmer list, Visit visit) {
  if (!list.take('[')) return false;
  for (size_t element = 0; element < kMostElements; ++element) {
    list.skip_space();
    if (visit(list)) return true;
    if (!list.skip_value()) return false;
    list.skip_space();
    if (!list.take(',')) return false;
  }
  return false;
}

// A string, or a list of strings, one of which holds a patch.
bool holds_patch(const Skimmer& value) {
  auto is_patch = [](const Skimmer& text) { return text.string_here().find(kPatchSign) != std::string_view::npos; };
  return value.peek() == '[' ? any_element(value, is_patch) : is_patch(value);
}

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
  return (is_writing_tool(tool) ? kWritingTool : 0u) | (is_edit_tool(tool) ? kEditTool : 0u) |
      (is_moving_tool(tool) ? kMovingTool : 0u);
}

uint32_t sign_of_command(std::string_view key, std::string_view word) {
  if (key == "type") return word == "delete_file" ? kDeletes : 0u;
  switch (command_kind(word)) {
    case CommandKind::edits: return kCommand;
    case CommandKind::unread: return kUnread | kLooks;
    case CommandKind::looks: return word.empty() ? 0u : kLooks;
  }
  return 0;
}

enum class Given : uint8_t { anything, text, no_schema };  // which has an object or a list there

constexpr struct {
  Meaning meaning;
  Sign sign;
  Given given;
} kSignsOfMeanings[] = {
    {Meaning::old_text, kOldText, Given::no_schema},
    {Meaning::new_text, kNewText, Given::no_schema},
    {Meaning::path, kPath, Given::text},
    {Meaning::other_path, kPath, Given::text},
    {Meaning::plain_content, kContent, Given::text},
    {Meaning::content, kToolText, Given::anything},
    {Meaning::insert_line, kToolText, Given::anything},
    {Meaning::diff, kToolText, Given::anything},
};

uint32_t sign_of_meaning(const Word& word, const Skimmer& value, unsigned depth) {
  if (word.meaning == Meaning::command) return sign_of_command(word.key, value.string_here());
  if (word.meaning == Meaning::edits) return (signs_of(value, depth + 1) & kWrappedCall) != 0 ? kEditList : 0u;
  for (const auto& row : kSignsOfMeanings) {
    if (row.meaning != word.meaning) continue;
    bool text = value.peek() == '"', nested = value.peek() == '{' || value.peek() == '[';
    return row.given == Given::anything || (row.given == Given::text ? text : !nested) ? row.sign : 0u;
  }
  return 0;
}

// Of a member that may wrap a call.
uint32_t signs_inside(std::string_view key, const Skimmer& value, unsigned depth) {
  uint32_t signs = kWraps;
  if (is_batch_in_string(key, value.string_here())) signs |= kWrappedBatch;
  if (depth >= kMostWrapping) return signs;
  uint32_t inside = signs_of(value, depth + 1);
  if ((inside & kWrappedCall) != 0) signs |= kWrappedCall;
  if ((inside & kPath) == 0) return signs;
  return signs | ((inside & kContent) != 0 ? kWrittenFile : 0u) | ((inside & kLooks) == 0 ? kNamedFile : 0u);
}

uint32_t signs_of_member(std::string_view key, const Skimmer& value, unsigned depth) {
  if (key == "name" || key == "tool") return signs_of_name(value.string_here());
  if (key == "files" && depth > 0 && holds_line_entry(value)) return kWrappedBatch;
  const Word* word = word_of(key);
  if (word == nullptr) return 0;
  uint32_t signs = sign_of_meaning(*word, value, depth);
  if (word->may_be_patch && holds_patch(value)) signs |= kPatch;
  return word->wraps_call ? signs | signs_inside(key, value, depth) : signs;
}

// What an object says; of any value: whether it is a call, or holds one.
uint32_t signs_of(Skimmer value, unsigned depth) {
  if (depth > kMostWrapping) return 0;
  if (value.peek() == '"') return depth > 0 && is_call_in_string(value.string_here()) ? kWrappedCall : 0u;
  if (value.peek() == '[')
    return any_element(value,
               [&](const Skimmer& element) {
                 return element.peek() != '"' && (signs_of(element, depth + 1) & kWrappedCall) != 0;
               })
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

enum class KeyRole : uint8_t { other, root, files, patches, batch, entry, line_entry };

constexpr struct {
  std::string_view key;
  KeyRole role;
} kKeyRoles[] = {
    {"root", KeyRole::root},
    {"files", KeyRole::files},
    {"patches", KeyRole::patches},
    {"path", KeyRole::entry},
    {"batchLabel", KeyRole::batch},
    {"batchKey", KeyRole::batch},
    {"batchId", KeyRole::batch},
    {"operation", KeyRole::entry},
    {"content", KeyRole::entry},
    {"find", KeyRole::entry},
    {"replacements", KeyRole::entry},
    {"docPath", KeyRole::line_entry},
    {"originalSha256", KeyRole::line_entry},
    {"changes", KeyRole::line_entry},
    {"fileKey", KeyRole::line_entry},
    {"fileLabel", KeyRole::line_entry},
};

KeyRole role_of(std::string_view key) {
  for (const auto& row : kKeyRoles)
    if (row.key == key) return row.role;
  return KeyRole::other;
}

// What the first element of one of our lists is, by the first of its keys that tells.
enum class Entry : uint8_t { absent, unknown, edit, line_edit };

Entry first_entry(Skimmer list) {
  Entry entry = Entry::unknown;
  if (!list.take('[')) return entry;
  list.skip_space();
  walk_members(list, [&](std::string_view key, const Skimmer&) {
    KeyRole role = role_of(key);
    if (role == KeyRole::entry || role == KeyRole::patches) entry = Entry::edit;
    else if (role == KeyRole::line_entry) entry = Entry::line_edit;
    return entry != Entry::unknown;
  });
  return entry;
}

bool is_misspelt(std::string_view key) {
  return edit_distance(key, "files", 1) <= 1 || edit_distance(key, "patches", 1) <= 1 || key == "patch";
}

// What the top level of an object says about its kind.
struct TopLevel {
  bool root = false;
  bool batch = false;  // a label or key of a line-patch batch
  bool other_keys = false;
  bool nearly_ours = false;  // a misspelt 'files' or 'patches'
  size_t keys = 0;
  Entry files = Entry::absent;
  Entry patches = Entry::absent;
  JsonKind first = JsonKind::none;  // which of the two came first
  uint32_t signs = 0;

  bool certain() const { return files > Entry::unknown || patches == Entry::edit; }
  void see(std::string_view key, const Skimmer& value);
  JsonKind kind() const;

 private:
  JsonKind told_by_entries() const;
};

void TopLevel::see(std::string_view key, const Skimmer& value) {
  signs |= signs_of_member(key, value, 0);
  switch (role_of(key)) {
    case KeyRole::root: root = true; break;
    case KeyRole::batch: batch = true; break;
    case KeyRole::files:
      files = first_entry(value);
      if (first == JsonKind::none) first = JsonKind::bundle;
      break;
    case KeyRole::patches:
      patches = first_entry(value);
      if (first == JsonKind::none) first = JsonKind::patch;
      break;
    case KeyRole::entry:
    case KeyRole::line_entry:
    case KeyRole::other: other_keys = true; break;
  }
  nearly_ours = nearly_ours || (++keys <= kKeysLookedAt && is_misspelt(key));
}

JsonKind TopLevel::told_by_entries() const {
  if (files == Entry::edit) return first;
  if (batch || files == Entry::line_edit) return JsonKind::line_patch;
  return patches == Entry::edit ? first : JsonKind::none;
}

JsonKind TopLevel::kind() const {
  if (JsonKind told = told_by_entries(); told != JsonKind::none) return told;
  if (is_call(signs)) return JsonKind::edit_tool;
  // Other programs have a list called 'files' as well (package.json): ours has a root, or nothing else.
  bool lists = files != Entry::absent || patches != Entry::absent;
  if (lists && (root || !other_keys)) return first;
  return root && (nearly_ours || !other_keys) ? JsonKind::bundle : JsonKind::none;
}

enum class Look : uint8_t { whole, until_certain };

JsonShape look_at_object(std::string_view text, Look how) {
  Skimmer skimmer(text);
  skimmer.skip_space();
  JsonShape shape;
  shape.begin = skimmer.at();
  TopLevel top;
  shape.state = walk_members(skimmer, [&](std::string_view key, const Skimmer& value) {
    top.see(key, value);
    return how == Look::until_certain && top.certain();
  });
  shape.end = skimmer.at();
  shape.kind = top.kind();
  // A call that was cut before its new text is one all the same: it must not be passed over.
  bool cut_call = shape.state == JsonState::cut && (top.signs & kOldText) != 0;
  if (shape.kind == JsonKind::none && cut_call) shape.kind = JsonKind::edit_tool;
  return shape;
}

JsonShape look_at_list(std::string_view text) {
  Skimmer skimmer(text);
  skimmer.skip_space();
  JsonShape shape;
  shape.begin = skimmer.at();
  shape.kind = (signs_of(skimmer, 0) & kWrappedCall) != 0 ? JsonKind::edit_tool : JsonKind::none;
  shape.state = skimmer.skip_value() ? JsonState::complete : JsonState::cut;
  shape.end = skimmer.at();
  return shape;
}

bool is_quote_end(char byte) { return std::string_view("\"'`\x98\x99\x9C\x9D").find(byte) != std::string_view::npos; }

// Whether the word at `at` stands in quotes of any kind, with a colon after them.
bool is_key_at(std::string_view text, size_t at, size_t size) {
  if (at == 0 || !is_quote_end(text[at - 1])) return false;
  size_t colon = text.find_first_not_of("\"'` \t\r\n\xE2\x80\x98\x99\x9C\x9D", at + size);
  return colon != std::string_view::npos && text[colon] == ':';
}

// Calls as models give them in a code block: in a list, or a value a line.
bool holds_calls(std::string_view text) {
  for (size_t value = 0; value < kMostCallValues; ++value) {
    size_t start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos || (text[start] != '[' && text[start] != '{')) return false;
    text.remove_prefix(start);
    JsonShape shape = json_shape(text);
    if (shape.kind != JsonKind::none) return shape.kind == JsonKind::edit_tool;
    if (shape.state != JsonState::complete) return false;
    text.remove_prefix(shape.end);
  }
  return false;
}

}  // namespace

JsonShape json_shape(std::string_view text) {
  Skimmer skimmer(text);
  skimmer.skip_space();
  return skimmer.peek() == '[' ? look_at_list(text) : look_at_object(text, Look::whole);
}

bool is_line_patch(std::string_view text) {
  return look_at_object(text, Look::until_certain).kind == JsonKind::line_patch;
}

KeyMention next_key_mention(std::string_view text, size_t from) {
  for (size_t at = text.find_first_of("fp", from); at != std::string_view::npos;
       at = text.find_first_of("fp", at + 1)) {
    std::string_view word = text[at] == 'f' ? "files" : "patches";
    if (text.substr(at, word.size()) == word && is_key_at(text, at, word.size()))
      return {at, text[at] == 'f' ? JsonKind::bundle : JsonKind::patch};
  }
  return {};
}

JsonKind meant_as(const Block& block) {
  JsonShape shape = look_at_object(block.body, Look::until_certain);
  if (shape.kind != JsonKind::none) return shape.kind;
  if (holds_calls(block.body)) return JsonKind::edit_tool;
  bool bare = block.form == Block::Form::bare;
  // A list is no document of ours; one without its end was cut, and its reader says so.
  if (bare && block.body.starts_with('['))
    return look_at_list(block.body).state == JsonState::complete ? JsonKind::none : JsonKind::bundle;
  if (shape.state != JsonState::broken && shape.state != JsonState::cut) return JsonKind::none;
  KeyMention mention = next_key_mention(block.body.substr(0, shape.begin + kNearStart), shape.begin);
  if (mention.kind != JsonKind::none) return mention.kind;
  // Bare, it was only taken for a block because it may be ours.
  return bare ? JsonKind::bundle : JsonKind::none;
}

}  // namespace aptix::format
