// Skims JSON: strings, brackets and commas only. Depth is a counter, so nesting costs nothing.
#include "format/json_shape.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/text.h"

namespace aptix::format {
namespace {

constexpr size_t kKeysLookedAt = 32;  // for misspelt ones
constexpr unsigned kMostWrapping = 3;  // objects around the arguments of a call

// A byte that cannot be part of a number or a word.
bool ends_scalar(char byte) {
  switch (byte) {
    case ',': case ':': case '[': case ']': case '{': case '}': case '"': case '/':
    case ' ': case '\t': case '\r': case '\n': return true;
    default: return false;
  }
}

class Skimmer {
 public:
  explicit Skimmer(std::string_view text) : text_(text) {}

  size_t at() const { return at_; }
  bool at_end() const { return at_ >= text_.size(); }
  std::string_view rest() const { return text_.substr(at_); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }

  bool take(char byte) {
    if (at_end() || text_[at_] != byte) return false;
    ++at_;
    return true;
  }

  // Blanks, line ends and comments.
  void skip_space() {
    while (!at_end()) {
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
      std::string_view rest = text_.substr(at_, 2);
      if (rest == "//") skip_behind("\n");
      else if (rest == "/*") skip_behind("*/");
      else return;
    }
  }

  // The raw text between the quotes; nothing when the text ends first. REQUIRES: peek() == '"'.
  std::optional<std::string_view> string() {
    size_t start = ++at_;
    for (size_t quote = text_.find('"', at_); quote != std::string_view::npos; quote = text_.find('"', at_)) {
      at_ = quote + 1;
      size_t solid = quote;  // behind the last byte that is no backslash
      while (solid > start && text_[solid - 1] == '\\') --solid;
      if ((quote - solid) % 2 == 0) return text_.substr(start, quote - start);
    }
    at_ = text_.size();
    return std::nullopt;
  }

  // One value of any kind; false when the text ends inside it.
  bool skip_value() {
    uint64_t depth = 0;
    while (true) {
      skip_space();
      if (at_end()) return false;
      char byte = text_[at_];
      if (byte == '"') {
        if (!string()) return false;
      } else if (byte == '{' || byte == '[') {
        ++at_;
        ++depth;
        continue;
      } else if (byte == '}' || byte == ']') {
        if (depth == 0) return true;  // a value is missing: the caller sees what stands here
        ++at_;
        --depth;
      } else if (byte == ',' || byte == ':') {
        if (depth == 0) return true;
        ++at_;
        continue;
      } else {
        for (++at_; !at_end() && !ends_scalar(text_[at_]);) ++at_;
      }
      if (depth == 0) return true;
    }
  }

 private:
  void skip_behind(std::string_view mark) {
    size_t found = text_.find(mark, at_ + 2);
    at_ = found == std::string_view::npos ? text_.size() : found + mark.size();
  }

  std::string_view text_;
  size_t at_ = 0;
};

enum class KeyRole : uint8_t { other, root, files, patches, batch, entry, line_entry, old_text, new_text, tool_name };

constexpr struct {
  std::string_view key;
  KeyRole role;
} kKeyRoles[] = {
    {"root", KeyRole::root},           {"files", KeyRole::files},
    {"patches", KeyRole::patches},     {"path", KeyRole::entry},
    {"batchLabel", KeyRole::batch},    {"batchKey", KeyRole::batch},
    {"batchId", KeyRole::batch},
    {"operation", KeyRole::entry},     {"content", KeyRole::entry},
    {"find", KeyRole::entry},          {"replacements", KeyRole::entry},
    {"docPath", KeyRole::line_entry},  {"originalSha256", KeyRole::line_entry},
    {"changes", KeyRole::line_entry},  {"fileKey", KeyRole::line_entry},
    {"fileLabel", KeyRole::line_entry}, {"old_string", KeyRole::old_text},
    {"old_str", KeyRole::old_text},    {"oldText", KeyRole::old_text},
    {"old_text", KeyRole::old_text},   {"oldString", KeyRole::old_text},
    {"new_string", KeyRole::new_text}, {"new_str", KeyRole::new_text},
    {"newText", KeyRole::new_text},    {"new_text", KeyRole::new_text},
    {"newString", KeyRole::new_text},  {"file_text", KeyRole::tool_name},
    {"insert_line", KeyRole::tool_name}, {"diff", KeyRole::tool_name},
};

KeyRole role_of(std::string_view key) {
  for (const auto& row : kKeyRoles)
    if (row.key == key) return row.role;
  return KeyRole::other;
}

// What the first element of an array (or a lone object) has for keys.
struct EntryKeys {
  bool is_object = false;
  bool entry = false;
  bool line_entry = false;
  bool old_text = false;
  bool new_text = false;

