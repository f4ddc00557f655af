// What the words of a call mean stands in the vocabulary. What a tool has for people is ignored; what is not known is
// said.
#include "format/calls/edit_tool_arguments.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "base/text/words.h"
#include "diff/compute/hunk_between.h"
#include "format/calls/unread_call.h"
#include "format/calls/vocabulary.h"
#include "format/forms/forms.h"
#include "format/forms/v4a_chunks.h"
#include "format/json/inside.h"
#include "format/names/paths.h"

namespace aptix::format {
namespace {

// What one object gives, by what it means.
struct Slots {
  std::array<std::optional<json::Value>, kMeanings> values;

  const std::optional<json::Value>& operator[](Meaning slot) const { return values[static_cast<size_t>(slot)]; }
  bool has(Meaning slot) const { return (*this)[slot].has_value(); }
  std::string_view text(Meaning slot) const { return has(slot) ? (*this)[slot]->text() : std::string_view(); }
};

std::string quoted_argument(std::string_view text) { return "'" + excerpt_for_display(text) + "'"; }

// What a member of a call of that tool says; nothing when that is not known.
std::optional<Meaning> meaning_in(const CallName& name, std::string_view key) {
  const Word* word = word_of(key);
  if (word == nullptr || word->meaning == Meaning::none || word->meaning == Meaning::other_path) return std::nullopt;
  if (word->meaning != Meaning::plain_content) return word->meaning;
  return is_writing_tool(name.tool) ? std::optional(Meaning::content) : std::nullopt;
}

// Is it a call that changes something, or one that only looks or runs?
bool is_edit_call(const json::Value& call, const CallName& name) {
  if (is_edit_tool(name.tool) && !call.find("command")) return true;
  constexpr std::string_view kCommands[] = {
      "create", "str_replace", "insert", "undo_edit", "update_file", "create_file", "delete_file", "delete", "rename"};
  for (auto member = call.begin(); member != call.end(); ++member) {
    std::optional<Meaning> meaning = meaning_in(name, member.member().key);
    if (!meaning || meaning == Meaning::path || meaning == Meaning::for_people) continue;
    if (meaning != Meaning::command || is_one_of(kCommands, (*member).text())) return true;
  }
  return false;
}

class ArgumentReader {
 public:
  ArgumentReader(
      JsonReading& reading, const CallText& text, const CallName& name, std::deque<json::Document>& documents)
      : reading_(reading),
        findings_(reading.findings),
        text_(text),
        name_(name),
        documents_(documents) {}

  void read(const json::Value& call, const std::string& pointer) {
    if (is_moving_tool(name_.tool))
      return error(Code::field_value, call, pointer, "the call of " + quoted_argument(name_.tool) + " cannot be read",
          "delete and move files in a V4A patch: '*** Delete File:', '*** Move to:'");
    if (!name_.alone && !is_edit_call(call, name_)) return pass_over(call, pointer);
    std::optional<Slots> slots = read_slots(call, pointer);
    if (!slots) return;
    if (slots->text(Meaning::command) == "view") return pass_over(call, pointer);
    if (!slots->has(Meaning::path))
      return error(Code::field_missing, call, pointer, "the call names no file", "add \"path\", a string");
    std::optional<DialectPath> path = dialect_path(findings_, reading_.options, slots->text(Meaning::path),
        at(*(*slots)[Meaning::path]), member_pointer(pointer, "path"));
    if (!path) return;
    FileEdit entry{.operation = Operation::modify,
        .path = std::move(path->path),
        .contract = Contract::unique,
        .block = reading_.options.block_index,
        .origin = findings_.origin(at(call), pointer),
        .names = {.others = std::move(path->other_names)}};
    findings_.about(entry.path.str());
    if (fill(entry, call, *slots, pointer)) add(std::move(entry));
    findings_.about({});
  }

