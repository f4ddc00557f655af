// Calls of editing tools: the text editor's commands, old and new text of an edit tool, lists of edits, files of a
// patch tool; alone, in a list, or wrapped as {"name": ..., "input": {...}}. Their texts must stand exactly once.
#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "diff/hunk_between.h"
#include "format/documents.h"
#include "format/json_shape.h"
#include "format/json_support.h"
#include "format/paths.h"
#include "format/v4a_chunks.h"

namespace aptix::format {
namespace {

enum class Slot : uint8_t { command, path, old_text, new_text, content, insert_line, replace_all, expected, edits, diff, ignored };
constexpr size_t kSlots = static_cast<size_t>(Slot::ignored) + 1;

struct Row {
  std::string_view key;
  Slot slot;
  json::Type type;
};

constexpr Row kRows[] = {
    {"command", Slot::command, json::Type::string},
    {"type", Slot::command, json::Type::string},
    {"path", Slot::path, json::Type::string},
    {"file_path", Slot::path, json::Type::string},
    {"filePath", Slot::path, json::Type::string},
    {"old_str", Slot::old_text, json::Type::string},
    {"old_string", Slot::old_text, json::Type::string},
    {"oldString", Slot::old_text, json::Type::string},
    {"old_text", Slot::old_text, json::Type::string},
    {"oldText", Slot::old_text, json::Type::string},
    {"new_str", Slot::new_text, json::Type::string},
    {"new_string", Slot::new_text, json::Type::string},
    {"newString", Slot::new_text, json::Type::string},
    {"new_text", Slot::new_text, json::Type::string},
    {"newText", Slot::new_text, json::Type::string},
    {"insert_text", Slot::new_text, json::Type::string},
    {"file_text", Slot::content, json::Type::string},
    {"insert_line", Slot::insert_line, json::Type::number},
    {"replace_all", Slot::replace_all, json::Type::boolean},
    {"replaceAll", Slot::replace_all, json::Type::boolean},
    {"expected_replacements", Slot::expected, json::Type::number},
    {"expectedReplacements", Slot::expected, json::Type::number},
    {"edits", Slot::edits, json::Type::array},
    {"diff", Slot::diff, json::Type::string},
    {"dryRun", Slot::ignored, json::Type::boolean},
    {"instruction", Slot::ignored, json::Type::string},
    {"explanation", Slot::ignored, json::Type::string},
    {"description", Slot::ignored, json::Type::string},
};

constexpr std::array<std::string_view, 4> kArguments = {"input", "arguments", "parameters", "args"};

// What one object gives, by slot.
struct Slots {
  std::array<std::optional<json::Value>, kSlots> values;

  const std::optional<json::Value>& operator[](Slot slot) const { return values[static_cast<size_t>(slot)]; }
  bool has(Slot slot) const { return (*this)[slot].has_value(); }
  std::string_view text(Slot slot) const { return has(slot) ? (*this)[slot]->text() : std::string_view(); }
};

class CallReader {
 public:
  explicit CallReader(JsonReading& reading) : reading_(reading), findings_(reading.findings) {}

  void read(const json::Value& document) {
    if (document.type() != json::Type::array) return read_call(document, "");
    size_t index = 0;
    for (json::Value call : document) read_call(call, element_pointer("", index++));
  }

 private:
  size_t at(const json::Value& value) const { return inside_string_.value_or(value.offset()); }

  void error(Code code, const json::Value& value, const std::string& pointer, std::string message, std::string hint) {
    findings_.error(code, at(value), pointer, std::move(message), std::move(hint));
  }

  // Takes the wrapping off.
  void read_call(const json::Value& call, const std::string& pointer) {
    if (!expect_object(reading_, call, pointer, "a call of an edit tool")) return;
    if (std::optional<json::Value> function = call.find("function"); function && function->type() == json::Type::object)
      return read_call(*function, member_pointer(pointer, "function"));
    if (std::optional<json::Value> operation = call.find("operation"); operation && operation->type() == json::Type::object)
      return read_call(*operation, member_pointer(pointer, "operation"));
    for (std::string_view key : kArguments) {
      std::optional<json::Value> arguments = call.find(key);
      if (!arguments) continue;
      std::string inner = member_pointer(pointer, key);
      if (arguments->type() == json::Type::object) return read_call(*arguments, inner);
      if (arguments->type() == json::Type::string) return read_string(*arguments, inner);
    }
    read_arguments(call, pointer);
  }

