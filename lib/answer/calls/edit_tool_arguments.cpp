// What a call does, by its fields. The vocabulary tells what a field means.
#include <iterator>
#include <memory>
#include <utility>

#include "answer/calls/calls.h"
#include "answer/name/paths.h"
#include "answer/tree/json_support.h"
#include "answer/tree/kind.h"
#include "answer/tree/vocabulary.h"
#include "diff/compute/hunk_between.h"

namespace aptix::answer {
namespace {

using json::Value;

// Reads an edit of another form from a string of a call: all faults have the place of the string.
void read_inner(BlockReading& reading, Block block, void (*parse)(BlockReading& reading), size_t offset,
    const std::string& pointer) {
  block.form = Block::Form::fenced;
  size_t first = reading.plan.files.size();
  BlockReading inner{reading.input, block, reading.options, reading.plan};
  parse(inner);
  Diagnostics said = inner.findings.take();
  Origin origin = reading.origin(offset, pointer);
  for (; first < reading.plan.files.size(); ++first) {
    FileEdit& entry = reading.plan.files[first];
    entry.origin = origin;
    for (Edit& edit : entry.edits) edit.origin = origin;
  }
  for (Diagnostic& fault : said.errors) reading.findings.error(std::move(fault), offset, pointer);
  for (Diagnostic& fault : said.warnings)
    reading.findings.warning(fault.code, offset, pointer, std::move(fault.message), std::move(fault.hint));
}

// The edit that one call, or one element of its list of edits, asks for.
class AskedEdit {
 public:
  AskedEdit(const CallReading& call, const CallFields& fields, const Value& value, const std::string& pointer)
      : call_(call),
        tool_(act_of_tool(call.name.tool)),
        fields_(fields),
        value_(value),
        pointer_(pointer) {}

  // Decided by its command, its tool and its fields. Act::edit: a list of edits.
  Act act() const {
    Act command = act_of_command(fields_.text(Meaning::command));
    if (command == Act::look || command == Act::undo) return command;
    if (has(Meaning::diff) && command != Act::remove) return Act::patch;
    if (command == Act::patch) return act_with_tool();
    if (command == Act::write) return has(Meaning::edits) ? Act::edit : Act::write;
    if (command != Act::unknown && command != Act::edit && !(command == Act::replace && has(Meaning::edits)))
      return command;
    return act_with_tool();
  }

  // The file to edit, still without its edits. `names_file`: where a missing name is reported.
  std::optional<FileEdit> entry(Act act, const Value& names_file) {
    bool moves = act == Act::move || act == Act::copy;
    Meaning last = moves ? Meaning::to_path : has(Meaning::path) ? Meaning::path : Meaning::from_path;
    // For a text to replace, the prose above the block may name the file.
    bool alone = has(Meaning::old_text) && (!call_.text.inside || (call_.text.tags && call_.text.base == 0));
    std::string_view near = alone && !moves ? std::string_view(call_.reading.block.naming.path) : std::string_view();
    std::optional<FileEdit> entry;
    if (has(last))
      entry = file_edit(
          call_.reading, fields_.text(last), Operation::modify, call_.text.at(*fields_[last]), path_pointer());
    else if (!near.empty())
      entry = file_edit(call_.reading, near, Operation::modify, call_.text.at(names_file), pointer_);
    else
      error(Code::field_missing, names_file, moves ? "the call has no destination path" : "the call names no file",
          moves ? "add \"destination\", a string" : "add \"path\", a string");
    if (!entry) return std::nullopt;
    entry->origin = call_.reading.origin(call_.text.at(names_file), pointer_);
    if (!moves) return entry;
    entry->operation = act == Act::move ? Operation::rename : Operation::copy;
    Meaning first = has(Meaning::from_path) ? Meaning::from_path : Meaning::path;
    if (!has(first))
      return error(Code::field_missing, value_, "the call has no source path", "add \"source\", a string"),
             std::nullopt;
    entry->from = dialect_path(call_.reading, fields_.text(first), call_.text.at(*fields_[first]), path_pointer());
    return entry->from ? std::move(entry) : std::nullopt;
  }

