// The rows of line_patch::kOperations say which fields go with an operation.
#include "answer/edits/line_change.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/text/text.h"

namespace aptix::answer {
namespace {

constexpr std::string_view kOperationNames[] = {"insert", "replace", "delete", "replaceByRange"};

using line_patch::ChangeField;
using line_patch::OperationRow;

// A line ends with a line feed. A CR within one is a line break only to whoever writes it so: where the file has none
// there, one is refused.
enum class LineText : uint8_t { plain, with_returns, may_end_in_return };

bool has_line_break(std::string_view line, LineText form) {
  if (line.find('\n') != std::string_view::npos) return true;
  if (form == LineText::may_end_in_return) return false;
  return form == LineText::plain ? line.find('\r') != std::string_view::npos : line.ends_with('\r');
}

bool has_inner_return(std::string_view line) {
  return line.substr(0, line.size() - 1).find('\r') != std::string_view::npos;
}

// A finding at `offset`. Of a line that was copied with its line end, nothing has to be divided. REQUIRES:
// has_line_break(text, form).
void report_line_break(Findings& findings, std::string_view text, LineText form, size_t offset, std::string pointer) {
  size_t end = text.ends_with("\r\n") && form != LineText::may_end_in_return ? 2
      : text.ends_with('\n') || text.ends_with('\r')                         ? 1
                                                                             : 0;
  std::string_view line = text.substr(0, text.size() - end);
  if (end == 0 || has_line_break(line, form))
    findings.error(Code::field_value, offset, std::move(pointer),
        "there is a line break inside a line: " + excerpt_in_quotes(text, 80),
        "give each line as a string of its own, without its line end");
  else
    findings.error(Code::field_value, offset, std::move(pointer),
        "the line " + excerpt_in_quotes(line, 80) + " is given with its line end, '" +
            escape_for_display(text.substr(line.size())) + "'",
        "leave that out: line ends are the file's own, and are kept");
}

std::string place_of(const LineChange& change) {
  if (change.kind == LineChange::Kind::insert) return "after line " + std::to_string(change.first);
  if (change.first == change.last) return "at line " + std::to_string(change.first);
  return "at lines " + std::to_string(change.first) + " to " + std::to_string(change.last);
}

class ChangeReader {
 public:
  ChangeReader(Findings& findings, const json::Value& entry, const ChangeFields& fields, const std::string& pointer,
      std::pmr::memory_resource& memory)
      : findings_(findings),
        entry_(entry),
        fields_(fields),
        pointer_(pointer),
        memory_(&memory) {}

  ReadChange read() {
    const OperationRow* row = find_row();
    if (row == nullptr) return {};
    check_fields(*row);
    LineChange change = read_row(*row);
    return {std::move(change), placed_};
  }

 private:
  static std::string name_of(ChangeField field) { return std::string(line_patch::kChangeFields[field].name); }
  std::string pointer_to(ChangeField field) const {
    return member_pointer(pointer_, line_patch::kChangeFields[field].name);
  }

  bool is_given(ChangeField field) const { return fields_[field].present && !is_null(fields_[field]); }

  // Null where the field is left out, or of another type, which was said.
  const json::Value* given(ChangeField field) const {
    return fields_[field].value && !is_null(fields_[field]) ? &*fields_[field].value : nullptr;
  }

  void error(Code code, ChangeField field, std::string message, std::string hint) {
    findings_.error(code, fields_[field].value->offset(), pointer_to(field), std::move(message), std::move(hint));
  }

  const OperationRow* find_row() {
    const FieldValue& operation = fields_[line_patch::kOperation];
    if (!operation.value) return nullptr;
    std::string_view name = operation.value->text();
    bool by_text =
        is_given(line_patch::kMatchLines) || (is_given(line_patch::kMatchMode) && !is_given(line_patch::kStartLine));
    if (name == "replace" && by_text) return &line_patch::kOperations[line_patch::kMatchRow];
    for (const OperationRow& row : line_patch::kOperations)
      if (row.name == name) return &row;
    error(Code::field_value, line_patch::kOperation,
        "'operation' is " + excerpt_in_quotes(name) + ", which is not an operation",
        did_you_mean(name, kOperationNames));
    return nullptr;
  }

