// Strict reading by tables: what is not in the table is not in the format.
#include "answer/tree/json_support.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <limits>
#include <utility>

#include "answer/name/paths.h"
#include "answer/tree/style.h"
#include "base/json/record.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

constexpr size_t kMostTypos = 3;

using FieldRow = std::span<const Field>::iterator;

// Mostly fields stand in the order of the table: `next` is after the one that was found last.
FieldRow find_field(std::span<const Field> fields, FieldRow next, std::string_view name) {
  auto is_it = [name](const Field& row) { return row.name == name; };
  FieldRow found = std::find_if(next, fields.end(), is_it);
  if (found != fields.end()) return found;
  found = std::find_if(fields.begin(), next, is_it);
  return found != next ? found : fields.end();
}

void report_type(BlockReading& reading, const Field& field, const json::Value& value, const std::string& pointer) {
  reading.findings.error(Code::field_type, value.offset(), member_pointer(pointer, field.name),
      wrong_type("'" + std::string(field.name) + "'", field.type, value), right_type(field.type, value));
}

void report_unknown(BlockReading& reading, std::string_view key, size_t offset, const std::string& pointer,
    std::span<const Field> fields) {
  std::vector<std::string_view> names;
  for (const Field& field : fields) names.push_back(field.name);
  reading.findings.warning(Code::field_unknown, offset, member_pointer(pointer, key.substr(0, 200)),
      "the field " + excerpt_in_quotes(key) + " is not known; it was ignored", did_you_mean(key, names));
}

// Document and path rules report an offset in the text and a pointer; the place is added later.
void report_faults(BlockReading& reading, const json::ReadResult& result) {
  for (const json::Fault& fault : result.errors)
    reading.findings.error(fault.code, fault.offset, fault.pointer, fault.message, fault.hint);
  for (const json::Fault& fault : result.repairs)
    reading.findings.warning(fault.code, fault.offset, fault.pointer, fault.message, fault.hint);
  reading.findings.add_not_listed(result.more_errors, result.more_repairs);
}

std::optional<Limit> read_limit(BlockReading& reading, const FieldValue& limit, const std::string& pointer) {
  if (!limit.value) return limit.present ? std::nullopt : std::optional(Limit::once);
  std::string_view text = limit.value->text();
  if (text == "once") return Limit::once;
  if (text == "all") return Limit::all;
  reading.findings.error(Code::field_value, limit.value->offset(), member_pointer(pointer, "limit"),
      "'limit' is " + excerpt_in_quotes(text) + ", not 'once' or 'all'", did_you_mean(text, kLimitWords));
  return std::nullopt;
}

// The one of which the word is the beginning: "op" of "operation"; "" when there is none or several.
std::string_view completed(std::string_view word, std::span<const std::string_view> allowed) {
  auto begins = [word](std::string_view candidate) { return word.size() > 1 && candidate.starts_with(word); };
  auto found = std::find_if(allowed.begin(), allowed.end(), begins);
  bool one = found != allowed.end() && std::none_of(std::next(found), allowed.end(), begins);
  return one ? *found : std::string_view();
}

}  // namespace

std::string with_article(json::Type type) {
  if (type == json::Type::null) return "null";
  std::string_view word = json::name(type);
  bool vowel = type == json::Type::array || type == json::Type::object;
  return (vowel ? "an " : "a ") + std::string(word);
}

std::string wrong_type(std::string_view subject, json::Type wanted, const json::Value& found) {
  constexpr size_t kShown = 40;
  std::string value;
  switch (found.type()) {
    case json::Type::null:
    case json::Type::array:
    case json::Type::object: value = with_article(found.type()); break;
    case json::Type::boolean: value = found.text(); break;
    case json::Type::number: value = "the number " + excerpt_for_display(found.text(), kShown); break;
    case json::Type::string: value = "the string " + excerpt_in_quotes(found.text(), kShown); break;
  }
  return std::string(subject) + " must be " + with_article(wanted) + ", not " + value;
}

std::string right_type(json::Type wanted, const json::Value& found) {
  bool is_word = found.type() == json::Type::number || found.type() == json::Type::boolean;
  switch (wanted) {
    case json::Type::string: return is_word ? "put it in quotes" : "give one string, in quotes";
    case json::Type::number: return "give a number, without quotes";
    case json::Type::boolean: return "write true or false, without quotes";
    case json::Type::array: return "give a list, in brackets: [...]";
    case json::Type::object: return "give an object, in braces: {...}";
    case json::Type::null: return "write null";
  }
  return {};
}