  // Adds the edits. False if they cannot be read.
  bool fill(FileEdit& entry, Act act) {
    switch (act) {
      case Act::move:
      case Act::copy: return true;
      case Act::remove: entry.operation = Operation::remove; return true;
      case Act::create:
      case Act::write: return fill_whole(entry, act);
      case Act::insert:
      case Act::insert_before: return fill_insert(entry, act);
      case Act::patch: return fill_patch(entry);
      case Act::undo:
        return error(Code::field_value, value_, "'undo_edit' does not say which edit to undo",
            "leave it out, and the call that it undoes");
      case Act::append:
        return error(Code::block_unread, value_,
            call_.subject() + " is not read, and it changes '" + entry.path.str() + "'",
            "give the change as a call of an edit tool, or in a diff");
      case Act::unknown:
      case Act::look:
      case Act::edit:
      case Act::replace: return replace(entry);
    }
    return false;
  }

 private:
  bool has(Meaning meaning) const { return fields_.has(meaning); }

  Act act_with_tool() const {
    constexpr Act kByName[] = {Act::remove, Act::move, Act::copy, Act::insert_before, Act::append};
    if (std::ranges::find(kByName, tool_) != std::end(kByName)) return tool_;
    if (has(Meaning::edits)) return Act::edit;
    if (has(Meaning::insert_line)) return Act::insert;
    if (has(Meaning::old_text) || has(Meaning::new_text)) return Act::replace;
    if (fields_.whole() || has(Meaning::excerpt)) return tool_ == Act::create ? tool_ : Act::write;
    return tool_ == Act::create || tool_ == Act::write ? tool_ : Act::replace;
  }

  // Returns false, for callers that stop there.
  bool error(Code code, const Value& at, std::string message, std::string hint) {
    call_.error(code, at, pointer_, std::move(message), std::move(hint));
    return false;
  }

  void add(FileEdit& entry, decltype(Edit::what) edit) {
    entry.edits.push_back({std::move(edit), call_.reading.origin(call_.text.at(value_), pointer_)});
  }

  std::string path_pointer() const { return member_pointer(pointer_, "path"); }

  bool fill_whole(FileEdit& entry, Act act) {
    const std::optional<Value>& content = fields_.whole() ? fields_.whole() : fields_[Meaning::excerpt];
    if (!content)
      return error(Code::field_missing, value_, "the content of the file is missing", "add \"content\", a string");
    // 'create' in the name of the tool, or in the command, promises that there is no such file.
    const std::optional<Value>& over = fields_[Meaning::overwrite];
    bool keeps = over && over->type() == json::Type::boolean && !over->boolean();
    entry.operation = act == Act::create || keeps ? Operation::create : Operation::write;
    if (act == Act::write && !call_.text.tags) entry.contract = Contract::literal;  // the content up to its last byte
    // "type": "file" is no command.
    Act command = act_of_command(fields_.text(Meaning::command)), named = command == Act::unknown ? tool_ : command;
    bool ordered = changes_files(named), may_be_part = named == Act::edit || named == Act::patch;
    if (!ordered && call_.name.alone && !call_.text.tags && content->text().find('\n') == std::string_view::npos)
      return error(Code::field_missing, value_,
          "nothing says that '" + entry.path.str() + "' is to be written: its content has no line",
          "name the tool, or end the content with a line end");
    Whole::Told told = ordered && !may_be_part ? Whole::Told::called : Whole::Told::shown;
    add(entry, Whole{.content = call_.reading.keep(content->text()), .told = told});
    return true;
  }

  bool fill_insert(FileEdit& entry, Act act) {
    Meaning place = act == Act::insert ? Meaning::insert_line : Meaning::line;
    std::optional<uint64_t> line = has(place) ? fields_[place]->unsigned_integer() : std::nullopt;
    if (line && act == Act::insert_before) line = *line == 0 ? std::nullopt : std::optional(*line - 1);
    if (!line)
      return error(Code::field_value, value_,
          act == Act::insert ? "'insert_line' is not the number of a line" : "'line' is not the number of a line",
          act == Act::insert ? "give the line after which the text goes, 0 for the top"
                             : "give the line before which the text goes, 1 for the top");
    const std::optional<Value>& given = has(Meaning::new_text) ? fields_[Meaning::new_text] : fields_.whole();
    if (!given)
      return error(Code::field_missing, value_, "the field 'insert_text' is missing", "add \"insert_text\", a string");
    std::string_view text = call_.reading.keep(given->text());
    if (*line == 0) {
      auto lines = std::make_shared<std::vector<std::string_view>>();
      for (const Line& one : lines_from(text)) lines->push_back(one.text);
      call_.reading.plan.owners.push_back(lines);
      add(entry, LineChange{.lines = *lines});
      return true;
    }
    diff::Hunk hunk = diff::hunk_between({}, text);
    hunk.has_numbers = true;
    hunk.old_start = hunk.new_start = *line;
    add(entry, std::move(hunk));
    return true;
  }

