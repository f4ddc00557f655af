#include "format/json/inner_document.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "base/text/ascii.h"
#include "format/find/extract.h"
#include "format/format.h"
#include "format/json/fields.h"

namespace aptix::format {
namespace {

constexpr unsigned kMostDepth = 8;
constexpr unsigned kMostInnerValues = 100;  // one behind the other

std::optional<json::Value> inner_member(const json::Value& object, std::string_view key) {
  if (object.type() != json::Type::object) return std::nullopt;
  for (auto at = object.begin(); at != object.end(); ++at)
    if (same_letters(at.member().key, key)) return *at;
  return std::nullopt;
}

bool has(const json::Value& object, std::string_view key, json::Type type) {
  std::optional<json::Value> value = inner_member(object, key);
  return value && value->type() == type;
}

bool has_text(const json::Value& object, std::initializer_list<std::string_view> keys) {
  return std::any_of(
      keys.begin(), keys.end(), [&](std::string_view key) { return has(object, key, json::Type::string); });
}

// "path" and "operation" stand in descriptions of interfaces as well: with other words.
bool has_operation(const json::Value& object) {
  constexpr std::string_view kNames[] = {"create", "replace", "delete", "patch", "gitPatch"};
  std::optional<json::Value> value = inner_member(object, "operation");
  if (!value || value->type() != json::Type::string) return false;
  return std::any_of(
      std::begin(kNames), std::end(kNames), [&](std::string_view name) { return same_letters(value->text(), name); });
}

std::optional<json::Value> first_of(const json::Value& object, std::string_view list) {
  std::optional<json::Value> value = inner_member(object, list);
  if (!value || value->type() != json::Type::array || value->size() == 0) return std::nullopt;
  return *value->begin();
}

bool is_replacement(const json::Value& object) {
  return has_text(object, {"find"}) && has_text(object, {"replace", "replacement"});
}

// A list of files with a path and a content; lists of what a directory or a package holds have no content.
bool is_list_of_files(const json::Value& object) {
  std::optional<json::Value> first = first_of(object, "files");
  return first && has_text(*first, {"path"}) && has_text(*first, {"content"});
}

// One of those of a file that is not named.
bool is_line_change(const json::Value& object) {
  std::optional<json::Value> operation = inner_member(object, "operation");
  if (!operation || operation->type() != json::Type::string) return false;
  auto is_named = [&](const line_patch::OperationRow& row) { return row.name == operation->text(); };
  if (std::none_of(std::begin(line_patch::kOperations), std::end(line_patch::kOperations), is_named)) return false;
  bool placed = has(object, "afterLine", json::Type::number) || has(object, "startLine", json::Type::number) ||
      has(object, "matchLines", json::Type::array);
  return placed &&
      (has(object, "newLines", json::Type::array) || has(object, "expectedOriginalLines", json::Type::array));
}

bool is_entry_of_batch(const json::Value& object) {
  return has_text(object, {"docPath"}) &&
      (has(object, "changes", json::Type::array) || has_text(object, {"originalSha256"}));
}

bool is_edit_object(const json::Value& object) {
  if (is_line_change(object)) return true;
  if (has_text(object, {"path"})) {
    if (has_operation(object) || is_replacement(object)) return true;
    bool old_text = has_text(object, {"old_string", "old_str", "oldText", "old_text", "oldString"});
    if (old_text && has_text(object, {"new_string", "new_str", "newText", "new_text", "newString"})) return true;
  }
  if (is_entry_of_batch(object)) return true;
  std::optional<json::Value> patch = first_of(object, "patches");
  return (patch && is_replacement(*patch)) || is_list_of_files(object);
}

// A diff, a dialect, or a document in prose or in a fence.
bool is_answer_with_edit(std::string_view text) {
  if (text.find('\n') == std::string_view::npos) return false;
  Input input("", std::string(text));
  std::vector<Block> blocks = extract(input).value.blocks;
  return std::any_of(blocks.begin(), blocks.end(), [](const Block& block) { return detect(block) != nullptr; });
}

bool holds_edit(const json::Value& value, unsigned depth) {
  if (depth > kMostDepth) return false;
  if (value.type() == json::Type::string) {
    std::string_view text = value.text();
    size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    if (start == text.size()) return false;
    if (text[start] != '{' && text[start] != '[') return is_answer_with_edit(text);
    json::ReadResult inner = json::read(text);
    return inner.document && holds_edit(inner.document->root(), depth + 1);
  }
  if (value.type() != json::Type::object && value.type() != json::Type::array) return false;
  if (value.type() == json::Type::object && is_edit_object(value)) return true;
  for (auto at = value.begin(); at != value.end(); ++at)
    if (holds_edit(*at, depth + 1)) return true;
  return false;
}

bool holds_batch_within(const json::Value& value, unsigned depth) {
  if (depth > kMostDepth) return false;
  if (value.type() == json::Type::string) {
    size_t start = value.text().find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos || std::string_view("{[").find(value.text()[start]) == std::string_view::npos)
      return false;
    json::ReadResult inner = json::read(value.text());
    return inner.document && holds_batch_within(inner.document->root(), depth + 1);
  }
  if (value.type() != json::Type::object && value.type() != json::Type::array) return false;
  if (value.type() == json::Type::object && is_entry_of_batch(value)) return true;
  for (auto at = value.begin(); at != value.end(); ++at)
    if (holds_batch_within(*at, depth + 1)) return true;
  return false;
}

// `word` as the key of a member, without quotes.
bool has_plain_key(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    bool begins = at != 0 && std::string_view("{, \t\r\n").find(text[at - 1]) != std::string_view::npos;
    size_t colon = text.find_first_not_of(" \t", at + word.size());
    if (begins && colon != std::string_view::npos && text[colon] == ':') return true;
  }
  return false;
}

// Of JSON that cannot be read.
bool mentions_edit(std::string_view text) {
  auto holds = [&](std::string_view key) { return text.find(key) != std::string_view::npos; };
  auto is_key = [&](std::string_view word) { return has_plain_key(text, word); };
  if ((is_key("files") || is_key("patches")) && is_key("path") &&
      (is_key("operation") || is_key("content") || is_key("find")))
    return true;
  return (holds("\"operation\"") && holds("\"path\"") && (holds("\"patches\"") || holds("\"content\""))) ||
      (holds("\"docPath\"") && holds("\"changes\""));
}

}  // namespace

bool holds_inner_batch(const json::Value& value) { return holds_batch_within(value, 0); }

bool holds_inner_document(std::string_view text) {
  for (unsigned value = 0; value < kMostInnerValues; ++value) {
    size_t start = text.find_first_not_of(" \t\r\n,");
    if (start == std::string_view::npos || std::string_view("{[\"").find(text[start]) == std::string_view::npos)
      return false;
    text.remove_prefix(start);
    json::ReadResult read = json::read(text, {.prefix = true});
    if (!read.document) return mentions_edit(text);
    if (holds_edit(read.document->root(), 0)) return true;
    text.remove_prefix(read.end);
  }
  return false;
}

}  // namespace aptix::format
