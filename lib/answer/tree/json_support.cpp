// Strict reading by tables: what is not in the table is not in the format.
#include "answer/tree/json_support.h"

#include <algorithm>
#include <utility>

#include "answer/name/paths.h"
#include "base/json/record.h"
#include "base/text/ascii.h"
#include "base/text/text.h"

namespace aptix::answer {
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

std::string element_pointer(const std::string& pointer, size_t index) { return pointer + '/' + std::to_string(index); }

std::string member_pointer(const std::string& pointer, std::string_view key) {
  std::string out = pointer;
  json::append_pointer_token(out, key);
  return out;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> allowed) {
  constexpr size_t kMostTypos = 3;
  // The one of which the word is the beginning: "op" of "operation".
  auto begins = [word](std::string_view candidate) { return word.size() > 1 && candidate.starts_with(word); };
  std::string_view best = std::ranges::count_if(allowed, begins) == 1 ? *std::ranges::find_if(allowed, begins) : "";
  size_t distance = std::min(kMostTypos, word.size() / 2) + 1;
  std::string list;
  for (std::string_view candidate : allowed) {
    list += (list.empty() ? "'" : ", '") + std::string(candidate) + "'";
    size_t found = edit_distance(word, candidate, kMostTypos);
    if (found >= distance) continue;
    distance = found;
    best = candidate;
  }
  return best.empty() ? "it may be " + list : "did you mean '" + std::string(best) + "'?";
}

std::optional<json::Document> read_document(BlockReading& reading) {
  auto& [input, block, options, plan, findings] = reading;
  if (options.formatting) check_style(findings, input, block);
  std::string_view text =
      block.body.substr(0, options.size == std::string_view::npos ? options.size : options.begin + options.size);
  json::ReadResult result = json::read(text, {.max_depth = options.limits.depth, .from = options.begin});
  for (const json::Fault& fault : result.errors)
    findings.error(fault.code, fault.offset, fault.pointer, fault.message, fault.hint);
  for (const json::Fault& fault : result.repairs)
    findings.warning(fault.code, fault.offset, fault.pointer, fault.message, fault.hint);
  findings.add_not_listed(result.more_errors, result.more_repairs);
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

void read_fields(BlockReading& reading, const json::Value& object, const std::string& pointer,
    std::span<const Field> fields, std::span<FieldValue> found) {
  for (auto at = object.begin(), end = object.end(); at != end; ++at) {
    json::Member member = at.member();
    json::Value value = *at;
    auto field = std::ranges::find(fields, member.key, &Field::name);
    if (field == fields.end()) {
      std::vector<std::string_view> names;
      for (const Field& one : fields) names.push_back(one.name);
      if ((member.key != "source" || check_source(reading, value, pointer)) &&
          (member.key != "isFullFile" || check_full_file(reading, value, pointer)))
        reading.findings.warning(Code::field_unknown, member.key_offset,
            member_pointer(pointer, member.key.substr(0, 200)),
            "the field " + excerpt_in_quotes(member.key) + " is not known; it was ignored",
            did_you_mean(member.key, names));
      continue;
    }
    bool null = value.type() == json::Type::null;
    if (null && field->presence == Presence::optional) continue;  // as if it were not there
    FieldValue& slot = found[static_cast<size_t>(field - fields.begin())];
    slot.present = true;
    slot.key_offset = member.key_offset;
    if ((null && field->presence == Presence::nullable) || value.type() == field->type) slot.value = value;
    else
      reading.findings.error(Code::field_type, value.offset(), member_pointer(pointer, field->name),
          wrong_type("'" + std::string(field->name) + "'", field->type, value), right_type(field->type, value));
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

std::optional<FileSource> read_source(BlockReading& reading, const FieldValue& field, const std::string& pointer) {
  if (!field.value || is_null(field) || !check_source(reading, *field.value, pointer)) return std::nullopt;
  std::string_view text = field.value->text();
  auto name = std::ranges::find(kSourceNames, fold_case(text));
  if (name != std::end(kSourceNames)) return static_cast<FileSource>(name - std::begin(kSourceNames));
  reading.findings.error(Code::field_value, field.value->offset(), member_pointer(pointer, "source"),
      "'source' is " + excerpt_in_quotes(text) + ", which is not a source of whole files",
      did_you_mean(text, kSourceNames));
  return std::nullopt;
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
  const FieldValue &find = fields[0], &replace = fields[1], &limit = fields[2];
  std::string_view word = limit.value ? limit.value->text() : limit.present ? "" : "once";
  if (limit.value && !is_one_of(kLimitWords, word))
    reading.findings.error(Code::field_value, limit.value->offset(), member_pointer(pointer, "limit"),
        "'limit' is " + excerpt_in_quotes(word) + ", not 'once' or 'all'", did_you_mean(word, kLimitWords));
  if (find.value && find.value->text().empty()) {
    reading.findings.error(Code::find_empty, find.value->offset(), member_pointer(pointer, "find"),
        "the text to find is empty", "copy the text to change from the file");
    return std::nullopt;
  }
  if (!find.value || !replace.value || !is_one_of(kLimitWords, word)) return std::nullopt;
  return FindReplace{find.value->text(), replace.value->text(), word == "all" ? Limit::all : Limit::once};
}

std::vector<Edit> read_replacements(BlockReading& reading, const json::Value& array, const std::string& pointer) {
  std::vector<Edit> edits;
  if (array.size() == 0)
    reading.findings.error(Code::input_no_edit, array.offset(), pointer,
        "'" + pointer.substr(pointer.rfind('/') + 1) + "' is empty", "add an object with 'find' and 'replace'");
  edits.reserve(array.size());
  size_t index = 0;
  for (json::Value entry : array) {
    std::string at = element_pointer(pointer, index++);
    if (!expect_object(reading, entry, at, "an edit")) continue;
    auto fields = read_fields(reading, entry, at, kFindReplaceFields);
    if (std::optional<FindReplace> edit = read_find_replace(reading, at, fields))
      edits.push_back({*edit, reading.origin(entry.offset(), std::move(at))});
  }
  return edits;
}

}  // namespace aptix::answer
