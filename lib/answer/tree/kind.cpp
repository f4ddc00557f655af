// What an object is meant as is told by its keys, and by those of the first entry of its lists: each says something,
// and some things together are a document, or a call.
#include "answer/tree/kind.h"

#include "answer/tree/call_sense.h"
#include "base/text/text.h"

namespace aptix::answer {
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

// What the first element of one of our lists is, by the first of its keys that tells.
enum class Entry : uint8_t { absent, unknown, edit, line_edit };

Entry first_entry(const json::Value& list) {
  if (list.type() != json::Type::array || list.size() == 0) return Entry::unknown;
  const json::Value entry = *list.begin();
  for (auto member = entry.begin(); entry.type() == json::Type::object && member != entry.end(); ++member) {
    KeyRole role = role_of(member.member().key);
    if (role == KeyRole::entry || role == KeyRole::patches) return Entry::edit;
    if (role == KeyRole::line_entry) return Entry::line_edit;
  }
  return Entry::unknown;
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

  bool certain() const { return files > Entry::unknown || patches == Entry::edit; }

  void see(std::string_view key, const json::Value& value) {
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

  JsonKind told_by_names() const {
    // Other programs have a list called 'files' as well (package.json): ours has a root, or nothing else.
    bool lists = files != Entry::absent || patches != Entry::absent;
    if (lists && (root || !other_keys)) return first;
    return root && (nearly_ours || !other_keys) ? JsonKind::bundle : JsonKind::none;
  }

  JsonKind told_by_entries() const {
    if (files == Entry::edit) return first;
    if (batch || files == Entry::line_edit) return JsonKind::line_patch;
    return patches == Entry::edit ? first : JsonKind::none;
  }
};

// The first call in the value. One that was cut before its new text is one all the same: it must not be passed over.
std::optional<FoundCall> call_in(const json::Value& value, JsonState state) {
  auto is_call = [](const CallSense& call) { return call.sense >= Sense::files; };
  auto may_be_call = [](const CallSense& call) { return call.sense >= Sense::files || call.old_text; };
  if (state == JsonState::cut) return first_call(value, Reach::anywhere, may_be_call);
  return first_call(value, Reach::wrapped, is_call);
}

JsonState state_of(const json::ReadResult& read) {
  JsonState state = JsonState::complete;
  for (const json::Fault& fault : read.errors) {
    if (fault.code == Code::json_truncated) return JsonState::cut;
    if (fault.code != Code::json_duplicate_key && fault.code != Code::json_surrogate) state = JsonState::broken;
  }
  return state;
}

// The value that the text begins with, as far as it can be read. `certain`: its entries say that it is one of our
// documents.
struct Look : JsonShape {
  bool certain = false;
};

Look shape_of(const json::ReadResult& read) {
  Look shape;
  if (!read.document) return shape;
  const json::Value value = read.document->root();
  shape.begin = value.offset();
  shape.end = read.end;
  bool object = value.type() == json::Type::object;
  if (!object && value.type() != json::Type::array && value.type() != json::Type::string) return shape;
  shape.state = state_of(read);
  TopLevel top;
  for (auto member = value.begin(); object && member != value.end(); ++member) top.see(member.member().key, *member);
  shape.certain = top.certain();
  shape.kind = top.told_by_entries();
  if (shape.kind == JsonKind::none)
    if (std::optional<FoundCall> call = call_in(value, shape.state)) {
      shape.kind = JsonKind::edit_tool;
      shape.only_files = call->sense == Sense::files;
    }
  if (shape.kind == JsonKind::none) shape.kind = top.told_by_names();
  bool ours = shape.kind == JsonKind::bundle || shape.kind == JsonKind::patch;
  shape.open = ours && !top.certain() && !top.root;
  return shape;
}

Look look_at(std::string_view text) { return shape_of(json::read(text, {.prefix = true, .partial = true})); }

// Of a long text its start says enough where it is one of our documents for certain.
JsonShape look_at_start(std::string_view text) {
  constexpr size_t kTellingStart = 64 << 10;
  Look shape = look_at(text.substr(0, kTellingStart));
  return shape.certain || text.size() <= kTellingStart ? shape : look_at(text);
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
  JsonShape shape;
  each_value(text, kSpacesBetween, [&](const json::ReadResult& read, size_t start) {
    if (!begins_value(text.substr(start))) return false;
    shape = shape_of(read);
    return shape.kind == JsonKind::none && shape.state == JsonState::complete;
  });
  return shape.kind == JsonKind::edit_tool;
}

}  // namespace

JsonShape json_shape(std::string_view text) { return look_at(text); }

bool is_line_patch(std::string_view text) { return look_at_start(text).kind == JsonKind::line_patch; }

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
  JsonShape shape = look_at_start(block.body);
  // The path of a block says that the JSON is a file, unless it is an edit for sure.
  bool of_json = block.naming.path.find(".json") != std::string::npos || block.naming.labels.shown;
  bool open = (shape.only_files && of_json) || shape.open;
  if (open && (block.naming.is_for_edit() || block.naming.labels.shown)) return JsonKind::none;
  if (shape.kind != JsonKind::none) return shape.kind;
  if (shape.state == JsonState::complete && holds_calls(block.body.substr(shape.end))) return JsonKind::edit_tool;
  bool bare = block.form == Block::Form::bare;
  // A list is no document of ours; one without its end was cut, and its reader says so.
  if (bare && block.body.starts_with('['))
    return shape.state == JsonState::complete ? JsonKind::none : JsonKind::bundle;
  if (shape.state != JsonState::broken && shape.state != JsonState::cut) return JsonKind::none;
  KeyMention mention = next_key_mention(block.body.substr(0, shape.begin + kNearStart), shape.begin);
  if (mention.kind != JsonKind::none) return mention.kind;
  // Bare, it was only taken for a block because it may be ours.
  return bare ? JsonKind::bundle : JsonKind::none;
}

}  // namespace aptix::answer
