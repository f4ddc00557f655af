#include "answer/tree/inside.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "answer/tree/call_sense.h"
#include "answer/tree/fields.h"
#include "answer/tree/json_support.h"
#include "answer/tree/kind.h"
#include "answer/tree/vocabulary.h"
#include "base/text/ascii.h"
#include "base/text/trim.h"

namespace aptix::answer {
namespace {

constexpr unsigned kMostDepth = 8;

using json::Type;
using json::Value;

std::optional<Value> member(const Value& object, std::string_view key) {
  if (object.type() != Type::object) return std::nullopt;
  for (auto at = object.begin(); at != object.end(); ++at)
    if (same_letters(at.member().key, key)) return *at;
  return std::nullopt;
}

bool has(const Value& object, std::string_view key, Type type) {
  std::optional<Value> value = member(object, key);
  return value && value->type() == type;
}

bool has_text(const Value& object, std::initializer_list<std::string_view> keys) {
  return std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return has(object, key, Type::string); });
}

bool has_word(const Value& object, std::string_view key, std::span<const std::string_view> words) {
  std::optional<Value> value = member(object, key);
  return value && value->type() == Type::string &&
      std::any_of(words.begin(), words.end(), [&](std::string_view word) { return same_letters(value->text(), word); });
}

std::optional<Value> first_of(const Value& object, std::string_view list) {
  std::optional<Value> value = member(object, list);
  if (!value || value->type() != Type::array || value->size() == 0) return std::nullopt;
  return *value->begin();
}

bool is_replacement(const Value& object) {
  return has_text(object, {"find"}) && has_text(object, {"replace", "replacement"});
}

// One of those of a file that is not named.
bool is_line_change(const Value& object) {
  std::optional<Value> operation = member(object, "operation");
  if (!operation || operation->type() != Type::string) return false;
  auto is_named = [&](const line_patch::OperationRow& row) { return row.name == operation->text(); };
  if (std::none_of(std::begin(line_patch::kOperations), std::end(line_patch::kOperations), is_named)) return false;
  bool placed = has(object, "afterLine", Type::number) || has(object, "startLine", Type::number) ||
      has(object, "matchLines", Type::array);
  return placed && (has(object, "newLines", Type::array) || has(object, "expectedOriginalLines", Type::array));
}

// "path" and "operation" stand in descriptions of interfaces as well: with other words. A list of files has a path and
// a content each; lists of what a directory or a package holds have no content. Calls are seen by their senses.
bool is_edit(const Value& object) {
  if (is_line_change(object) || is_batch_entry(object)) return true;
  if (has_text(object, {"path"}) && has_word(object, "operation", bundle::kOperationNames)) return true;
  std::optional<Value> patch = first_of(object, "patches");
  std::optional<Value> file = first_of(object, "files");
  return (patch && is_replacement(*patch)) || (file && has_text(*file, {"path"}) && has_text(*file, {"content"}));
}

// Whether `is_wanted` says so of an object anywhere in the value, or `is_answer` of a string that is no JSON.
struct Search {
  bool (*is_wanted)(const Value& object);
  bool (*is_answer)(std::string_view text);

  bool in(const Value& value, unsigned depth = 0) const {
    if (depth > kMostDepth) return false;
    if (value.type() == Type::string) return in_string(value.text(), depth);
    if (value.type() != Type::object && value.type() != Type::array) return false;
    if (value.type() == Type::object && is_wanted(value)) return true;
    for (auto at = value.begin(); at != value.end(); ++at)
      if (in(*at, depth + 1)) return true;
    return false;
  }

  bool in_string(std::string_view text, unsigned depth) const {
    if (!begins_json(text)) return is_answer != nullptr && text.find('\n') != std::string_view::npos && is_answer(text);
    json::ReadResult inner = json::read(text);
    return inner.document && in(inner.document->root(), depth + 1);
  }
};

constexpr unsigned kMostLevels = 16;  // objects, lists and strings around a batch
constexpr size_t kMostBatches = 100;

class BatchFinder {
 public:
  explicit BatchFinder(std::string_view body) : body_(body) {}

  // One of the values that stand after each other in the body, which begins at `base`.
  void look_at(const Value& value, size_t base) {
    base_ = base;
    look(value, "", 0);
  }

  std::vector<WrappedBatch> take() { return std::move(found_); }

 private:
  void look(const Value& value, const std::string& pointer, unsigned level) {
    if (level > kMostLevels || found_.size() == kMostBatches) return;
    switch (value.type()) {
      case Type::object: return look_into_object(value, pointer, level);
      case Type::array: {
        size_t index = 0;
        for (Value element : value) look(element, element_pointer(pointer, index++), level + 1);
        return;
      }
      case Type::string:
        if (is_line_patch(value.text()))
          found_.push_back({.text = std::string(value.text()),
              .offset = base_ + value.offset(),
              .size = value.end_offset() - value.offset(),
              .pointer = pointer});
        return;
      case Type::null:
      case Type::boolean:
      case Type::number: return;
    }
  }

  void look_into_object(const Value& object, const std::string& pointer, unsigned level) {
    size_t begin = base_ + object.offset(), end = base_ + object.end_offset();
    if (level > 0 && is_line_patch(body_.substr(begin, end - begin))) {
      found_.push_back({.text = {}, .offset = begin, .size = end - begin, .pointer = pointer});
      return;
    }
    for (auto member = object.begin(); member != object.end(); ++member) {
      std::string_view key = member.member().key;
      bool prose = key == "content" && (*member).type() == Type::string;
      if (may_wrap_call(key) && !prose) look(*member, member_pointer(pointer, key), level + 1);
    }
  }

  std::string_view body_;
  size_t base_ = 0;
  std::vector<WrappedBatch> found_;
};

}  // namespace

bool holds_inner_batch(const Value& value) { return Search{is_batch_entry, nullptr}.in(value); }

bool holds_inner_document(std::string_view text, bool (*is_answer)(std::string_view text)) {
  bool found = false;
  each_value(text, kCommasBetween, [&](const json::ReadResult& read, size_t start) {
    if (!begins_value(text.substr(start))) return false;
    found = read.document && Search{is_edit, is_answer}.in(read.document->root());
    return !found;
  });
  return found;
}

std::vector<WrappedBatch> wrapped_batches(const Block& block) {
  auto mentions = [&](std::string_view field) { return block.body.find(field) != std::string_view::npos; };
  if (!mentions("originalSha256") && !mentions("docPath")) return {};
  BatchFinder finder(block.body);
  bool sound = each_value(block.body, kSpacesBetween, [&](const json::ReadResult& read, size_t start) {
    if (read.document) finder.look_at(read.document->root(), start);
    return true;
  });
  return sound ? finder.take() : std::vector<WrappedBatch>();
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