  // Nearly every change is as it should be, so that no text is made before something is found.
  void check_fields(const OperationRow& row) {
    for (size_t i = 0; i < line_patch::kChangeFieldCount; ++i) {
      auto field = static_cast<ChangeField>(i);
      line_patch::FieldSet here = line_patch::bit(field);
      if ((line_patch::kPlace & here) == 0) continue;
      if ((row.needed & here) != 0) {
        if (!is_given(field)) report_missing(row, field);
      } else if ((row.allowed & here) == 0 && fields_[field].present) {
        report_surplus(row, field);
      }
    }
  }

  static std::string name_of(const OperationRow& row) {
    return row.kind == LineChange::Kind::match ? "'replace' with 'matchLines'" : "'" + std::string(row.name) + "'";
  }

  void report_missing(const OperationRow& row, ChangeField field) {
    findings_.error(Code::field_missing, entry_.offset(), pointer_,
        "'" + name_of(field) + "' is missing, which " + name_of(row) + " needs",
        "add \"" + name_of(field) + "\", " + with_article(line_patch::kChangeFields[field].type));
  }

  void report_surplus(const OperationRow& row, ChangeField field) {
    size_t offset = fields_[field].key_offset;
    std::string message = "'" + name_of(field) + "' does not go with " + name_of(row);
    if (!is_null(fields_[field]))
      findings_.error(Code::field_unexpected, offset, pointer_to(field), message, "leave it out");
    else
      findings_.warning(
          Code::field_unexpected, offset, pointer_to(field), message + "; it was ignored", "leave it out");
  }

  LineChange read_row(const OperationRow& row) {
    LineChange change;
    change.kind = row.kind;
    switch (row.kind) {
      case LineChange::Kind::insert: change.first = read_line(line_patch::kAfterLine, 0); break;
      case LineChange::Kind::match: read_match(change); break;
      case LineChange::Kind::replace:
      case LineChange::Kind::remove: read_range(change); break;
    }
    if ((row.needed & line_patch::bit(line_patch::kNewLines)) != 0) {
      bool has_returns = std::any_of(change.expected.begin(), change.expected.end(), has_inner_return);
      change.lines = read_lines(line_patch::kNewLines, has_returns ? LineText::with_returns : LineText::plain);
    }
    if (row.kind == LineChange::Kind::insert) refuse_empty(line_patch::kNewLines, "there is no line to insert");
    return change;
  }

  void read_range(LineChange& change) {
    change.first = read_line(line_patch::kStartLine, 1);
    change.last = read_line(line_patch::kEndLine, 1);
    change.expected = read_lines(line_patch::kExpected, LineText::with_returns);
    if (change.first == 0 || change.last == 0) return;
    if (change.last < change.first) {
      error(Code::field_value, line_patch::kEndLine,
          "'endLine' is " + std::to_string(change.last) + ", which is before 'startLine', " +
              std::to_string(change.first),
          "give the last line of the range, counted in the file as it was read");
      change.last = change.first;
      return;
    }
    uint64_t count = change.last - change.first + 1;
    if (given(line_patch::kExpected) == nullptr || change.expected.size() == count) return;
    error(Code::line_count, line_patch::kExpected,
        "'expectedOriginalLines' has " + lines_word(change.expected.size()) + ", but the range " +
            std::to_string(change.first) + " to " + std::to_string(change.last) + " has " + std::to_string(count),
        "give each line of the range as it stands in the file, or mend the range");
  }

  void read_match(LineChange& change) {
    static constexpr std::string_view kOccurrences[] = {"single", "first", "last"};
    static constexpr std::string_view kModes[] = {"ignoreLineEndings", "exact"};
    refuse_empty(line_patch::kMatchLines, "there is no line to look for");
    change.occurrence = static_cast<LineChange::Occurrence>(read_word(line_patch::kOccurrence, kOccurrences));
    change.with_line_ends = read_word(line_patch::kMatchMode, kModes) == 1;
    change.expected = read_lines(
        line_patch::kMatchLines, change.with_line_ends ? LineText::may_end_in_return : LineText::with_returns);
  }

  // Which of `words` it is; the first when it is left out.
  size_t read_word(ChangeField field, std::span<const std::string_view> words) {
    const json::Value* value = given(field);
    if (value == nullptr) return 0;
    auto word = std::find(words.begin(), words.end(), value->text());
    if (word != words.end()) return static_cast<size_t>(word - words.begin());
    error(Code::field_value, field, "'" + name_of(field) + "' is " + excerpt_in_quotes(value->text()),
        did_you_mean(value->text(), words));
    return 0;
  }