std::string element_pointer(const std::string& pointer, size_t index) {
  char token[1 + std::numeric_limits<size_t>::digits10 + 1] = {'/'};
  char* end = std::to_chars(token + 1, std::end(token), index).ptr;
  auto size = static_cast<size_t>(end - token);
  std::string out;
  out.reserve(pointer.size() + size);
  return out.append(pointer).append(token, size);
}

ElementPointers::ElementPointers(Plan& plan, const std::string& array, size_t size)
    : at_(array + '/'),
      array_size_(at_.size()),
      kept_(plan.texts.emplace_back()) {
  kept_.reserve(size * element_pointer(array, size).size());
}

const std::string& ElementPointers::next() {
  char number[std::numeric_limits<size_t>::digits10 + 1];
  if (index_++ % 10 != 0) {
    ++at_.back();
    return at_;
  }
  at_.resize(array_size_);
  return at_.append(number, std::to_chars(number, std::end(number), index_ - 1).ptr);
}

std::string_view ElementPointers::keep() {
  kept_ += at_;
  return std::string_view(kept_).substr(kept_.size() - at_.size());
}

std::string member_pointer(const std::string& pointer, std::string_view key) {
  std::string out = pointer;
  json::append_pointer_token(out, key);
  return out;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> allowed) {
  std::string_view best = completed(word, allowed);
  size_t distance = std::min(kMostTypos, word.size() / 2) + 1;
  for (std::string_view candidate : allowed) {
    size_t found = edit_distance(word, candidate, kMostTypos);
    if (found >= distance) continue;
    distance = found;
    best = candidate;
  }
  if (!best.empty()) return "did you mean '" + std::string(best) + "'?";
  std::string list;
  for (std::string_view candidate : allowed) list += (list.empty() ? "'" : ", '") + std::string(candidate) + "'";
  return "it may be " + list;
}

std::optional<json::Document> read_document(BlockReading& reading) {
  const auto& [input, block, options, plan, findings] = reading;
  if (options.formatting) check_style(reading.findings, input, block);
  std::string_view text =
      block.body.substr(0, options.size == std::string_view::npos ? options.size : options.begin + options.size);
  json::ReadResult result = json::read(text, {.max_depth = options.limits.depth, .from = options.begin});
  report_faults(reading, result);
  if (result.document) plan.owners.push_back(result.document->strings());
  if (block.unindented) plan.owners.push_back(block.unindented);
  return std::move(result.document);
}

std::optional<json::Value> read_entry_list(
    BlockReading& reading, const FieldValue& list, const FieldValue& other, const EntryList& row) {
  if (other.present)
    reading.findings.error(Code::format_mixed, other.key_offset, "/" + std::string(row.other),
        "one object has both 'files' and 'patches'", std::string(row.hint_for_both));
  if (list.value && list.value->size() == 0)
    reading.findings.error(Code::input_no_edit, list.value->offset(), "/" + std::string(row.name),
        "'" + std::string(row.name) + "' is empty", std::string(row.hint_for_none));
  return list.value;
}

std::string_view stated_path(const json::Value& entry, std::string_view key) {
  constexpr size_t kLongestPath = 4096;
  return json::text_member(entry, key).value_or("").substr(0, kLongestPath);
}

bool expect_object(BlockReading& reading, const json::Value& value, const std::string& pointer, std::string_view what) {
  if (value.type() == json::Type::object) return true;
  reading.findings.error(Code::field_type, value.offset(), pointer, wrong_type(what, json::Type::object, value),
      right_type(json::Type::object, value));
  return false;
}

std::vector<FieldValue> read_fields(
    BlockReading& reading, const json::Value& object, const std::string& pointer, std::span<const Field> fields) {
  std::vector<FieldValue> found(fields.size());
  read_fields(reading, object, pointer, fields, found);
  return found;
}