  // {"type": "update_file", "path": ..., "diff": "@@ ..."}; a unified diff; SEARCH/REPLACE blocks. False if another
  // reader has added the entry.
  bool fill_patch(FileEdit& entry) {
    std::string_view text = fields_.text(Meaning::diff);
    bool blocks = any_line(text, is_search_marker);
    auto in_diff = [](std::string_view line) { return line.starts_with("+++ ") || line.starts_with("@@ -"); };
    if (blocks || any_line(text, in_diff)) {
      Block block;
      block.body = call_.reading.keep(text);
      block.naming.by = Naming::By::call;
      block.naming.path = fields_.text(Meaning::path);
      read_inner(call_.reading, std::move(block), blocks ? parse_search_replace : parse_diff,
          call_.text.at(*fields_[Meaning::diff]), member_pointer(pointer_, "diff"));
      return false;
    }
    if (act_of_command(fields_.text(Meaning::command)) == Act::create) entry.operation = Operation::create;
    return fill_chunks(entry, *fields_[Meaning::diff]);
  }

  bool fill_chunks(FileEdit& entry, const Value& diff) {
    std::string_view text = call_.reading.keep(diff.text());
    std::string fault;
    for (V4aChunk& chunk : read_v4a_chunks(text, entry.operation, fault)) add(entry, std::move(chunk.block));
    if (!fault.empty())
      return call_.error(Code::block_syntax, diff, member_pointer(pointer_, "diff"), std::move(fault),
                 "begin each line with '+', '-' or a space, and each chunk with '@@'"),
             false;
    return !entry.edits.empty() ||
        error(Code::block_syntax, value_, "the call changes nothing", "give its chunks, or leave it out");
  }

  bool replace(FileEdit& entry) {
    std::string_view find = fields_.text(Meaning::old_text), put = fields_.text(Meaning::new_text);
    if (has(Meaning::old_text) && find.empty() && !put.empty()) {  // creates the file
      entry.operation = Operation::create;
      entry.fills_empty = true;
      add(entry, Whole{.content = call_.reading.keep(put), .told = Whole::Told::called});
      return true;
    }
    if (!has(Meaning::old_text))
      return error(Code::field_missing, value_, "the old text is missing", "add \"old_string\", a string");
    if (!has(Meaning::new_text) && fields_.text(Meaning::command).empty())
      return error(Code::field_missing, value_, "the new text is missing", "add \"new_string\", a string");
    if (fields_.whole())
      return error(Code::field_unexpected, value_, "the call holds a whole file, and a text to replace",
          "leave one of them out");
    if (find.empty())
      return error(Code::find_empty, *fields_[Meaning::old_text], "the text to find is empty",
          "copy the text to change from the file");
    if (find == put)
      return error(Code::field_value, value_, "the old and the new text are the same",
          "leave the edit out, or write the text in full");
    if (call_.text.lines) {
      TextBlock block;
      block.lines = diff::hunk_between(line_of(find), line_of(put));
      add(entry, std::move(block));
      return true;
    }
    FindReplace edit{.find = call_.reading.keep(find), .replace = call_.reading.keep(put)};
    const std::optional<Value>&all = fields_[Meaning::replace_all], &expected = fields_[Meaning::expected];
    if (all && (all->type() == json::Type::boolean ? all->boolean() : all->text() == "all" || all->text() == "true"))
      edit.limit = Limit::all;
    if (expected) {
      edit.expected = expected->unsigned_integer().value_or(0);
      if (edit.expected == 0)
        return error(Code::field_value, *expected, "the number of replacements is not a whole number above 0",
            "give such a number, or leave it out");
      if (edit.expected > 1) edit.limit = Limit::all;
    }
    add(entry, edit);
    return true;
  }

  // The text with the line end that a tag removed.
  std::string_view line_of(std::string_view text) const {
    if (text.empty() || text.ends_with('\n')) return call_.reading.keep(text);
    return call_.reading.plan.keep(std::string(text) + '\n');
  }

