// A level of wrapping is skimmed for itself, passed over by the level above, and in a call that writes its members are
// seen once more: the work may double with each level, so the depth is limited.
#include "format/json/json_call_shape.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/text/ascii.h"
#include "base/text/words.h"

namespace aptix::format {
namespace {

constexpr unsigned kMostWrapping = 8;   // objects and arrays around the arguments of a call
constexpr size_t kMostElements = 1000;  // of an array that are looked at

constexpr std::string_view kOldText[] = {"old_string", "old_str", "oldText", "old_text", "oldString"};
constexpr std::string_view kNewText[] = {"new_string", "new_str", "newText", "new_text", "newString"};
constexpr std::string_view kToolText[] = {"file_text", "insert_line", "diff"};
constexpr std::string_view kPath[] = {
    "path", "file_path", "filePath", "target_file", "relative_path", "filename", "old_path"};
constexpr std::string_view kUnreadCommands[] = {"undo_edit", "delete", "rename"};
constexpr std::string_view kCommands[] = {"str_replace", "insert", "create"};
constexpr std::string_view kEditTools[] = {"Edit", "MultiEdit", "Write", "edit_file", "write_file", "write_to_file",
    "create_file", "replace_in_file", "str_replace", "str_replace_editor", "str_replace_based_edit_tool"};
constexpr std::string_view kWrappingKeys[] = {"input", "arguments", "parameters", "args", "function", "operation",
    "content", "message", "choices", "tool_calls", "tool_uses", "calls"};
constexpr std::string_view kPatch[] = {"input", "patch", "patchText", "patch_text", "command", "cmd", "arguments"};

// A string with the JSON of a call in it: its quotes are escaped, so it is not skimmed but searched.
bool is_call_in_string(std::string_view text) {
  if (!text.starts_with('{') && !text.starts_with('[')) return false;
  constexpr std::string_view kSigns[] = {
      "old_str", "oldString", "oldText", "old_text", "file_text", "insert_line", kPatchSign};
  return std::any_of(std::begin(kSigns), std::end(kSigns),
      [&](std::string_view sign) { return text.find(sign) != std::string_view::npos; });
}

// A string, or an array of strings, one of which holds a patch.
bool holds_patch(Skimmer value) {
  bool list = value.take('[');
  for (size_t element = 0; element < kMostElements; ++element) {
    value.skip_space();
    if (value.peek() != '"') return false;
    std::optional<std::string_view> text = value.string();
    if (!text) return false;
    if (text->find(kPatchSign) != std::string_view::npos) return true;
    value.skip_space();
    if (!list || !value.take(',')) return false;
  }
  return false;
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

bool is_batch_in_string(std::string_view key, Skimmer value) {
  if (key == "content" || !may_wrap_call(key) || value.peek() != '"') return false;
  std::string_view text = value.string().value_or("");
  return text.starts_with('{') && text.find("originalSha256") != std::string_view::npos;
}

}  // namespace

bool may_wrap_call(std::string_view key) { return is_one_of(kWrappingKeys, key); }

bool may_hold_patch(std::string_view key) { return is_one_of(kPatch, key); }

bool is_writing_tool(std::string_view name) {
  return name.find("write") != std::string_view::npos || name.find("Write") != std::string_view::npos ||
      name.find("create") != std::string_view::npos;
}

bool is_edit_tool(std::string_view name) { return is_one_of(kEditTools, name); }

bool is_moving_tool(std::string_view name) {
  constexpr std::string_view kVerbs[] = {"delete", "remove", "move", "rename"};
  constexpr std::string_view kNouns[] = {"_file", "_path", "File", "Path"};
  std::string lower = ascii_lower(name);
  return std::any_of(std::begin(kVerbs), std::end(kVerbs),
      [&](std::string_view verb) { return lower.starts_with(verb) && is_one_of(kNouns, name.substr(verb.size())); });
}

void CallSigns::see(std::string_view key, const Skimmer& value) {
  bool text = value.peek() == '"';
  bool plain = value.peek() != '{' && value.peek() != '[';  // a schema has an object there
  old_text_ = old_text_ || (plain && is_one_of(kOldText, key));
  new_text_ = new_text_ || (plain && is_one_of(kNewText, key));
  tool_text_ = tool_text_ || is_one_of(kToolText, key);
  path_ = path_ || (text && is_one_of(kPath, key));
  content_ = content_ || (text && key == "content");
  deletes_ = deletes_ || (key == "type" && value.rest().starts_with("\"delete_file\""));
  if (text && key == "command") {
    Skimmer command = value;
    std::string_view word = command.string().value_or("");
    commands_ = commands_ || is_one_of(kCommands, word);
    unread_ = unread_ || is_one_of(kUnreadCommands, word);
    looks_ = looks_ || !commands_;
  }
  patch_ = patch_ || (may_hold_patch(key) && holds_patch(value));
  if (text && (key == "name" || key == "tool")) {
    Skimmer name = value;
    std::string_view tool = name.string().value_or("");
    writes_ = writes_ || is_writing_tool(tool);
    moves_ = moves_ || is_moving_tool(tool);
    known_ = known_ || is_edit_tool(tool);
  }
  batch_ = batch_ || (depth_ > 0 && key == "files" && holds_line_entry(value)) || is_batch_in_string(key, value);
  if (key == "edits" && !edits_) edits_ = holds_call(value, depth_ + 1);
  wrapped_ = wrapped_ || (moves_ && may_wrap_call(key));
  if (wrapped_ || !may_wrap_call(key) || depth_ >= kMostWrapping) return;
  wrapped_ = holds_call(value, depth_ + 1);
  if (wrapped_ || !(writes_ || known_) || value.peek() != '{') return;
  CallSigns inner(depth_ + 1);
  Skimmer members = value;
  walk_members(members, [&](std::string_view name, const Skimmer& member) {
    inner.see(name, member);
    return false;
  });
  wrapped_ = inner.path_ && (known_ ? !inner.looks_ : inner.content_);
}

bool CallSigns::is_call() const {
  // One that lacks an argument is a call, too: it must not be passed over.
  bool texts = old_text_ || new_text_;
  if ((old_text_ && new_text_) || (texts && (commands_ || path_))) return true;
  return edits_ || ((tool_text_ || commands_ || deletes_ || unread_) && path_) || patch_ || batch_ || wrapped_;
}

bool holds_call(Skimmer value, unsigned depth) {
  if (depth > kMostWrapping) return false;
  if (value.peek() == '"') return depth > 0 && is_call_in_string(value.string().value_or(""));
  if (value.take('[')) {
    for (size_t element = 0; element < kMostElements; ++element) {
      value.skip_space();
      if ((value.peek() == '{' || value.peek() == '[') && holds_call(value, depth + 1)) return true;
      if (!value.skip_value()) return false;
      value.skip_space();
      if (!value.take(',')) return false;
    }
    return false;
  }
  CallSigns signs(depth);
  JsonState state = walk_members(value, [&](std::string_view key, const Skimmer& member) {
    signs.see(key, member);
    return false;
  });
  return signs.is_call() || (state == JsonState::cut && signs.may_be_cut_call());
}

}  // namespace aptix::format
