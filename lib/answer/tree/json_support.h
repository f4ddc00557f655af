// What the readers of JSON documents share: the document itself, fields by a table, the root, paths,
// and find/replace entries. Every fault is reported with its place, none is thrown.
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

// Nothing when the block is not JSON; its faults and repairs, and its style where that is asked for, are reported
// either way. The texts of its values stay as long as the plan.
std::optional<json::Document> read_document(BlockReading& reading);

// What an object has for one row of the table.
struct FieldValue {
  std::string_view name, object;     // `object`: the pointer of that
  std::optional<json::Value> value;  // only with the right type
  size_t key_offset = 0;
  bool present = false;  // also with the wrong type

  std::string pointer() const;
};
inline bool is_null(const FieldValue& field) { return field.value && field.value->type() == json::Type::null; }

// Says what is wrong with a field that has a value.
Diagnostic& field_error(Findings& findings, const FieldValue& field, Code code, std::string message, std::string hint);

// Reports fields of the wrong type, missing ones and unknown ones (a warning). The values view `pointer`. REQUIRES:
// `object` is one, `found` is empty and as long as `fields`.
void read_fields(BlockReading& reading, const json::Value& object, std::string_view pointer,
    std::span<const Field> fields, std::span<FieldValue> found);

// The values of the fields, in their order.
template <size_t kCount>
std::array<FieldValue, kCount> read_fields(
    BlockReading& reading, const json::Value& object, std::string_view pointer, const Field (&fields)[kCount]) {
  std::array<FieldValue, kCount> found{};
  read_fields(reading, object, pointer, fields, found);
  return found;
}

// Refuses what can be no base of an edit, a result of a search by its 'source' (AGN-007 §4) or a part of a file by its
// 'isFullFile'; whether it did.
bool refuse_base(Findings& findings, const FieldValue& field);
// Where the document says that it has the text from. A whole file comes from nowhere else (AGN-007 §3).
std::optional<FileSource> read_source(Findings& findings, const FieldValue& field);

// Reports an empty list of a document's entries, and next to it the list of the other kind of document.
void check_entry_list(Findings& findings, const FieldValue& list, const FieldValue& other, std::string hint_for_none,
    std::string hint_for_both);

// The path that an entry states under that key, as findings name it: "" where it states none.
std::string_view stated_path(const json::Value& entry, std::string_view key);

// Whether `value` is an object; reports what it is otherwise. `what` names it, as in "an entry of 'files'".
bool expect_object(BlockReading& reading, const json::Value& value, const std::string& pointer, std::string_view what);

// The folder that the document's paths are relative to: "" or "src/". A missing root is a warning.
std::string read_root(BlockReading& reading, const json::Value& document, const FieldValue& root);

// A path of the document, below its root. A leading "./" is a warning.
std::optional<RelPath> read_path(BlockReading& reading, const FieldValue& path, std::string_view root);

// The FindReplace edits of an array of {find, replace, limit?}; reports an empty array.
std::vector<Edit> read_replacements(BlockReading& reading, const FieldValue& list);

// The edit of an entry whose fields, kFindReplaceFields first, have been read.
std::optional<FindReplace> read_find_replace(Findings& findings, std::span<const FieldValue> fields);

// The formatting rules of SYS-004 §6-§8 for one JSON block, as findings: nothing is refused. A document that is the
// whole input needs no code block: nothing is there to be told from it.
void check_style(Findings& findings, const Input& input, const Block& block);

// The hint "did you mean 'x'?" for the allowed word that is nearest to `word`; otherwise all of them.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> allowed);

std::string element_pointer(const std::string& pointer, size_t index);
std::string member_pointer(std::string_view pointer, std::string_view key);

// "a string", "an array", "null"
std::string with_article(json::Type type);

// Message and hint for a value of the wrong type: "'afterLine' must be a number, not the string '5'".
std::string wrong_type(std::string_view subject, json::Type wanted, const json::Value& found);
std::string right_type(json::Type wanted, const json::Value& found);

}  // namespace aptix::answer
