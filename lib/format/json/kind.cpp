// What an object is meant as is told by its keys, and by those of the first entry of its lists: each says something,
// and some things together are a document, or a call.
#include "format/json/kind.h"

#include "base/text/text.h"
#include "format/json/call_sense.h"

namespace aptix::format {
namespace {

constexpr size_t kKeysLookedAt = 32;     // for misspelt ones
constexpr size_t kMostCallValues = 100;  // one after the other, that are looked through for a call

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

  bool certain() const { return files > Entry::unknown || patches == Entry::edit; }

  void see(std::string_view key, const Skimmer& value) {
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

// The first call in the value that the text begins with. One that was cut before its new text is one all the same: it
// must not be passed over.
std::optional<FoundCall> call_in(std::string_view text, JsonState state) {
  json::ReadResult read = json::read(text, {.prefix = true, .partial = true});
  if (!read.document) return std::nullopt;
  auto is_call = [](const CallSense& call) { return call.sense >= Sense::files; };
  auto may_be_call = [](const CallSense& call) { return call.sense >= Sense::files || call.old_text; };
  if (state == JsonState::cut) return first_call(read.document->root(), Reach::anywhere, may_be_call);
  return first_call(read.document->root(), Reach::wrapped, is_call);
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
  shape.kind = top.told_by_entries();
  if (shape.kind == JsonKind::none && shape.state != JsonState::absent)
    if (std::optional<FoundCall> call = call_in(text.substr(shape.begin), shape.state)) {
      shape.kind = JsonKind::edit_tool;
      shape.only_files = call->sense == Sense::files;
    }
  if (shape.kind == JsonKind::none) shape.kind = top.told_by_names();
  bool ours = shape.kind == JsonKind::bundle || shape.kind == JsonKind::patch;
  shape.open = ours && !top.certain() && !top.root;
  return shape;
}

// A list, or a string in which JSON stands.
JsonShape look_at_list(std::string_view text) {
  Skimmer skimmer(text);
  skimmer.skip_space();
  JsonShape shape;
  shape.begin = skimmer.at();
  shape.state = skimmer.skip_value() ? JsonState::complete : JsonState::cut;
  shape.end = skimmer.at();
  if (std::optional<FoundCall> call = call_in(text.substr(shape.begin), shape.state)) {
    shape.kind = JsonKind::edit_tool;
    shape.only_files = call->sense == Sense::files;
  }
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
    if (start == std::string_view::npos || std::string_view("[{\"").find(text[start]) == std::string_view::npos)
      return false;
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
  bool list = skimmer.peek() == '[' || skimmer.peek() == '"';
  return list ? look_at_list(text) : look_at_object(text, Look::whole);
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
  if (block.body.starts_with('[')) shape.only_files = look_at_list(block.body).only_files;
  // The path of a block says that the JSON is a file, unless it is an edit for sure.
  bool of_json = block.naming.path.find(".json") != std::string::npos || block.naming.labels.shown;
  bool open = (shape.only_files && of_json) || shape.open;
  if (open && (block.naming.is_for_edit() || block.naming.labels.shown)) return JsonKind::none;
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
