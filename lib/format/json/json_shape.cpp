// What an object is meant as is told by the keys at its top, and by those of the first entry of its lists.
#include "format/json/json_shape.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/text/text.h"
#include "format/json/json_call_shape.h"
#include "format/json/json_skim.h"

namespace aptix::format {
namespace {

constexpr size_t kKeysLookedAt = 32;  // for misspelt ones

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

// What the first element of an array (or a lone object) has for keys.
struct EntryKeys {
  bool is_object = false;
  bool entry = false;
  bool line_entry = false;

  void add(KeyRole role) {
    entry = entry || role == KeyRole::entry || role == KeyRole::patches;
    line_entry = line_entry || role == KeyRole::line_entry;
  }
};

enum class Look : uint8_t { whole, until_certain };

EntryKeys keys_of_object(Skimmer skimmer) {
  EntryKeys keys;
  keys.is_object = skimmer.peek() == '{';
  walk_members(skimmer, [&](std::string_view key, const Skimmer&) {
    keys.add(role_of(key));
    return keys.entry || keys.line_entry;
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
  bool batch = false;  // a label or key of a line-patch batch
  bool other_keys = false;
  bool nearly_ours = false;  // a misspelt 'files' or 'patches'
  size_t keys = 0;
  CallSigns call;
  std::optional<EntryKeys> files;
  std::optional<EntryKeys> patches;
  JsonKind first = JsonKind::none;  // which of the two came first

  bool certain() const { return (files && (files->entry || files->line_entry)) || (patches && patches->entry); }
  void see(std::string_view key, const Skimmer& value);
  JsonKind kind() const;
};

bool is_misspelt(std::string_view key) {
  return edit_distance(key, "files", 1) <= 1 || edit_distance(key, "patches", 1) <= 1 || key == "patch";
}

void TopLevel::see(std::string_view key, const Skimmer& value) {
  KeyRole role = role_of(key);
  call.see(key, value);
  if (role == KeyRole::root) root = true;
  else if (role == KeyRole::batch) batch = true;
  else if (role == KeyRole::files) files = keys_of_first_element(value);
  else if (role == KeyRole::patches) patches = keys_of_first_element(value);
  else other_keys = true;
  if (first == JsonKind::none && role == KeyRole::files) first = JsonKind::bundle;
  if (first == JsonKind::none && role == KeyRole::patches) first = JsonKind::patch;
  nearly_ours = nearly_ours || (++keys <= kKeysLookedAt && is_misspelt(key));
}

JsonKind TopLevel::kind() const {
  if (batch && !(files && files->entry)) return JsonKind::line_patch;
  if (files && files->entry) return first;
  if (files && files->line_entry) return JsonKind::line_patch;
  if (patches && patches->entry) return first;
  if (call.is_call()) return JsonKind::edit_tool;
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
  if (shape.kind == JsonKind::none && shape.state == JsonState::cut && top.call.may_be_cut_call())
    shape.kind = JsonKind::edit_tool;
  return shape;
}

}  // namespace

JsonShape json_shape(std::string_view text) { return look(text, Look::whole); }

JsonShape json_glance(std::string_view text) { return look(text, Look::until_certain); }

JsonShape json_array_shape(std::string_view text) {
  Skimmer skimmer(text);
  skimmer.skip_space();
  JsonShape shape;
  shape.begin = skimmer.at();
  if (skimmer.peek() != '[') return shape;
  shape.kind = holds_call(skimmer) ? JsonKind::edit_tool : JsonKind::none;
  shape.state = skimmer.skip_value() ? JsonState::complete : JsonState::cut;
  shape.end = skimmer.at();
  return shape;
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

namespace {

constexpr size_t kMostSkimmedValues = 100;  // one behind the other, that are looked through for a call

// Calls as models give them in a code block: in a list, or a value a line.
bool holds_calls(std::string_view text) {
  for (size_t value = 0; value < kMostSkimmedValues; ++value) {
    size_t start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos || (text[start] != '[' && text[start] != '{')) return false;
    text.remove_prefix(start);
    JsonShape shape = text[0] == '[' ? json_array_shape(text) : json_shape(text);
    if (shape.kind != JsonKind::none) return shape.kind == JsonKind::edit_tool;
    if (shape.state != JsonState::complete) return false;
    text.remove_prefix(shape.end);
  }
  return false;
}

}  // namespace

JsonKind meant_as(const Block& block) {
  JsonShape shape = json_glance(block.body);
  if (shape.kind == JsonKind::none && holds_calls(block.body)) return JsonKind::edit_tool;
  // An array is no document of ours; one without its end was cut, and its reader says so.
  if (block.form == Block::Form::bare && block.body.starts_with('['))
    return json_array_shape(block.body).state == JsonState::complete ? JsonKind::none : JsonKind::bundle;
  bool faulty = shape.state == JsonState::broken || shape.state == JsonState::cut;
  if (shape.kind != JsonKind::none || !faulty) return shape.kind;
  KeyMention mention = next_key_mention(block.body.substr(0, shape.begin + kNearStart), shape.begin);
  if (mention.kind != JsonKind::none) return mention.kind;
  // Bare, it was only taken for a block because it may be ours.
  return block.form == Block::Form::bare ? JsonKind::bundle : JsonKind::none;
}

}  // namespace aptix::format