  void add(KeyRole role) {
    entry = entry || role == KeyRole::entry || role == KeyRole::patches;
    line_entry = line_entry || role == KeyRole::line_entry;
    old_text = old_text || role == KeyRole::old_text;
    new_text = new_text || role == KeyRole::new_text;
  }
};

enum class Look : uint8_t { whole, until_certain };

// Walks the members of an object; `visit(role, key)` is called in front of each value and may
// move the skimmer into it on a copy. It returns true to stop early.
template <class Visit>
JsonState walk_members(Skimmer& skimmer, Visit visit) {
  if (!skimmer.take('{')) return JsonState::absent;
  while (true) {
    skimmer.skip_space();
    if (skimmer.take('}')) return JsonState::complete;
    if (skimmer.at_end()) return JsonState::cut;
    if (skimmer.peek() != '"') return JsonState::broken;
    std::optional<std::string_view> key = skimmer.string();
    skimmer.skip_space();
    if (!key || skimmer.at_end()) return JsonState::cut;
    if (!skimmer.take(':')) return JsonState::broken;
    skimmer.skip_space();
    if (visit(*key, skimmer)) return JsonState::cut;
    if (!skimmer.skip_value()) return JsonState::cut;
    skimmer.skip_space();
    if (skimmer.at_end()) return JsonState::cut;
    if (!skimmer.take(',') && skimmer.peek() != '}') return JsonState::broken;
  }
}

EntryKeys keys_of_object(Skimmer skimmer) {
  EntryKeys keys;
  keys.is_object = skimmer.peek() == '{';
  walk_members(skimmer, [&](std::string_view key, const Skimmer&) {
    keys.add(role_of(key));
    return keys.entry || keys.line_entry || (keys.old_text && keys.new_text);
  });
  return keys;
}

EntryKeys keys_of_first_element(Skimmer skimmer) {
  if (!skimmer.take('[')) return {};
  skimmer.skip_space();
  return keys_of_object(skimmer);
}

// What the top level of an object says about its kind.
struct TopLevel {
  bool root = false;
  bool batch = false;              // a label or key of a line-patch batch
  bool other_keys = false;
  bool nearly_ours = false;  // a misspelt 'files' or 'patches'
  bool path = false;
  bool tool_text = false;
  bool wrapped = false;      // a call of an edit tool in one of its members
  bool deletes = false;      // "type": "delete_file"
  unsigned depth = 0;        // of such wrapping around this object
  size_t keys = 0;
  EntryKeys own;             // keys of the object itself
  EntryKeys edits;           // of the first element of 'edits'
  std::optional<EntryKeys> files;
  std::optional<EntryKeys> patches;
  JsonKind first = JsonKind::none;  // which of the two came first