  // Arguments as JSON in a string: all its faults stand where the string does.
  void read_string(const json::Value& string, const std::string& pointer) {
    if (inside_string_) return error(Code::field_type, string, pointer, "the arguments are a string in a string", "give them as an object");
    json::ReadResult result = json::read(string.text(), {.max_depth = reading_.options.limits.depth});
    for (const json::Fault& fault : result.errors) findings_.error(fault.code, string.offset(), pointer, fault.message, fault.hint);
    for (const json::Fault& fault : result.repairs) findings_.warning(fault.code, string.offset(), pointer, fault.message, fault.hint);
    if (!result.document || !result.errors.empty()) return;
    inside_string_ = string.offset();
    json::Document& document = documents_.emplace_back(std::move(*result.document));
    read_call(document.root(), pointer);
    inside_string_.reset();
  }

  std::optional<Slots> read_slots(const json::Value& object, const std::string& pointer) {
    Slots slots;
    bool ok = true;
    for (auto member = object.begin(); member != object.end(); ++member) {
      std::string_view key = member.member().key;
      json::Value value = *member;
      auto row = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& r) { return r.key == key; });
      if (row == std::end(kRows)) {
        findings_.warning(Code::field_unknown, at(value), member_pointer(pointer, key.substr(0, 200)),
                          "the field '" + excerpt_for_display(key) + "' is not known; it was ignored");
        continue;
      }
      if (row->slot == Slot::ignored || value.type() == json::Type::null) continue;
      std::optional<json::Value>& slot = slots.values[static_cast<size_t>(row->slot)];
      std::string name = "'" + std::string(key) + "'";
      if (value.type() != row->type)
        error(Code::field_type, value, member_pointer(pointer, key), name + " must be " + with_article(row->type) + ", not " + with_article(value.type()), "");
      else if (slot) error(Code::field_unexpected, value, member_pointer(pointer, key), name + " says again what another field says", "leave one of them out");
      ok = ok && value.type() == row->type && !slot;
      slot = value;
    }
    return ok ? std::optional(std::move(slots)) : std::nullopt;
  }

  void read_arguments(const json::Value& call, const std::string& pointer) {
    std::optional<Slots> slots = read_slots(call, pointer);
    if (!slots) return;
    std::string_view command = slots->text(Slot::command);
    if (command == "view") return;
    if (!slots->has(Slot::path))
      return error(Code::field_missing, call, pointer, "the call names no file", "add \"path\", a string");
    std::optional<RelPath> path = path_below(findings_, "", slots->text(Slot::path), at(*(*slots)[Slot::path]), member_pointer(pointer, "path"));
    if (!path) return;
    FileEdit entry{.operation = Operation::modify,
                   .path = std::move(*path),
                   .contract = Contract::unique,
                   .block = reading_.options.block_index,
                   .origin = findings_.origin(at(call), pointer)};
    findings_.about(entry.path.str());
    if (fill(entry, call, *slots, pointer)) reading_.plan.files.push_back(std::move(entry));
    findings_.about({});
  }

  // The edits of one call. False when they cannot be read.
  bool fill(FileEdit& entry, const json::Value& call, const Slots& slots, const std::string& pointer) {
    std::string_view command = slots.text(Slot::command);
    if (command == "create" || (command.empty() && slots.has(Slot::content))) return fill_create(entry, call, slots, pointer);
    if (command == "insert" || (command.empty() && slots.has(Slot::insert_line))) return fill_insert(entry, call, slots, pointer);
    if (command == "delete_file" || slots.has(Slot::diff)) return fill_patch(entry, call, slots, pointer);
    if (slots.has(Slot::edits)) return fill_list(entry, *slots[Slot::edits], pointer);
    if (!command.empty() && command != "str_replace" && command != "replace" && !slots.has(Slot::old_text)) {
      error(Code::field_value, call, pointer, "the command '" + excerpt_for_display(command) + "' is not known", "use 'create', 'str_replace' or 'insert'");
      return false;
    }
    std::optional<Edit> edit = replacement(call, slots, pointer);
    if (edit) entry.edits.push_back(std::move(*edit));
    return edit.has_value();
  }

  bool fill_create(FileEdit& entry, const json::Value& call, const Slots& slots, const std::string& pointer) {
    if (!slots.has(Slot::content)) {
      error(Code::field_missing, call, pointer, "the field 'file_text' is missing", "add \"file_text\", a string");
      return false;
    }
    entry.operation = Operation::create;
    entry.edits.push_back({Whole{reading_.keep(slots.text(Slot::content))}, findings_.origin(at(call), pointer)});
    return true;
  }

  bool fill_insert(FileEdit& entry, const json::Value& call, const Slots& slots, const std::string& pointer) {
    std::optional<uint64_t> line = slots.has(Slot::insert_line) ? slots[Slot::insert_line]->unsigned_integer() : std::nullopt;
    if (!line || *line == 0) {
      error(Code::field_value, call, pointer, "'insert_line' is not the number of a line", "give the line behind which the text goes; for the top, replace the first line by both");
      return false;
    }
    if (!slots.has(Slot::new_text)) {
      error(Code::field_missing, call, pointer, "the field 'insert_text' is missing", "add \"insert_text\", a string");
      return false;
    }
    entry.edits.push_back({insertion(*line, reading_.keep(slots.text(Slot::new_text))), findings_.origin(at(call), pointer)});
    return true;
  }

