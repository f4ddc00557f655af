// The keys of an object, and those of the first entry of its lists, decide together whether it is a document or a call.
#include "answer/tree/kind.h"

#include <algorithm>
#include <utility>

#include "answer/tree/json_support.h"
#include "answer/tree/vocabulary.h"
#include "base/text/ascii.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

using json::Type;
using json::Value;

constexpr std::string_view kEntryKeys[] = {"path", "operation", "content", "find", "replacements", "patches"};
constexpr std::string_view kLineEntryKeys[] = {"docPath", "originalSha256", "changes", "fileKey", "fileLabel"};
constexpr std::string_view kBatchKeys[] = {"batchLabel", "batchKey", "batchId"};

// What the first element of a list is, by the first key that decides it.
enum class Entry : uint8_t { absent, unknown, edit, line_edit };

Entry first_entry(const Value& list) {
  if (list.type() != Type::array || list.size() == 0) return Entry::unknown;
  const Value entry = *list.begin();
  for (auto member = entry.begin(); entry.type() == Type::object && member != entry.end(); ++member) {
    if (is_one_of(kEntryKeys, member.member().key)) return Entry::edit;
    if (is_one_of(kLineEntryKeys, member.member().key)) return Entry::line_edit;
  }
  return Entry::unknown;
}

// What the keys at the top level say about the kind of an object.
struct TopLevel {
  bool root = false;
  bool batch = false;  // a label or key of a line-patch batch
  bool other_keys = false;
  bool nearly_ours = false;  // a misspelt 'files' or 'patches'
  Entry files = Entry::absent;
  Entry patches = Entry::absent;
  JsonKind first = JsonKind::none;  // which of the two lists came first

  explicit TopLevel(const Value& object) {
    constexpr size_t kKeysLookedAt = 32;  // when looking for misspelt ones
    size_t keys = 0;
    for (auto member = object.begin(); object.type() == Type::object && member != object.end(); ++member) {
      std::string_view key = member.member().key;
      bool list = key == "files" || key == "patches";
      if (list) (key == "files" ? files : patches) = first_entry(*member);
      if (list && first == JsonKind::none) first = key == "files" ? JsonKind::bundle : JsonKind::patch;
      root = root || key == "root";
      batch = batch || is_one_of(kBatchKeys, key);
      other_keys = other_keys || (!list && key != "root" && !is_one_of(kBatchKeys, key));
      nearly_ours = nearly_ours ||
          (++keys <= kKeysLookedAt &&
              (edit_distance(key, "files", 1) <= 1 || edit_distance(key, "patches", 1) <= 1 || key == "patch"));
    }
  }

  bool certain() const { return files > Entry::unknown || patches == Entry::edit; }