 private:
  // Replacements in one file that follow each other are one entry.
  void add(FileEdit entry) {
    auto replaces = [](const FileEdit& file) {
      return file.operation == Operation::modify && std::holds_alternative<FindReplace>(file.edits.back().what);
    };
    std::vector<FileEdit>& files = reading_.plan.files;
    bool goes_on = !files.empty() && files.back().block == entry.block && files.back().path == entry.path &&
        replaces(files.back()) && replaces(entry);
    if (goes_on) std::move(entry.edits.begin(), entry.edits.end(), std::back_inserter(files.back().edits));
    else files.push_back(std::move(entry));
  }

  size_t at(const json::Value& value) const { return text_.at(value); }

  void error(Code code, const json::Value& value, const std::string& pointer, std::string message, std::string hint) {
    findings_.error(code, at(value), pointer, std::move(message), std::move(hint));
  }

  void pass_over(const json::Value& call, const std::string& pointer) {
    std::string what = name_.tool.empty() ? "the call" : "the call of " + quoted_argument(name_.tool);
    if (holds_inner_batch(call))
      return error(Code::block_passed_over, call, pointer,
          what + " stands among those of edit tools, and holds line changes",
          "give the batch as JSON in a code block of its own");
    if (std::optional<UnreadCall> unread = unread_call(call, name_.tool))
      return error(Code::block_unread, call, pointer,
          what + " is not read, and it changes " + quoted_argument(unread->path),
          "give the change as a call of an edit tool, or in a diff");
    findings_.warning(Code::block_passed_over, at(call), pointer, what + " changes no file; it was passed over");
  }

  std::optional<Slots> read_slots(const json::Value& object, const std::string& pointer) {
    Slots slots;
    bool ok = true;
    for (auto member = object.begin(); member != object.end(); ++member) {
      std::string_view key = member.member().key;
      json::Value value = *member;
      std::optional<Meaning> meaning = meaning_in(name_, key);
      if (!meaning) {
        findings_.warning(Code::field_unknown, at(value), member_pointer(pointer, key.substr(0, 200)),
            "the field " + quoted_argument(key) + " is not known; it was ignored");
        continue;
      }
      if (meaning == Meaning::for_people || value.type() == json::Type::null) continue;
      json::Type type = word_of(key)->type;
      std::optional<json::Value> read = as_type(value, type);
      bool again = slots.has(*meaning);
      if (!read) say_type(value, member_pointer(pointer, key), key, type);
      else if (again)
        error(Code::field_unexpected, value, member_pointer(pointer, key),
            quoted_argument(key) + " says again what another field says", "leave one of them out");
      ok = ok && read && !again;
      slots.values[static_cast<size_t>(*meaning)] = read;
    }
    return ok ? std::optional(std::move(slots)) : std::nullopt;
  }

  void say_type(const json::Value& value, const std::string& pointer, std::string_view key, json::Type type) {
    error(Code::field_type, value, pointer, wrong_type(quoted_argument(key), type, value), right_type(type, value));
  }

  // A number, a flag or a list may be given as a string.
  std::optional<json::Value> as_type(const json::Value& value, json::Type type) {
    if (value.type() == type) return value;
    if (value.type() != json::Type::string || type == json::Type::string) return std::nullopt;
    json::ReadResult result = json::read(value.text(), {.max_depth = reading_.options.limits.depth});
    if (!result.document || !result.errors.empty() || result.document->root().type() != type) return std::nullopt;
    return documents_.emplace_back(std::move(*result.document)).root();
  }

  // The edits of one call. False when they cannot be read.
  bool fill(FileEdit& entry, const json::Value& call, const Slots& slots, const std::string& pointer) {
    std::string_view command = slots.text(Meaning::command);
    if (command.empty() ? gives_whole_file(slots) : command == "create")
      return fill_create(entry, call, slots, pointer);
    if (command.empty() && slots.has(Meaning::old_text) && slots.text(Meaning::old_text).empty())
      return fill_new(entry, call, slots, pointer);
    if (command.empty() ? slots.has(Meaning::insert_line) : command == "insert")
      return fill_insert(entry, call, slots, pointer);
    if (command == "delete_file" || slots.has(Meaning::diff)) return fill_patch(entry, call, slots, pointer);
    if (slots.has(Meaning::edits)) return fill_list(entry, *slots[Meaning::edits], pointer);
    constexpr std::string_view kReplacing[] = {"", "str_replace", "replace"};
    if (!is_one_of(kReplacing, command) && !slots.has(Meaning::old_text)) return say_command(call, command, pointer);
    std::optional<Edit> edit = replacement(call, slots, pointer);
    if (edit) entry.edits.push_back(std::move(*edit));
    return edit.has_value();
  }