  // 0 when it is missing or wrong, which was said.
  uint64_t read_line(ChangeField field, uint64_t least) {
    const json::Value* value = given(field);
    std::optional<uint64_t> number = value == nullptr ? std::nullopt : value->unsigned_integer();
    if (number && *number >= least && *number <= kMostLines) return *number;
    placed_ = false;
    if (value != nullptr)
      error(Code::field_value, field,
          "'" + name_of(field) + "' is " + excerpt_for_display(value->text(), 40) + ", not the number of a line",
          least == 0 ? "lines count from 1; 0 is the top of the file" : "lines count from 1");
    return 0;
  }

  std::span<const std::string_view> read_lines(ChangeField field, LineText form) {
    const json::Value* value = given(field);
    if (value == nullptr) return {};
    std::string_view* lines = memory_.allocate(value->size());
    size_t count = 0;
    for (json::Value line : *value) {
      bool is_text = line.type() == json::Type::string;
      std::string_view text = is_text ? line.text() : std::string_view();
      bool has_nul = field == line_patch::kNewLines && text.find('\0') != std::string_view::npos;
      if (!is_text || has_nul || has_line_break(text, form))
        report_line(line, text, form, element_pointer(pointer_to(field), count));
      std::construct_at(lines + count++, text);
    }
    return {lines, count};
  }

  void report_line(const json::Value& line, std::string_view text, LineText form, std::string pointer) {
    if (line.type() != json::Type::string)
      findings_.error(Code::field_type, line.offset(), std::move(pointer),
          wrong_type("a line", json::Type::string, line), right_type(json::Type::string, line));
    else if (has_line_break(text, form)) report_line_break(findings_, text, form, line.offset(), std::move(pointer));
    else
      findings_.error(Code::field_value, line.offset(), std::move(pointer),
          "a NUL character stands in the line " + excerpt_in_quotes(text, 80) + ": the file would no longer be text",
          "leave it out, or write it as the escape that the file's language has");
  }

  static std::string lines_word(size_t count) { return std::to_string(count) + (count == 1 ? " line" : " lines"); }

  void refuse_empty(ChangeField field, std::string message) {
    const json::Value* value = given(field);
    if (value == nullptr || value->size() != 0) return;
    error(Code::input_no_edit, field, std::move(message), "add a line, or leave the change out");
  }

  static constexpr uint64_t kMostLines = uint64_t{1} << 48;  // so that sums never overflow

  Findings& findings_;
  const json::Value& entry_;
  const ChangeFields& fields_;
  const std::string& pointer_;
  std::pmr::polymorphic_allocator<std::string_view> memory_;
  bool placed_ = true;
};

}  // namespace

ReadChange read_line_change(Findings& findings, const json::Value& entry, const ChangeFields& fields,
    const std::string& pointer, std::pmr::memory_resource& memory) {
  return ChangeReader(findings, entry, fields, pointer, memory).read();
}

void OrderCheck::add(const LineChange& change, size_t offset, const std::string& pointer) {
  bool insert = change.kind == LineChange::Kind::insert;
  if (change.kind == LineChange::Kind::match || (!insert && change.first == 0)) return;
  if (std::optional<std::string> reach = overlapped(change))
    findings_.error(Code::line_overlap, offset, pointer,
        "the change " + place_of(change) + " overlaps an earlier one, which reaches " + *reach,
        "put both into one 'replace'; line numbers are those of the file as it was read");
  else if (change.first < position_)
    findings_.error(Code::line_order, offset, pointer,
        "the change " + place_of(change) + " stands after one further down, at line " + std::to_string(position_),
        "order the changes from top to bottom");
  position_ = std::max(position_, change.first);
  if (insert) inserted_at_ = std::max(inserted_at_.value_or(0), change.first);
  else replaced_to_ = std::max({replaced_to_, change.first, change.last});
}

std::optional<std::string> OrderCheck::overlapped(const LineChange& change) const {
  bool insert = change.kind == LineChange::Kind::insert;
  uint64_t last = std::max(change.first, change.last);
  // An insert after the last line of a range is outside of it.
  bool on_range = insert ? change.first < replaced_to_ && change.first >= position_
                         : change.first <= replaced_to_ && last >= position_;
  if (on_range) return "to line " + std::to_string(replaced_to_);
  bool around_insert = !insert && inserted_at_ && change.first <= *inserted_at_ && *inserted_at_ < last;
  return around_insert ? std::optional("after line " + std::to_string(*inserted_at_)) : std::nullopt;
}

}  // namespace aptix::answer