  JsonKind told_by_names() const {
    // Other programs also have a list 'files' (package.json). Ours has a root, or no other keys.
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

JsonState state_of(const json::ReadResult& read) {
  JsonState state = JsonState::complete;
  for (const json::Fault& fault : read.errors) {
    if (fault.code == Code::json_truncated) return JsonState::cut;
    if (fault.code != Code::json_duplicate_key && fault.code != Code::json_surrogate) state = JsonState::broken;
  }
  return state;
}

// The shape of the first value in the text, as far as it can be read.
JsonShape shape_of(const json::ReadResult& read) {
  JsonShape shape;
  if (!read.document) return shape;
  const Value value = read.document->root();
  shape.begin = value.offset();
  shape.end = read.end;
  if (value.type() < Type::string) return shape;
  shape.state = state_of(read);
  TopLevel top(value);
  shape.certain = top.certain();
  shape.kind = top.told_by_entries();
  if (shape.kind == JsonKind::none) {
    // A call that is cut off before its new text still counts: it must not be skipped.
    bool cut = shape.state == JsonState::cut;
    auto is_call = [](const CallSense& call) { return call.sense >= Sense::files; };
    auto may_be_call = [](const CallSense& call) { return call.sense >= Sense::files || call.old_text; };
    std::optional<FoundCall> call =
        cut ? first_call(value, Reach::anywhere, may_be_call) : first_call(value, Reach::wrapped, is_call);
    if (call) shape.kind = JsonKind::edit_tool;
    shape.only_files = call && call->sense == Sense::files;
  }
  if (shape.kind == JsonKind::none) shape.kind = top.told_by_names();
  bool ours = shape.kind == JsonKind::bundle || shape.kind == JsonKind::patch;
  shape.open = ours && !top.certain() && !top.root;
  return shape;
}

// If the start of a long text is certainly one of our documents, the rest is not read.
JsonShape look_at_start(std::string_view text) {
  constexpr size_t kTellingStart = 64 << 10;
  JsonShape shape = json_shape(text.substr(0, kTellingStart));
  return shape.certain || text.size() <= kTellingStart ? shape : json_shape(text);
}

bool is_line_patch(std::string_view text) { return look_at_start(text).kind == JsonKind::line_patch; }

// Does an object, a list or a string begin right here? REQUIRES: the text is not empty.
bool begins_value(std::string_view text) { return text[0] == '{' || text[0] == '[' || text[0] == '"'; }

// Is the word at `at` in quotes of any kind, with a colon after them?
bool is_key_at(std::string_view text, size_t at, size_t size) {
  if (at == 0 || std::string_view("\"'`\x98\x99\x9C\x9D").find(text[at - 1]) == std::string_view::npos) return false;
  size_t colon = text.find_first_not_of("\"'` \t\r\n\xE2\x80\x98\x99\x9C\x9D", at + size);
  return colon != std::string_view::npos && text[colon] == ':';
}

// Is the text calls as models write them in a code block: in a list, or one value a line?
bool holds_calls(std::string_view text) {
  JsonShape shape;
  each_value(text, kSpacesBetween, [&](const json::ReadResult& read, size_t start) {
    if (!begins_value(text.substr(start))) return false;
    shape = shape_of(read);
    return shape.kind == JsonKind::none && shape.state == JsonState::complete;
  });
  return shape.kind == JsonKind::edit_tool;
}

// The member with that key, in letters of any case, if it has that type.
std::optional<Value> named(const Value& object, std::string_view key, Type type) {
  for (auto at = object.begin(); object.type() == Type::object && at != object.end(); ++at)
    if (same_letters(at.member().key, key)) return (*at).type() == type ? std::optional(*at) : std::nullopt;
  return std::nullopt;
}

bool has_text(const Value& object, std::string_view key) { return named(object, key, Type::string).has_value(); }

std::optional<Value> first_of(const Value& object, std::string_view list) {
  std::optional<Value> value = named(object, list, Type::array);
  return value && value->size() != 0 ? std::optional(*value->begin()) : std::nullopt;
}

// A change of a line-patch batch, without its file.
bool is_line_change(const Value& object) {
  std::optional<Value> operation = named(object, "operation", Type::string);
  auto is_named = [&](const line_patch::OperationRow& row) { return row.name == operation->text(); };
  if (!operation || std::ranges::none_of(line_patch::kOperations, is_named)) return false;
  bool placed = named(object, "afterLine", Type::number) || named(object, "startLine", Type::number) ||
      named(object, "matchLines", Type::array);
  return placed && (named(object, "newLines", Type::array) || named(object, "expectedOriginalLines", Type::array));
}

// Calls are found by sense_of(). "path" and "operation" also occur in descriptions of interfaces, but with other words.
// Lists of files have a path and a content; listings of a directory or a package have no content.
bool is_edit(const Value& object) {
  if (is_line_change(object) || is_batch_entry(object)) return true;
  std::optional<Value> operation = named(object, "operation", Type::string);
  if (operation && has_text(object, "path") && is_one_of(bundle::kOperationNames, ascii_lower(operation->text())))
    return true;
  std::optional<Value> patch = first_of(object, "patches"), file = first_of(object, "files");
  return (patch && has_text(*patch, "find") && (has_text(*patch, "replace") || has_text(*patch, "replacement"))) ||
      (file && has_text(*file, "path") && has_text(*file, "content"));
}

}  // namespace

JsonShape json_shape(std::string_view text) { return shape_of(json::read(text, {.prefix = true, .partial = true})); }

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
  // If the block has a path, the JSON is that file, unless it is certainly an edit.
  bool of_json = block.naming.path.find(".json") != std::string::npos || block.naming.labels.shown;
  bool open = (shape.only_files && of_json) || shape.open;
  if (open && (block.naming.is_for_edit() || block.naming.labels.shown)) return JsonKind::none;
  if (shape.kind != JsonKind::none) return shape.kind;
  if (shape.state == JsonState::complete && holds_calls(block.body.substr(shape.end))) return JsonKind::edit_tool;
  bool bare = block.form == Block::Form::bare;
  // A list is no document of ours. Without its end it was cut off, which its reader reports.
  if (bare && block.body.starts_with('['))
    return shape.state == JsonState::complete ? JsonKind::none : JsonKind::bundle;
  if (shape.state != JsonState::broken && shape.state != JsonState::cut) return JsonKind::none;
  KeyMention mention = next_key_mention(block.body.substr(0, shape.begin + kNearStart), shape.begin);
  if (mention.kind != JsonKind::none) return mention.kind;
  // Without a fence it became a block only because it may be ours.
  return bare ? JsonKind::bundle : JsonKind::none;
}