  // Also where the content is missing: of a tool that does nothing else.
  bool gives_whole_file(const Slots& slots) const {
    if (slots.has(Meaning::content)) return true;
    bool writes = is_edit_tool(name_.tool) && is_writing_tool(name_.tool);
    return writes && !slots.has(Meaning::old_text) && !slots.has(Meaning::edits);
  }

  bool say_command(const json::Value& call, std::string_view command, const std::string& pointer) {
    bool undo = command == "undo_edit";
    error(Code::field_value, call, pointer,
        "the command " + quoted_argument(command) +
            (undo ? " cannot be read: what it takes back is not told" : " is not known"),
        undo ? "leave it out, and the call that it takes back" : "use 'create', 'str_replace' or 'insert'");
    return false;
  }

  bool fill_create(FileEdit& entry, const json::Value& call, const Slots& slots, const std::string& pointer) {
    if (!slots.has(Meaning::content)) {
      error(Code::field_missing, call, pointer, "the field 'file_text' is missing", "add \"file_text\", a string");
      return false;
    }
    // 'create' in the name of the tool, or in the command, is a promise that there is no such file.
    bool overwrites = slots.text(Meaning::command).empty() && is_writing_tool(name_.tool) &&
        name_.tool.find("create") == std::string_view::npos;
    entry.operation = overwrites ? Operation::write : Operation::create;
    if (overwrites) entry.contract = Contract::literal;  // the content to its last byte
    entry.edits.push_back({Whole{reading_.keep(slots.text(Meaning::content))}, findings_.origin(at(call), pointer)});
    return true;
  }

  // No old text: a new file.
  bool fill_new(FileEdit& entry, const json::Value& call, const Slots& slots, const std::string& pointer) {
    if (slots.text(Meaning::new_text).empty()) {
      error(Code::find_empty, *slots[Meaning::old_text], pointer, "the text to find is empty",
          "copy the text to change from the file");
      return false;
    }
    entry.operation = Operation::create;
    entry.fills_empty = true;
    entry.edits.push_back({Whole{reading_.keep(slots.text(Meaning::new_text))}, findings_.origin(at(call), pointer)});
    return true;
  }

  bool fill_insert(FileEdit& entry, const json::Value& call, const Slots& slots, const std::string& pointer) {
    std::optional<uint64_t> line =
        slots.has(Meaning::insert_line) ? slots[Meaning::insert_line]->unsigned_integer() : std::nullopt;
    if (!line) {
      error(Code::field_value, call, pointer, "'insert_line' is not the number of a line",
          "give the line after which the text goes, 0 for the top");
      return false;
    }
    if (!slots.has(Meaning::new_text)) {
      error(Code::field_missing, call, pointer, "the field 'insert_text' is missing", "add \"insert_text\", a string");
      return false;
    }
    std::string_view text = reading_.keep(slots.text(Meaning::new_text));
    Origin origin = findings_.origin(at(call), pointer);
    if (*line == 0) entry.edits.push_back({at_the_top(text), std::move(origin)});
    else entry.edits.push_back({insertion(*line, text), std::move(origin)});
    return true;
  }

  static LineChange at_the_top(std::string_view text) {
    LineChange change;
    for (Line line = line_from(text, 0); line.start < text.size(); line = line_from(text, line.next))
      change.lines.push_back(line.text);
    return change;
  }

  static diff::Hunk insertion(uint64_t line, std::string_view text) {
    diff::Hunk hunk = diff::hunk_between({}, text);
    hunk.has_numbers = true;
    hunk.old_start = hunk.new_start = line;
    return hunk;
  }