  const CallReading& call_;
  Act tool_;
  const CallFields& fields_;
  const Value& value_;
  const std::string& pointer_;
};

// Appends the edit. Consecutive replacements in one file become one entry.
void add_asked(const CallReading& call, FileEdit entry, AskedEdit& asked, Act act) {
  auto replaces = [](const FileEdit& file) {
    if (file.operation != Operation::modify || file.edits.empty()) return false;
    const auto& what = file.edits.back().what;
    return std::holds_alternative<FindReplace>(what) || std::holds_alternative<TextBlock>(what);
  };
  call.reading.findings.about(entry.path.str());
  bool filled = asked.fill(entry, act);
  call.reading.findings.about({});
  if (!filled) return;
  std::vector<FileEdit>& files = call.reading.plan.files;
  bool goes_on = !files.empty() && files.back().block == entry.block && files.back().path == entry.path &&
      replaces(files.back()) && replaces(entry);
  if (goes_on) std::ranges::move(entry.edits, std::back_inserter(files.back().edits));
  else files.push_back(std::move(entry));
}

void pass_over_call(const CallReading& call, const Value& arguments, const std::string& pointer) {
  std::optional<FoundCall> unread = unread_call(arguments, call.name.tool);
  if (holds_inner_batch(arguments))
    call.error(Code::block_passed_over, arguments, pointer,
        call.subject() + " stands among those of edit tools, and holds line changes",
        "give the batch as JSON in a code block of its own");
  else if (unread)
    call.error(Code::block_unread, arguments, pointer,
        call.subject() + " is not read, and it changes " +
            (unread->path.empty() ? "a file" : excerpt_in_quotes(unread->path)),
        "give the change as a call of an edit tool, or in a diff");
  else
    call.reading.findings.warning(
        Code::block_passed_over, call.text.at(arguments), pointer, call.subject() + " changes no file; it was skipped");
}

// Reads several edits of one file, or with a path each.
void read_asked_list(
    const CallReading& call, const CallFields& fields, const Value& arguments, const std::string& pointer) {
  const Value& edits = *fields[Meaning::edits];
  std::string list = member_pointer(pointer, "edits");
  if (edits.size() == 0)
    call.error(Code::input_no_edit, edits, list, "'edits' is empty", "add an object with the old and the new text");
  size_t index = 0;
  for (Value value : edits) {
    std::string where = element_pointer(list, index++);
    if (!expect_object(call.reading, value, where, "an edit")) continue;
    std::optional<CallFields> edit = read_call_fields(call, value, where);
    if (!edit) continue;
    if (!edit->has(Meaning::path)) edit->values[static_cast<size_t>(Meaning::path)] = fields[Meaning::path];
    bool named = edit->has(Meaning::path);
    AskedEdit asked(call, *edit, value, where);
    Act act = named ? asked.act() : Act::replace;
    std::optional<FileEdit> entry = asked.entry(act, named ? value : arguments);
    if (!entry) return;
    add_asked(call, std::move(*entry), asked, act);
  }
}

}  // namespace

void read_call_patch(BlockReading& reading, const Value& patch, const std::string& pointer, const CallText& text) {
  Block block;
  block.body = reading.keep(patch.text());
  bool chunks = block.body.find(kPatchSign) != std::string_view::npos;
  read_inner(reading, std::move(block), chunks ? parse_v4a : parse_diff, text.at(patch), pointer);
}

void read_call_arguments(const CallReading& call, const Value& arguments, const std::string& pointer) {
  bool edits = sense_of(arguments, call.name.tool).sense >= Sense::files || (call.name.alone && call.name.tool.empty());
  if (!edits || holds_inner_batch(arguments)) return pass_over_call(call, arguments, pointer);
  std::optional<CallFields> fields = read_call_fields(call, arguments, pointer);
  if (!fields) return;
  AskedEdit asked(call, *fields, arguments, pointer);
  Act act = asked.act();
  if (act == Act::look) return pass_over_call(call, arguments, pointer);
  if (act == Act::edit) return read_asked_list(call, *fields, arguments, pointer);
  if (std::optional<FileEdit> entry = asked.entry(act, arguments)) add_asked(call, std::move(*entry), asked, act);
}

}  // namespace aptix::answer