bool may_be_line_patch(const Block& block) {
  constexpr size_t kMostBytes = 1 << 20;  // a document without a telling entry is short
  if (block.body.size() > kMostBytes) return false;
  bool has_field = block.body.find("originalSha256") != std::string_view::npos;  // only a batch has it
  json::ReadResult read = json::read(block.body);
  auto is_syntax = [](const json::Fault& fault) { return fault.code == Code::json_syntax; };
  if (std::any_of(read.errors.begin(), read.errors.end(), is_syntax))
    return has_field && block.body.find_first_not_of(" \t\r\n") == block.body.find('{');
  auto files = read.document ? read.document->root().find("files") : std::nullopt;
  if (!files || files->type() != Type::array) return files.has_value();
  if (files->size() == 0) return true;
  Value first = *files->begin();
  if (first.type() != Type::object || !first.find("path")) return true;
  return first.find("originalSha256") && !first.find("content") && !first.find("patches");
}

namespace {

// Collects the batches in a value of the body. `base`: offset of the value's text.
void find_batches(std::string_view body, const Value& value, size_t base, std::vector<WrappedBatch>& found,
    const std::string& pointer = {}, unsigned level = 0) {
  constexpr unsigned kMostLevels = 16;  // objects, lists and strings around a batch
  constexpr size_t kMostBatches = 100;
  if (level > kMostLevels || found.size() == kMostBatches) return;
  size_t begin = base + value.offset(), size = value.end_offset() - value.offset();
  bool text = value.type() == Type::string, object = value.type() == Type::object;
  if ((text && is_line_patch(value.text())) || (object && level > 0 && is_line_patch(body.substr(begin, size)))) {
    found.push_back({text ? std::optional(std::string(value.text())) : std::nullopt, begin, size, pointer});
    return;
  }
  size_t index = 0;
  for (auto at = value.begin(); at != value.end(); ++at) {
    std::string_view key = at.member().key;
    bool prose = key == "content" && (*at).type() == Type::string;
    if (!object) find_batches(body, *at, base, found, element_pointer(pointer, index++), level + 1);
    else if (word_of(key).is(kWrapsCall) && !prose)
      find_batches(body, *at, base, found, member_pointer(pointer, key), level + 1);
  }
}

}  // namespace

bool holds_inner_batch(const Value& value) {
  return look_inside(value, Reach::strings, [](const Value& inner, std::string_view, size_t) {
    return inner.type() == Type::object && is_batch_entry(inner);
  });
}

bool holds_inner_document(std::string_view text, bool (*is_answer)(std::string_view text)) {
  bool found = false;
  each_value(text, kCommasBetween, [&](const json::ReadResult& read, size_t start) {
    if (!begins_value(text.substr(start))) return false;
    found = read.document &&
        look_inside(read.document->root(), Reach::strings, [&](const Value& inner, std::string_view, size_t) {
          if (inner.type() == Type::object) return is_edit(inner);
          return inner.text().find('\n') != std::string_view::npos && is_answer(inner.text());
        });
    return !found;
  });
  return found;
}

std::vector<WrappedBatch> wrapped_batches(const Block& block) {
  auto mentions = [&](std::string_view field) { return block.body.find(field) != std::string_view::npos; };
  if (!mentions("originalSha256") && !mentions("docPath")) return {};
  std::vector<WrappedBatch> found;
  bool sound = each_value(block.body, kSpacesBetween, [&](const json::ReadResult& read, size_t start) {
    if (read.document) find_batches(block.body, read.document->root(), start, found);
    return true;
  });
  return sound ? std::move(found) : std::vector<WrappedBatch>();
}

bool holds_other_calls(const Block& block, const std::vector<WrappedBatch>& batches) {
  std::string rest(block.body);
  for (const WrappedBatch& batch : batches) {
    std::fill_n(rest.begin() + static_cast<std::ptrdiff_t>(batch.offset), batch.size, ' ');
    rest.replace(batch.offset, 2, batch.text ? "\"\"" : "{}");
  }
  Block without = block;
  without.body = rest;
  if (meant_as(without) != JsonKind::none) return true;
  bool other = false;
  auto writes = [](const CallSense& call) { return call.sense != Sense::none; };
  each_value(rest, kSpacesBetween, [&](const json::ReadResult& read, size_t) {
    other = read.document && first_call(read.document->root(), Reach::wrapped, writes);
    return !other;
  });
  return other;
}

}  // namespace aptix::answer