  static diff::Hunk insertion(uint64_t line, std::string_view text) {
    diff::Hunk hunk = diff::hunk_between({}, text);
    hunk.has_numbers = true;
    hunk.old_start = hunk.new_start = line;
    return hunk;
  }

  // {"type": "update_file", "path": ..., "diff": "@@ ..."}
  bool fill_patch(FileEdit& entry, const json::Value& call, const Slots& slots, const std::string& pointer) {
    std::string_view command = slots.text(Slot::command);
    bool creates = command == "create_file";
    bool deletes = command == "delete_file";
    entry.operation = creates ? Operation::create : deletes ? Operation::remove : Operation::modify;
    if (deletes) return true;
    std::string_view text = reading_.keep(slots.text(Slot::diff));
    V4aChunks chunks;
    chunks.begin(entry.operation);
    for (Line line = line_from(text, 0); line.start < text.size(); line = line_from(text, line.next)) {
      std::optional<std::string> fault = chunks.take(text, line);
      if (!fault) continue;
      error(Code::block_syntax, *slots[Slot::diff], member_pointer(pointer, "diff"), std::move(*fault), "begin each line with '+', '-' or a blank, and each chunk with '@@'");
      return false;
    }
    for (V4aChunk& chunk : chunks.finish()) entry.edits.push_back({std::move(chunk.block), findings_.origin(at(call), pointer)});
    if (entry.edits.empty()) error(Code::block_syntax, call, pointer, "the call changes nothing", "give its chunks, or leave it out");
    return !entry.edits.empty();
  }

  bool fill_list(FileEdit& entry, const json::Value& edits, const std::string& pointer) {
    std::string list = member_pointer(pointer, "edits");
    if (edits.size() == 0) {
      error(Code::input_no_edit, edits, list, "'edits' is empty", "add an object with the old and the new text");
      return false;
    }
    size_t index = 0;
    bool ok = true;
    for (json::Value value : edits) {
      std::string where = element_pointer(list, index++);
      bool object = expect_object(reading_, value, where, "an edit");
      std::optional<Slots> slots = object ? read_slots(value, where) : std::nullopt;
      std::optional<Edit> edit = slots ? replacement(value, *slots, where) : std::nullopt;
      ok = ok && edit;
      if (edit) entry.edits.push_back(std::move(*edit));
    }
    return ok;
  }

  std::optional<Edit> replacement(const json::Value& value, const Slots& slots, const std::string& pointer) {
    if (!slots.has(Slot::old_text)) {
      error(Code::field_missing, value, pointer, "the old text is missing", "add \"old_string\", a string");
      return std::nullopt;
    }
    std::string_view find = slots.text(Slot::old_text);
    if (find.empty()) {
      error(Code::find_empty, *slots[Slot::old_text], pointer, "the text to find is empty", "copy the text to change from the file");
      return std::nullopt;
    }
    if (find == slots.text(Slot::new_text)) {
      error(Code::field_value, value, pointer, "the old and the new text are the same", "leave the edit out, or write the text as it shall be");
      return std::nullopt;
    }
    FindReplace edit{.find = reading_.keep(find), .replace = reading_.keep(slots.text(Slot::new_text))};
    if (slots.has(Slot::replace_all) && slots[Slot::replace_all]->boolean()) edit.limit = Limit::all;
    if (slots.has(Slot::expected)) {
      std::optional<uint64_t> count = slots[Slot::expected]->unsigned_integer();
      if (!count || *count == 0) {
        error(Code::field_value, *slots[Slot::expected], pointer, "the number of replacements is none", "give a number from 1 on, or leave it out");
        return std::nullopt;
      }
      edit.expected = *count;
      if (*count > 1) edit.limit = Limit::all;
    }
    return Edit{edit, findings_.origin(at(value), pointer)};
  }

  JsonReading& reading_;
  Findings& findings_;
  std::optional<size_t> inside_string_;    // offset of the string whose JSON is being read
  std::deque<json::Document> documents_;   // of such strings
};

}  // namespace

bool detect_edit_tool(const Block& block) { return meant_as(block) == JsonKind::edit_tool; }

Diagnostics parse_edit_tool(const Input& input, const Block& block, const ParseOptions& options, Plan& plan) {
  JsonReading reading(input, block, options, plan);
  if (std::optional<json::Document> document = read_document(reading)) CallReader(reading).read(document->root());
  return reading.findings.take();
}

}  // namespace aptix::format
