// Reads strictly by tables: a field that is not in the table is not part of the format.
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

std::string member_pointer(std::string_view pointer, std::string_view key) {
  std::string out(pointer);
  json::append_pointer_token(out, key);
  return out;
}

std::string FieldValue::pointer() const { return member_pointer(object, name); }

Diagnostic& field_error(Findings& findings, const FieldValue& field, Code code, std::string message, std::string hint) {
  return findings.error(code, field.value->offset(), field.pointer(), std::move(message), std::move(hint));
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> allowed) {
  constexpr size_t kMostTypos = 3;
  // The only candidate that begins with the word: "operation" for "op".
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

void check_entry_list(Findings& findings, const FieldValue& list, const FieldValue& other, std::string hint_for_none,
    std::string hint_for_both) {
  if (other.present)
    findings.error(Code::format_mixed, other.key_offset, other.pointer(), "one object has both 'files' and 'patches'",
        std::move(hint_for_both));
  if (list.value && list.value->size() == 0)
    field_error(
        findings, list, Code::input_no_edit, "'" + std::string(list.name) + "' is empty", std::move(hint_for_none));
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

void read_fields(BlockReading& reading, const json::Value& object, std::string_view pointer,
    std::span<const Field> fields, std::span<FieldValue> found) {
  for (size_t i = 0; i < fields.size(); ++i) {
    found[i].name = fields[i].name;
    found[i].object = pointer;
  }
  for (auto at = object.begin(), end = object.end(); at != end; ++at) {
    json::Member member = at.member();
    json::Value value = *at;
    auto field = std::ranges::find(fields, member.key, &Field::name);
    if (field == fields.end()) {
      std::vector<std::string_view> names;
      for (const Field& one : fields) names.push_back(one.name);
      FieldValue unknown{.name = member.key.substr(0, 200), .object = pointer, .value = value};
      if (!refuse_base(reading.findings, unknown))
        reading.findings.warning(Code::field_unknown, member.key_offset, unknown.pointer(),
            "the field " + excerpt_in_quotes(member.key) + " is not known; it was ignored",
            did_you_mean(member.key, names));
      continue;
    }
    bool null = value.type() == json::Type::null;
    if (null && field->presence == Presence::optional) continue;  // same as missing
    FieldValue& slot = found[static_cast<size_t>(field - fields.begin())];
    slot.present = true;
    slot.key_offset = member.key_offset;
    if ((null && field->presence == Presence::nullable) || value.type() == field->type) slot.value = value;
    else
      reading.findings.error(Code::field_type, value.offset(), slot.pointer(),
          wrong_type("'" + std::string(field->name) + "'", field->type, value), right_type(field->type, value));
  }
  for (size_t i = 0; i < fields.size(); ++i)
    if (fields[i].presence == Presence::required && !found[i].present)
      reading.findings.error(Code::field_missing, object.offset(), std::string(pointer),
          "the field '" + std::string(fields[i].name) + "' is missing",
          "add \"" + std::string(fields[i].name) + "\", " + with_article(fields[i].type));
}

bool refuse_base(Findings& findings, const FieldValue& field) {
  std::string why;
  if (!field.value) return false;
  if (field.name == "source" && fold_case(field.value->text()).starts_with("rag"))
    why = "'source' is " + excerpt_in_quotes(field.value->text()) + ": RAG content is never the base of an edit";
  if (field.name == "isFullFile" && field.value->type() == json::Type::boolean && !field.value->boolean())
    why = "'isFullFile' is false: a part of a file is never the base of an edit";
  if (!why.empty())
    field_error(findings, field, Code::source_rag, why,
        "read the whole file with 'aptix read --json' and make the edit from it");
  return !why.empty();
}

std::optional<FileSource> read_source(Findings& findings, const FieldValue& field) {
  if (!field.value || is_null(field) || refuse_base(findings, field)) return std::nullopt;
  std::string_view text = field.value->text();
  auto name = std::ranges::find(kSourceNames, fold_case(text));
  if (name != std::end(kSourceNames)) return static_cast<FileSource>(name - std::begin(kSourceNames));
  field_error(findings, field, Code::field_value,
      "'source' is " + excerpt_in_quotes(text) + ", which is not a source of whole files",
      did_you_mean(text, kSourceNames));
  return std::nullopt;
}

std::string read_root(BlockReading& reading, const json::Value& document, const FieldValue& root) {
  if (!root.present) {
    reading.findings.warning(
        Code::root_missing, document.offset(), "", "the document has no 'root'; '.' is used", "add \"root\": \".\"");
    return {};
  }
  if (!root.value) return {};
  if (root.value->text().empty())
    reading.findings.warning(
        Code::root_missing, root.value->offset(), "/root", "'root' is empty; '.' is used", "write \"root\": \".\"");
  Result<std::string> prefix = root_prefix(root.value->text());
  if (prefix) return std::move(*prefix);
  reading.findings.error(std::move(prefix).error(), root.value->offset(), "/root");
  return {};
}

std::optional<RelPath> read_path(BlockReading& reading, const FieldValue& path, std::string_view root) {
  if (!path.value) return std::nullopt;
  return path_below(reading.findings, root, path.value->text(), path.value->offset(), path.pointer());
}

std::optional<FindReplace> read_find_replace(Findings& findings, std::span<const FieldValue> fields) {
  const FieldValue &find = fields[0], &replace = fields[1], &limit = fields[2];
  std::string_view word = limit.value ? limit.value->text() : limit.present ? "" : "once";
  if (limit.value && !is_one_of(kLimitWords, word))
    field_error(findings, limit, Code::field_value, "'limit' is " + excerpt_in_quotes(word) + ", not 'once' or 'all'",
        did_you_mean(word, kLimitWords));
  if (find.value && find.value->text().empty()) {
    field_error(findings, find, Code::find_empty, "the text to find is empty", "copy the text to change from the file");
    return std::nullopt;
  }
  if (!find.value || !replace.value || !is_one_of(kLimitWords, word)) return std::nullopt;
  return FindReplace{find.value->text(), replace.value->text(), word == "all" ? Limit::all : Limit::once};
}

std::vector<Edit> read_replacements(BlockReading& reading, const FieldValue& list) {
  std::vector<Edit> edits;
  if (list.value->size() == 0)
    field_error(reading.findings, list, Code::input_no_edit, "'" + std::string(list.name) + "' is empty",
        "add an object with 'find' and 'replace'");
  edits.reserve(list.value->size());
  size_t index = 0;
  for (json::Value entry : *list.value) {
    std::string at = element_pointer(list.pointer(), index++);
    if (!expect_object(reading, entry, at, "an edit")) continue;
    auto fields = read_fields(reading, entry, at, kFindReplaceFields);
    if (std::optional<FindReplace> edit = read_find_replace(reading.findings, fields))
      edits.push_back({*edit, reading.origin(entry.offset(), std::move(at))});
  }
  return edits;
}

}  // namespace aptix::answer
