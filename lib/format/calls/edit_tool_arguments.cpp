// What the words of a call mean stands in the vocabulary; here is what a call does that has such fields.
#include "format/calls/edit_tool_arguments.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "diff/compute/hunk_between.h"
#include "format/calls/unread_call.h"
#include "format/forms/bare.h"
#include "format/forms/file_of.h"
#include "format/forms/forms.h"
#include "format/forms/v4a_chunks.h"
#include "format/json/inside.h"
#include "format/names/paths.h"

namespace aptix::format {
namespace {

using ParseText = void (*)(BlockReading& reading);

// Reads the text of an edit that stands in a string of a call; all its faults stand where the string does.
void read_inner(BlockReading& reading, Block block, ParseText parse, size_t offset, const std::string& pointer) {
  block.form = Block::Form::fenced;
  size_t first = reading.plan.files.size();
  BlockReading inner(reading.input, block, reading.options, reading.plan);
  parse(inner);
  Diagnostics said = inner.findings.take();
  Origin origin = reading.findings.origin(offset, pointer);
  for (; first < reading.plan.files.size(); ++first) {
    FileEdit& entry = reading.plan.files[first];
    entry.origin = origin;
    for (Edit& edit : entry.edits) edit.origin = origin;
  }
  for (Diagnostic& fault : said.errors) reading.findings.error(std::move(fault), offset, pointer);
  for (Diagnostic& fault : said.warnings)
    reading.findings.warning(fault.code, offset, pointer, std::move(fault.message), std::move(fault.hint));
}

class ArgumentReader {
 public:
  ArgumentReader(
      BlockReading& reading, const CallText& text, const CallName& name, std::deque<json::Document>& documents)
      : reading_(reading),
        findings_(reading.findings),
        text_(text),
        name_(name),
        tool_(act_of_tool(name.tool)),
        documents_(documents) {}

  void read(const json::Value& call, const std::string& pointer) {
    bool edits = is_edit_call(call, name_) || (name_.alone && name_.tool.empty());
    if (!edits || holds_inner_batch(call)) return pass_over(call, pointer);
    std::optional<CallFields> fields = read_call_fields(reading_, call, pointer, text_, name_, documents_);
    if (!fields) return;
    Act act = act_of(*fields);
    if (act == Act::look || (act == Act::write && !writes_whole_files())) return pass_over(call, pointer);
    if (act == Act::edit) return read_list(*fields, call, pointer);
    std::optional<FileEdit> entry = entry_of(act, *fields, call, pointer);
    if (!entry) return;
    findings_.about(entry->path.str());
    if (fill(*entry, act, call, *fields, pointer)) add(std::move(*entry));
    findings_.about({});
  }

 private:
  // What the call does: by its command, by its tool, by its fields. `edit`: a list of edits.
  Act act_of(const CallFields& fields) const {
    Act command = act_of_command(fields.text(Meaning::command));
    if (command == Act::look || command == Act::undo) return command;
    if (fields.has(Meaning::diff) && command != Act::remove) return Act::patch;
    if (command == Act::write) return fields.has(Meaning::edits) ? Act::edit : Act::write;
    if (command != Act::unknown && command != Act::edit && !(command == Act::replace && fields.has(Meaning::edits)))
      return command;
    return act_of_tool_with(fields);
  }

  Act act_of_tool_with(const CallFields& fields) const {
    constexpr Act kByName[] = {Act::remove, Act::move, Act::copy, Act::insert_before, Act::append};
    if (std::find(std::begin(kByName), std::end(kByName), tool_) != std::end(kByName)) return tool_;
    if (fields.has(Meaning::edits)) return Act::edit;
    if (fields.has(Meaning::insert_line)) return Act::insert;
    if (fields.has(Meaning::old_text) || fields.has(Meaning::new_text)) return Act::replace;
    if (fields.whole() || fields.has(Meaning::excerpt)) return tool_ == Act::create ? tool_ : Act::write;
    return tool_ == Act::create || tool_ == Act::write ? tool_ : Act::replace;
  }

  // A tool without a name, or with one that promises it: others write comments.
  bool writes_whole_files() const {
    return name_.tool.empty() || tool_ == Act::create || tool_ == Act::write || tool_ == Act::edit;
  }

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
  bool missing(const json::Value& call, const std::string& pointer, std::string what, std::string hint) {
    error(Code::field_missing, call, pointer, std::move(what), std::move(hint));
    return false;
  }