void read_fields(BlockReading& reading, const json::Value& object, const std::string& pointer,
    std::span<const Field> fields, std::span<FieldValue> found) {
  FieldRow next = fields.begin();
  for (auto at = object.begin(), end = object.end(); at != end; ++at) {
    json::Member member = at.member();
    FieldRow field = find_field(fields, next, member.key);
    if (field == fields.end()) {
      bool may_be_named = (member.key != "source" || check_source(reading, *at, pointer)) &&
          (member.key != "isFullFile" || check_full_file(reading, *at, pointer));
      if (may_be_named) report_unknown(reading, member.key, member.key_offset, pointer, fields);
      continue;
    }
    next = field + 1;
    FieldValue& slot = found[static_cast<size_t>(field - fields.begin())];
    json::Value value = *at;
    json::Type type = value.type();
    if (type == json::Type::null && field->presence == Presence::optional) continue;  // as if it were not there
    slot.present = true;
    slot.key_offset = member.key_offset;
    bool null = type == json::Type::null && field->presence == Presence::nullable;
    if (null || type == field->type) slot.value = value;
    else report_type(reading, *field, value, pointer);
  }
  for (size_t i = 0; i < fields.size(); ++i)
    if (fields[i].presence == Presence::required && !found[i].present)
      reading.findings.error(Code::field_missing, object.offset(), pointer,
          "the field '" + std::string(fields[i].name) + "' is missing",
          "add \"" + std::string(fields[i].name) + "\", " + with_article(fields[i].type));
}

bool check_source(BlockReading& reading, const json::Value& source, const std::string& pointer) {
  if (source.type() != json::Type::string || !fold_case(source.text()).starts_with("rag")) return true;
  reading.findings.error(Code::source_rag, source.offset(), member_pointer(pointer, "source"),
      "'source' is " + excerpt_in_quotes(source.text()) + ": RAG content is never the base of an edit",
      "read the whole file with 'aptix read --json' and make the edit from it");
  return false;
}

bool check_full_file(BlockReading& reading, const json::Value& full, const std::string& pointer) {
  if (full.type() != json::Type::boolean || full.boolean()) return true;
  reading.findings.error(Code::source_rag, full.offset(), member_pointer(pointer, "isFullFile"),
      "'isFullFile' is false: a part of a file is never the base of an edit",
      "read the whole file with 'aptix read --json' and make the edit from it");
  return false;
}

std::string read_root(BlockReading& reading, const json::Value& document, const FieldValue& root) {
  if (!root.present) {
    reading.findings.warning(
        Code::root_missing, document.offset(), "", "the document has no 'root'; '.' was taken", "add \"root\": \".\"");
    return {};
  }
  if (!root.value) return {};
  if (root.value->text().empty())
    reading.findings.warning(
        Code::root_missing, root.value->offset(), "/root", "'root' is empty; '.' was taken", "write \"root\": \".\"");
  Result<std::string> prefix = root_prefix(root.value->text());
  if (prefix) return std::move(*prefix);
  reading.findings.error(std::move(prefix).error(), root.value->offset(), "/root");
  return {};
}

std::optional<RelPath> read_path(
    BlockReading& reading, const FieldValue& path, const std::string& pointer, std::string_view root) {
  if (!path.value) return std::nullopt;
  return path_below(reading.findings, root, path.value->text(), path.value->offset(), member_pointer(pointer, "path"));
}

std::optional<FindReplace> read_find_replace(
    BlockReading& reading, const std::string& pointer, std::span<const FieldValue> fields) {
  const FieldValue& find = fields[0];
  const FieldValue& replace = fields[1];
  std::optional<Limit> limit = read_limit(reading, fields[2], pointer);
  if (find.value && find.value->text().empty()) {
    reading.findings.error(Code::find_empty, find.value->offset(), member_pointer(pointer, "find"),
        "the text to find is empty", "copy the text to change from the file");
    return std::nullopt;
  }
  if (!find.value || !replace.value || !limit) return std::nullopt;
  return FindReplace{find.value->text(), replace.value->text(), *limit};
}

std::vector<Edit> read_replacements(BlockReading& reading, const json::Value& array, const std::string& pointer) {
  std::vector<Edit> edits;
  if (array.size() == 0)
    reading.findings.error(Code::input_no_edit, array.offset(), pointer,
        "'" + pointer.substr(pointer.rfind('/') + 1) + "' is empty", "add an object with 'find' and 'replace'");
  edits.reserve(array.size());
  ElementPointers pointers(reading.plan, pointer, array.size());
  for (json::Value entry : array) {
    const std::string& at = pointers.next();
    if (!expect_object(reading, entry, at, "an edit")) continue;
    std::array<FieldValue, std::size(kFindReplaceFields)> fields{};
    read_fields(reading, entry, at, kFindReplaceFields, fields);
    if (std::optional<FindReplace> edit = read_find_replace(reading, at, fields))
      edits.push_back({*edit, {reading.findings.origin(entry.offset()).offset, pointers.keep()}});
  }
  return edits;
}

}  // namespace aptix::answer