  bool certain() const { return (files && (files->entry || files->line_entry)) || (patches && patches->entry); }
  void see(std::string_view key, const Skimmer& value);
  JsonKind kind() const;
};

// Members that hold the arguments of a call.
bool may_wrap(std::string_view key) {
  return key == "input" || key == "arguments" || key == "parameters" || key == "args" || key == "function" || key == "operation";
}

// An object that is one, or a string with the JSON of one.
bool holds_tool_call(Skimmer value, unsigned depth) {
  if (value.peek() == '"') {
    std::optional<std::string_view> text = value.string();
    constexpr std::string_view kNames[] = {"old_str", "oldString", "oldText", "old_text", "file_text", "insert_line"};
    return text && text->starts_with('{') &&
           std::any_of(std::begin(kNames), std::end(kNames), [&](std::string_view name) { return text->find(name) != std::string_view::npos; });
  }
  TopLevel inner;
  inner.depth = depth;
  walk_members(value, [&](std::string_view key, const Skimmer& member) {
    inner.see(key, member);
    return false;
  });
  return inner.kind() == JsonKind::edit_tool;
}

bool is_misspelt(std::string_view key) {
  return edit_distance(key, "files", 1) <= 1 || edit_distance(key, "patches", 1) <= 1 || key == "patch";
}

void TopLevel::see(std::string_view key, const Skimmer& value) {
  KeyRole role = role_of(key);
  own.add(role);
  if (role == KeyRole::root) root = true;
  else if (role == KeyRole::batch) batch = true;
  else if (role == KeyRole::files) files = keys_of_first_element(value);
  else if (role == KeyRole::patches) patches = keys_of_first_element(value);
  else other_keys = true;
  if (first == JsonKind::none && role == KeyRole::files) first = JsonKind::bundle;
  if (first == JsonKind::none && role == KeyRole::patches) first = JsonKind::patch;
  if (role == KeyRole::tool_name) tool_text = true;
  if (key == "edits") edits = keys_of_first_element(value);
  wrapped = wrapped || (may_wrap(key) && depth < kMostWrapping && holds_tool_call(value, depth + 1));
  deletes = deletes || (key == "type" && value.rest().starts_with("\"delete_file\""));
  path = path || key == "path" || key == "file_path" || key == "filePath";
  nearly_ours = nearly_ours || (++keys <= kKeysLookedAt && is_misspelt(key));
}

JsonKind TopLevel::kind() const {
  if (batch && !(files && files->entry)) return JsonKind::line_patch;
  if (files && files->entry) return first;
  if (files && files->line_entry) return JsonKind::line_patch;
  if (patches && patches->entry) return first;
  if ((own.old_text && own.new_text) || (edits.old_text && edits.new_text) || (tool_text && path))
    return JsonKind::edit_tool;
  if (wrapped || (deletes && path)) return JsonKind::edit_tool;
  // Other programs have a list called 'files' as well (package.json): ours has a root, or nothing else.
  if ((files || patches) && (root || !other_keys)) return first;
  if (root && (nearly_ours || !other_keys)) return JsonKind::bundle;
  return JsonKind::none;
}

bool is_quote_end(char byte) { return std::string_view("\"'`\x98\x99\x9C\x9D").find(byte) != std::string_view::npos; }

// Whether the word at `at` stands in quotes of any kind, with a colon behind them.
bool is_key_at(std::string_view text, size_t at, size_t size) {
  if (at == 0 || !is_quote_end(text[at - 1])) return false;
  size_t colon = text.find_first_not_of("\"'` \t\r\n\xE2\x80\x98\x99\x9C\x9D", at + size);
  return colon != std::string_view::npos && text[colon] == ':';
}

JsonShape look(std::string_view text, Look how) {
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
  if (shape.kind == JsonKind::none && shape.state == JsonState::cut && top.own.old_text) shape.kind = JsonKind::edit_tool;
  return shape;
}

}  // namespace

JsonShape json_shape(std::string_view text) { return look(text, Look::whole); }

JsonShape json_glance(std::string_view text) { return look(text, Look::until_certain); }

std::optional<size_t> json_array_end(std::string_view text) {
  Skimmer skimmer(text);
  if (!skimmer.skip_value()) return std::nullopt;
  return skimmer.at();
}

KeyMention next_key_mention(std::string_view text, size_t from) {
  for (size_t at = text.find_first_of("fp", from); at != std::string_view::npos; at = text.find_first_of("fp", at + 1)) {
    std::string_view word = text[at] == 'f' ? "files" : "patches";
    if (text.substr(at, word.size()) == word && is_key_at(text, at, word.size()))
      return {at, text[at] == 'f' ? JsonKind::bundle : JsonKind::patch};
  }
  return {};
}

namespace {

// A list of calls, as models give them in a code block.
bool is_list_of_calls(std::string_view text) {
  size_t bracket = text.find_first_not_of(" \t\r\n");
  if (bracket == std::string_view::npos || text[bracket] != '[') return false;
  size_t first = text.find_first_not_of(" \t\r\n", bracket + 1);
  return first != std::string_view::npos && text[first] == '{' && json_glance(text.substr(first)).kind == JsonKind::edit_tool;
}

}  // namespace

JsonKind meant_as(const Block& block) {
  if (block.form == Block::Form::fenced && is_list_of_calls(block.body)) return JsonKind::edit_tool;
  // An array is no document of ours; one without its end was cut, and its reader says so.
  if (block.form == Block::Form::bare && block.body.starts_with('['))
    return json_array_end(block.body) ? JsonKind::none : JsonKind::bundle;
  JsonShape shape = json_glance(block.body);
  bool faulty = shape.state == JsonState::broken || shape.state == JsonState::cut;
  if (shape.kind != JsonKind::none || !faulty) return shape.kind;
  KeyMention mention = next_key_mention(block.body.substr(0, shape.begin + kNearStart), shape.begin);
  if (mention.kind != JsonKind::none) return mention.kind;
  // Bare, it was only taken for a block because it may be ours.
  return block.form == Block::Form::bare ? JsonKind::bundle : JsonKind::none;
}

}  // namespace aptix::format