  void pass_over(const json::Value& call, const std::string& pointer) {
    if (holds_inner_batch(call))
      return error(Code::block_passed_over, call, pointer,
          call_of(name_) + " stands among those of edit tools, and holds line changes",
          "give the batch as JSON in a code block of its own");
    if (std::optional<UnreadCall> unread = unread_call(call, name_.tool))
      return error(Code::block_unread, call, pointer,
          call_of(name_) + " is not read, and it changes '" + excerpt_for_display(unread->path) + "'",
          "give the change as a call of an edit tool, or in a diff");
    findings_.warning(
        Code::block_passed_over, at(call), pointer, call_of(name_) + " changes no file; it was passed over");
  }

  std::optional<DialectPath> path_in(const CallFields& fields, Meaning meaning, const std::string& pointer) {
    return dialect_path(reading_, fields.text(meaning), at(*fields[meaning]), member_pointer(pointer, "path"));
  }

  // Of the file that the words above the block name, for a text to replace.
  std::string path_near(const CallFields& fields) {
    if (!fields.has(Meaning::old_text) || (text_.inside && (!text_.tags || text_.base != 0))) return {};
    return file_of(reading_.input, reading_.block, {}, ForFile::there).path;
  }

  // Without its edits.
  std::optional<FileEdit> entry_of(
      Act act, const CallFields& fields, const json::Value& call, const std::string& pointer) {
    bool moves = act == Act::move || act == Act::copy;
    Meaning last = moves ? Meaning::to_path : Meaning::path;
    std::optional<DialectPath> path;
    if (!moves && !fields.has(last) && fields.has(Meaning::from_path)) last = Meaning::from_path;
    if (fields.has(last)) path = path_in(fields, last, pointer);
    else if (std::string near = moves ? std::string() : path_near(fields); !near.empty())
      path = dialect_path(reading_, near, at(call), pointer);
    else
      missing(call, pointer, moves ? "the call does not say where the file goes" : "the call names no file",
          moves ? "add \"destination\", a string" : "add \"path\", a string");
    if (!path) return std::nullopt;
    FileEdit entry = file_edit(reading_, std::move(*path), Operation::modify, at(call), pointer);
    if (!moves) return entry;
    entry.operation = act == Act::move ? Operation::rename : Operation::copy;
    return take_source(entry, call, fields, pointer) ? std::optional(std::move(entry)) : std::nullopt;
  }

  // Of a file that is moved or copied.
  bool take_source(FileEdit& entry, const json::Value& call, const CallFields& fields, const std::string& pointer) {
    Meaning first = fields.has(Meaning::from_path) ? Meaning::from_path : Meaning::path;
    if (!fields.has(first))
      return missing(call, pointer, "the call does not say which file goes", "add \"source\", a string");
    std::optional<DialectPath> from = path_in(fields, first, pointer);
    if (from) entry.from = std::move(from->path);
    return from.has_value();
  }

  // The edits of one call. False when they cannot be read.
  bool fill(FileEdit& entry, Act act, const json::Value& call, const CallFields& fields, const std::string& pointer) {
    switch (act) {
      case Act::move:
      case Act::copy: return true;
      case Act::remove: entry.operation = Operation::remove; return true;
      case Act::create:
      case Act::write: return fill_whole(entry, act, call, fields, pointer);
      case Act::insert:
      case Act::insert_before: return fill_insert(entry, act, call, fields, pointer);
      case Act::patch: return fill_patch(entry, call, fields, pointer);
      case Act::undo:
        error(Code::field_value, call, pointer,
            "the command 'undo_edit' cannot be read: what it takes back is not told",
            "leave it out, and the call that it takes back");
        return false;
      case Act::append:
        error(Code::block_unread, call, pointer,
            call_of(name_) + " is not read, and it changes '" + entry.path.str() + "'",
            "give the change as a call of an edit tool, or in a diff");
        return false;
      case Act::unknown:
      case Act::look:
      case Act::edit:
      case Act::replace: break;
    }
    return fill_replacement(entry, call, fields, pointer);
  }

  bool fill_whole(
      FileEdit& entry, Act act, const json::Value& call, const CallFields& fields, const std::string& pointer) {
    const std::optional<json::Value>& content = fields.whole() ? fields.whole() : fields[Meaning::excerpt];
    if (!content) return missing(call, pointer, "the content of the file is missing", "add \"content\", a string");
    // 'create' in the name of the tool, or in the command, is a promise that there is no such file.
    const std::optional<json::Value>& over = fields[Meaning::overwrite];
    bool keeps = over && over->type() == json::Type::boolean && !over->boolean();
    entry.operation = act == Act::create || keeps ? Operation::create : Operation::write;
    if (act == Act::write && !text_.tags) entry.contract = Contract::literal;  // the content to its last byte
    bool ordered = !name_.tool.empty() || fields.has(Meaning::command);
    if (!ordered && name_.alone && !text_.tags && content->text().find('\n') == std::string_view::npos)
      return missing(call, pointer,
          "nothing says that '" + entry.path.str() + "' is to be written: its content has no line",
          "name the tool, or end the content with a line end");
    entry.edits.push_back(
        {Whole{.content = reading_.keep(content->text()), .told = ordered ? Whole::Told::called : text_.told},
            findings_.origin(at(call), pointer)});
    return true;
  }