  // {"type": "update_file", "path": ..., "diff": "@@ ..."}
  bool fill_patch(FileEdit& entry, const json::Value& call, const Slots& slots, const std::string& pointer) {
    std::string_view command = slots.text(Meaning::command);
    bool creates = command == "create_file";
    bool deletes = command == "delete_file";
    entry.operation = creates ? Operation::create : deletes ? Operation::remove : Operation::modify;
    if (deletes) return true;
    std::string_view text = reading_.keep(slots.text(Meaning::diff));
    V4aChunks chunks;
    chunks.begin(entry.operation);
    for (Line line = line_from(text, 0); line.start < text.size(); line = line_from(text, line.next)) {
      std::optional<std::string> fault = chunks.take(text, line);
      if (!fault) continue;
      error(Code::block_syntax, *slots[Meaning::diff], member_pointer(pointer, "diff"), std::move(*fault),
          "begin each line with '+', '-' or a space, and each chunk with '@@'");
      return false;
    }
    for (V4aChunk& chunk : chunks.finish())
      entry.edits.push_back({std::move(chunk.block), findings_.origin(at(call), pointer)});
    if (entry.edits.empty())
      error(Code::block_syntax, call, pointer, "the call changes nothing", "give its chunks, or leave it out");
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
    if (!slots.has(Meaning::old_text)) {
      error(Code::field_missing, value, pointer, "the old text is missing", "add \"old_string\", a string");
      return std::nullopt;
    }
    if (!slots.has(Meaning::new_text) && slots.text(Meaning::command).empty()) {
      error(Code::field_missing, value, pointer, "the new text is missing", "add \"new_string\", a string");
      return std::nullopt;
    }
    std::string_view find = slots.text(Meaning::old_text);
    if (find.empty()) {
      error(Code::find_empty, *slots[Meaning::old_text], pointer, "the text to find is empty",
          "copy the text to change from the file");
      return std::nullopt;
    }
    if (find == slots.text(Meaning::new_text)) {
      error(Code::field_value, value, pointer, "the old and the new text are the same",
          "leave the edit out, or write the text as it shall be");
      return std::nullopt;
    }
    FindReplace edit{.find = reading_.keep(find), .replace = reading_.keep(slots.text(Meaning::new_text))};
    if (slots.has(Meaning::replace_all) && slots[Meaning::replace_all]->boolean()) edit.limit = Limit::all;
    if (slots.has(Meaning::expected)) {
      std::optional<uint64_t> count = slots[Meaning::expected]->unsigned_integer();
      if (!count || *count == 0) {
        error(Code::field_value, *slots[Meaning::expected], pointer,
            "the number of replacements is not a whole number from 1 on", "give a number from 1 on, or leave it out");
        return std::nullopt;
      }
      edit.expected = *count;
      if (*count > 1) edit.limit = Limit::all;
    }
    return Edit{edit, findings_.origin(at(value), pointer)};
  }

  JsonReading& reading_;
  Findings& findings_;
  const CallText& text_;
  const CallName& name_;
  std::deque<json::Document>& documents_;
};

}  // namespace

void read_call_arguments(JsonReading& reading, const json::Value& call, const std::string& pointer,
    const CallText& text, const CallName& name, std::deque<json::Document>& documents) {
  ArgumentReader(reading, text, name, documents).read(call, pointer);
}

void read_call_patch(JsonReading& reading, const json::Value& patch, const std::string& pointer, const CallText& text) {
  Block block;
  block.body = reading.keep(patch.text());
  size_t first = reading.plan.files.size();
  Diagnostics said = parse_v4a(reading.input, block, reading.options, reading.plan);
  Origin origin = reading.findings.origin(text.at(patch), pointer);
  for (; first < reading.plan.files.size(); ++first) {
    FileEdit& entry = reading.plan.files[first];
    entry.origin = origin;
    for (Edit& edit : entry.edits) edit.origin = origin;
  }
  for (Diagnostic& fault : said.errors) reading.findings.error(std::move(fault), text.at(patch), pointer);
  for (Diagnostic& fault : said.warnings)
    reading.findings.warning(fault.code, text.at(patch), pointer, std::move(fault.message), std::move(fault.hint));
}

}  // namespace aptix::format
