// Shared by the readers of JSON documents: parsing, fields by a table, the root, paths, and find/replace entries.
// Faults are reported with their place, never thrown.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answer/basis/block_reading.h"
#include "answer/tree/fields.h"
#include "base/json/json.h"
#include "model/plan.h"

namespace aptix::answer {

// Nothing if the block is not JSON. Reports faults and repairs, and the style if that was asked for. The texts of its
// values live as long as the plan.
std::optional<json::Document> read_document(BlockReading& reading);

// The field of an object for one row of the table.
struct FieldValue {
  std::string_view name, object;     // `object`: its JSON pointer
  std::optional<json::Value> value;  // only of the right type
  size_t key_offset = 0;
  bool present = false;  // even with the wrong type

  std::string pointer() const;
};
inline bool is_null(const FieldValue& field) { return field.value && field.value->type() == json::Type::null; }

// Reports an error at a field. REQUIRES: it has a value.
Diagnostic& field_error(Findings& findings, const FieldValue& field, Code code, std::string message, std::string hint);

// Reports fields of the wrong type, missing fields and unknown ones (a warning). The values view `pointer`. REQUIRES:
// `object` is an object; `found` is empty and as long as `fields`.
void read_fields(BlockReading& reading, const json::Value& object, std::string_view pointer,
    std::span<const Field> fields, std::span<FieldValue> found);

// The fields in the order of the table.
template <size_t kCount>
std::array<FieldValue, kCount> read_fields(
    BlockReading& reading, const json::Value& object, std::string_view pointer, const Field (&fields)[kCount]) {
  std::array<FieldValue, kCount> found{};
  read_fields(reading, object, pointer, fields, found);
  return found;
}

// True if the field was refused because it cannot be the base of an edit: a search result by its 'source' (AGN-007 §4),
// or a part of a file by its 'isFullFile'.
bool refuse_base(Findings& findings, const FieldValue& field);
// Where the document says it got the text from: one of the sources of whole files (AGN-007 §3).
std::optional<FileSource> read_source(Findings& findings, const FieldValue& field);

// Reports an empty list of entries, and the list of the other kind of document beside it.
void check_entry_list(Findings& findings, const FieldValue& list, const FieldValue& other, std::string hint_for_none,
    std::string hint_for_both);

// The path under that key of an entry, for findings; "" if it has none.
std::string_view stated_path(const json::Value& entry, std::string_view key);

// True if `value` is an object; otherwise reports its type. `what` names it: "an entry of 'files'".
bool expect_object(BlockReading& reading, const json::Value& value, const std::string& pointer, std::string_view what);

// The folder that the document's paths are relative to: "" or "src/". A missing root is a warning.
std::string read_root(BlockReading& reading, const json::Value& document, const FieldValue& root);

// A path of the document, below its root. A leading "./" is a warning.
std::optional<RelPath> read_path(BlockReading& reading, const FieldValue& path, std::string_view root);

// The edits in an array of {find, replace, limit?}; reports an empty array.
std::vector<Edit> read_replacements(BlockReading& reading, const FieldValue& list);

// The edit of an entry. REQUIRES: its fields begin with kFindReplaceFields.
std::optional<FindReplace> read_find_replace(Findings& findings, std::span<const FieldValue> fields);

// Reports where a JSON block breaks the formatting rules of SYS-004 §6-§8, as warnings. A document that is the whole
// input needs no code block.
void check_style(Findings& findings, const Input& input, const Block& block);

// The hint "did you mean 'x'?" with the nearest allowed word; a list of all words if none is near.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> allowed);

std::string element_pointer(const std::string& pointer, size_t index);
std::string member_pointer(std::string_view pointer, std::string_view key);

// "a string", "an array", "null"
std::string with_article(json::Type type);

// Message and hint for a value of the wrong type: "'afterLine' must be a number, not the string '5'".
std::string wrong_type(std::string_view subject, json::Type wanted, const json::Value& found);
std::string right_type(json::Type wanted, const json::Value& found);

}  // namespace aptix::answer