  bool fill_replacement(
      FileEdit& entry, const json::Value& call, const CallFields& fields, const std::string& pointer) {
    if (fields.text(Meaning::old_text).empty() && !fields.text(Meaning::new_text).empty() &&
        fields.has(Meaning::old_text))
      return fill_new(entry, call, fields, pointer);
    std::optional<Edit> edit = replacement(call, fields, pointer);
    if (edit) entry.edits.push_back(std::move(*edit));
    return edit.has_value();
  }

  // No old text: a new file.
  bool fill_new(FileEdit& entry, const json::Value& call, const CallFields& fields, const std::string& pointer) {
    entry.operation = Operation::create;
    entry.fills_empty = true;
    entry.edits.push_back({Whole{.content = reading_.keep(fields.text(Meaning::new_text)), .told = Whole::Told::called},
        findings_.origin(at(call), pointer)});
    return true;
  }

  bool fill_insert(
      FileEdit& entry, Act act, const json::Value& call, const CallFields& fields, const std::string& pointer) {
    Meaning place = act == Act::insert ? Meaning::insert_line : Meaning::line;
    std::optional<uint64_t> line = fields.has(place) ? fields[place]->unsigned_integer() : std::nullopt;
    if (line && act == Act::insert_before) line = *line == 0 ? std::nullopt : std::optional(*line - 1);
    if (!line) {
      error(Code::field_value, call, pointer,
          act == Act::insert ? "'insert_line' is not the number of a line" : "'line' is not the number of a line",
          act == Act::insert ? "give the line after which the text goes, 0 for the top"
                             : "give the line before which the text goes, 1 for the top");
      return false;
    }
    const std::optional<json::Value>& given =
        fields.has(Meaning::new_text) ? fields[Meaning::new_text] : fields.whole();
    if (!given) return missing(call, pointer, "the field 'insert_text' is missing", "add \"insert_text\", a string");
    std::string_view text = reading_.keep(given->text());
    Origin origin = findings_.origin(at(call), pointer);
    if (*line == 0) entry.edits.push_back({at_the_top(text), std::move(origin)});
    else entry.edits.push_back({insertion(*line, text), std::move(origin)});
    return true;
  }

  static LineChange at_the_top(std::string_view text) {
    LineChange change;
    for (const Line& line : lines_from(text)) change.lines.push_back(line.text);
    return change;
  }

  static diff::Hunk insertion(uint64_t line, std::string_view text) {
    diff::Hunk hunk = diff::hunk_between({}, text);
    hunk.has_numbers = true;
    hunk.old_start = hunk.new_start = line;
    return hunk;
  }

  // {"type": "update_file", "path": ..., "diff": "@@ ..."}; a unified diff; SEARCH/REPLACE blocks. False when another
  // reader has made the entry.
  bool fill_patch(FileEdit& entry, const json::Value& call, const CallFields& fields, const std::string& pointer) {
    std::string_view text = fields.text(Meaning::diff);
    bool blocks = any_line(text, is_search_marker);
    auto in_diff = [](std::string_view line) { return line.starts_with("+++ ") || line.starts_with("@@ -"); };
    if (blocks || any_line(text, in_diff)) {
      Block block;
      block.body = reading_.keep(text);
      block.naming.by = Naming::By::call;
      block.naming.path = fields.text(Meaning::path);
      read_inner(reading_, std::move(block), blocks ? parse_search_replace : parse_diff, at(*fields[Meaning::diff]),
          member_pointer(pointer, "diff"));
      return false;
    }
    if (act_of_command(fields.text(Meaning::command)) == Act::create) entry.operation = Operation::create;
    return fill_chunks(entry, call, *fields[Meaning::diff], pointer);
  }

  bool fill_chunks(FileEdit& entry, const json::Value& call, const json::Value& diff, const std::string& pointer) {
    std::string_view text = reading_.keep(diff.text());
    V4aChunks chunks;
    chunks.begin(entry.operation);
    for (const Line& line : lines_from(text)) {
      std::optional<std::string> fault = chunks.take(text, line);
      if (!fault) continue;
      error(Code::block_syntax, diff, member_pointer(pointer, "diff"), std::move(*fault),
          "begin each line with '+', '-' or a space, and each chunk with '@@'");
      return false;
    }
    for (V4aChunk& chunk : chunks.finish())
      entry.edits.push_back({std::move(chunk.block), findings_.origin(at(call), pointer)});
    if (entry.edits.empty())
      error(Code::block_syntax, call, pointer, "the call changes nothing", "give its chunks, or leave it out");
    return !entry.edits.empty();
  }

  // Several edits of one file, or each with a path of its own. The first may make the file.
  void read_list(const CallFields& fields, const json::Value& call, const std::string& pointer) {
    const json::Value& edits = *fields[Meaning::edits];
    std::string list = member_pointer(pointer, "edits");
    if (edits.size() == 0)
      return error(Code::input_no_edit, edits, list, "'edits' is empty", "add an object with the old and the new text");
    size_t index = 0;
    for (json::Value value : edits) {
      std::string where = element_pointer(list, index++);
      if (!expect_object(reading_, value, where, "an edit")) continue;
      std::optional<CallFields> edit = read_call_fields(reading_, value, where, text_, name_, documents_);
      if (!edit) continue;
      if (!edit->has(Meaning::path)) edit->values[static_cast<size_t>(Meaning::path)] = fields[Meaning::path];
      Act act = edit->has(Meaning::path) ? act_of(*edit) : Act::replace;
      std::optional<FileEdit> entry = entry_of(act, *edit, edit->has(Meaning::path) ? value : call, where);
      if (!entry) return;
      findings_.about(entry->path.str());
      if (fill(*entry, act, value, *edit, where)) add(std::move(*entry));
      findings_.about({});
    }
  }

  std::optional<Edit> replacement(const json::Value& value, const CallFields& fields, const std::string& pointer) {
    auto fault = [&](Code code, const json::Value& at, std::string message, std::string hint) {
      error(code, at, pointer, std::move(message), std::move(hint));
      return std::optional<Edit>();
    };
    if (!fields.has(Meaning::old_text))
      return fault(Code::field_missing, value, "the old text is missing", "add \"old_string\", a string");
    if (!fields.has(Meaning::new_text) && fields.text(Meaning::command).empty())
      return fault(Code::field_missing, value, "the new text is missing", "add \"new_string\", a string");
    if (fields.whole())
      return fault(
          Code::field_unexpected, value, "the call holds a whole file, and a text to replace", "leave one of them out");
    std::string_view find = fields.text(Meaning::old_text);
    if (find.empty())
      return fault(Code::find_empty, *fields[Meaning::old_text], "the text to find is empty",
          "copy the text to change from the file");
    if (find == fields.text(Meaning::new_text))
      return fault(Code::field_value, value, "the old and the new text are the same",
          "leave the edit out, or write the text as it shall be");
    FindReplace edit{.find = reading_.keep(find), .replace = reading_.keep(fields.text(Meaning::new_text))};
    if (replaces_all(fields)) edit.limit = Limit::all;
    if (fields.has(Meaning::expected)) {
      std::optional<uint64_t> count = fields[Meaning::expected]->unsigned_integer();
      if (!count || *count == 0)
        return fault(Code::field_value, *fields[Meaning::expected],
            "the number of replacements is not a whole number from 1 on", "give a number from 1 on, or leave it out");
      edit.expected = *count;
      if (*count > 1) edit.limit = Limit::all;
    }
    return Edit{edit, findings_.origin(at(value), pointer)};
  }

  static bool replaces_all(const CallFields& fields) {
    const std::optional<json::Value>& all = fields[Meaning::replace_all];
    return all && (all->type() == json::Type::boolean ? all->boolean() : all->text() == "all" || all->text() == "true");
  }

  BlockReading& reading_;
  Findings& findings_;
  const CallText& text_;
  const CallName& name_;
  Act tool_;
  std::deque<json::Document>& documents_;
};

}  // namespace

void read_call_arguments(BlockReading& reading, const json::Value& call, const std::string& pointer,
    const CallText& text, const CallName& name, std::deque<json::Document>& documents) {
  ArgumentReader(reading, text, name, documents).read(call, pointer);
}

void read_call_patch(
    BlockReading& reading, const json::Value& patch, const std::string& pointer, const CallText& text) {
  Block block;
  block.body = reading.keep(patch.text());
  bool chunks = block.body.find(kPatchSign) != std::string_view::npos;
  read_inner(reading, std::move(block), chunks ? parse_v4a : parse_diff, text.at(patch), pointer);
}

}  // namespace aptix::format
