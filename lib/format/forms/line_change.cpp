// The rows of line_patch::kOperations say which fields go with an operation.
#include "format/forms/line_change.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "format/forms/line_checks.h"

namespace aptix::format {
namespace {

constexpr std::string_view kOperationNames[] = {"insert", "replace", "delete", "replaceByRange"};

using Fields = ChangeFields;

bool is_given(const FieldValue& field) { return field.present && !is_null(field); }

class ChangeReader {
 public:
  explicit ChangeReader(JsonReading& reading) : findings_(reading.findings) {}

  ReadChange read(const json::Value& entry, const Fields& fields, const std::string& pointer) {
    const line_patch::OperationRow* row = find_row(fields, pointer);
    if (row == nullptr) return {};
    check_fields(*row, entry, fields, pointer);
    LineChange change = read_row(*row, fields, pointer);
    return {std::move(change), placed_};
  }

 private:
  const line_patch::OperationRow* find_row(const Fields& fields, const std::string& pointer) {
    const FieldValue& operation = fields[line_patch::kOperation];
    if (!operation.value) return nullptr;
    std::string_view name = operation.value->text();
    bool by_text = is_given(fields[line_patch::kMatchLines]) ||
        (is_given(fields[line_patch::kMatchMode]) && !is_given(fields[line_patch::kStartLine]));
    if (name == "replace" && by_text) return &line_patch::kOperations[line_patch::kMatchRow];
    for (const line_patch::OperationRow& row : line_patch::kOperations)
      if (row.name == name) return &row;
    findings_.error(Code::field_value, operation.value->offset(), member_pointer(pointer, "operation"),
        "'operation' is '" + excerpt_for_display(name) + "', which is not an operation",
        did_you_mean(name, kOperationNames));
    return nullptr;
  }

  // Nearly every change is as it should be, so that no text is made before something is found.
  void check_fields(
      const line_patch::OperationRow& row, const json::Value& entry, const Fields& fields, const std::string& pointer) {
    for (size_t i = 0; i < line_patch::kChangeFieldCount; ++i) {
      line_patch::FieldSet here = line_patch::FieldSet{1} << i;
      if ((line_patch::kPlace & here) == 0) continue;
      if ((row.needed & here) != 0) {
        if (!is_given(fields[i])) report_missing(row, line_patch::kChangeFields[i], entry, pointer);
      } else if ((row.allowed & here) == 0 && fields[i].present) {
        report_surplus(row, line_patch::kChangeFields[i], fields[i], pointer);
      }
    }
  }

  static std::string name_of(const line_patch::OperationRow& row) {
    return row.kind == LineChange::Kind::match ? "'replace' with 'matchLines'" : "'" + std::string(row.name) + "'";
  }

  void report_missing(
      const line_patch::OperationRow& row, const Field& field, const json::Value& entry, const std::string& pointer) {
    std::string name(field.name);
    findings_.error(Code::field_missing, entry.offset(), pointer,
        "'" + name + "' is missing, which " + name_of(row) + " needs",
        "add \"" + name + "\", " + with_article(field.type));
  }

  void report_surplus(
      const line_patch::OperationRow& row, const Field& field, const FieldValue& value, const std::string& pointer) {
    std::string at = member_pointer(pointer, field.name);
    std::string message = "'" + std::string(field.name) + "' does not go with " + name_of(row);
    if (is_null(value))
      findings_.warning(Code::field_unexpected, value.key_offset, at, message + "; it was ignored", "leave it out");
    else findings_.error(Code::field_unexpected, value.key_offset, at, message, "leave it out");
  }

  LineChange read_row(const line_patch::OperationRow& row, const Fields& fields, const std::string& pointer) {
    LineChange change;
    change.kind = row.kind;
    placed_ = true;
    if (row.kind == LineChange::Kind::insert) {
      change.first = read_line(fields[line_patch::kAfterLine], line_patch::kAfterLine, 0, pointer);
    } else if (row.kind == LineChange::Kind::match) {
      read_match(fields, pointer, change);
    } else {
      read_range(fields, pointer, change);
    }
    if ((row.needed & line_patch::bit(line_patch::kNewLines)) != 0) {
      bool has_returns = std::any_of(
          change.expected.begin(), change.expected.end(), [](std::string_view line) { return has_inner_return(line); });
      change.lines = read_lines(fields[line_patch::kNewLines], line_patch::kNewLines, pointer,
          has_returns ? LineText::with_returns : LineText::plain);
    }
    if (row.kind == LineChange::Kind::insert)
      refuse_empty(fields[line_patch::kNewLines], line_patch::kNewLines, pointer, "there is no line to insert");
    return change;
  }

  void read_range(const Fields& fields, const std::string& pointer, LineChange& change) {
    change.first = read_line(fields[line_patch::kStartLine], line_patch::kStartLine, 1, pointer);
    change.last = read_line(fields[line_patch::kEndLine], line_patch::kEndLine, 1, pointer);
    change.expected = read_lines(fields[line_patch::kExpected], line_patch::kExpected, pointer, LineText::with_returns);
    if (change.first == 0 || change.last == 0) return;
    if (change.last < change.first) {
      findings_.error(Code::field_value, fields[line_patch::kEndLine].value->offset(),
          member_pointer(pointer, "endLine"),
          "'endLine' is " + std::to_string(change.last) + ", which is before 'startLine', " +
              std::to_string(change.first),
          "give the last line of the range, counted in the file as it was read");
      change.last = change.first;
      return;
    }
    uint64_t count = change.last - change.first + 1;
    const FieldValue& expected = fields[line_patch::kExpected];
    if (!expected.value || is_null(expected) || change.expected.size() == count) return;
    findings_.error(Code::line_count, expected.value->offset(), member_pointer(pointer, "expectedOriginalLines"),
        "'expectedOriginalLines' has " + lines_word(change.expected.size()) + ", but the range " +
            std::to_string(change.first) + " to " + std::to_string(change.last) + " has " + std::to_string(count),
        "give each line of the range as it stands in the file, or mend the range");
  }

  void read_match(const Fields& fields, const std::string& pointer, LineChange& change) {
    static constexpr std::string_view kOccurrences[] = {"single", "first", "last"};
    static constexpr std::string_view kModes[] = {"ignoreLineEndings", "exact"};
    refuse_empty(fields[line_patch::kMatchLines], line_patch::kMatchLines, pointer, "there is no line to look for");
    size_t occurrence = read_word(fields[line_patch::kOccurrence], line_patch::kOccurrence, kOccurrences, pointer);
    change.occurrence = static_cast<LineChange::Occurrence>(occurrence);
    change.with_line_ends = read_word(fields[line_patch::kMatchMode], line_patch::kMatchMode, kModes, pointer) == 1;
    change.expected = read_lines(fields[line_patch::kMatchLines], line_patch::kMatchLines, pointer,
        change.with_line_ends ? LineText::may_end_in_return : LineText::with_returns);
  }

  // Which of `words` it is; the first when it is left out.
  size_t read_word(const FieldValue& field, line_patch::ChangeField which, std::span<const std::string_view> words,
      const std::string& pointer) {
    if (!field.value || is_null(field)) return 0;
    std::string_view text = field.value->text();
    auto word = std::find(words.begin(), words.end(), text);
    if (word != words.end()) return static_cast<size_t>(word - words.begin());
    std::string name(line_patch::kChangeFields[which].name);
    findings_.error(Code::field_value, field.value->offset(), member_pointer(pointer, name),
        "'" + name + "' is '" + excerpt_for_display(text) + "'", did_you_mean(text, words));
    return 0;
  }

  // 0 when it is missing or wrong, which was said.
  uint64_t read_line(
      const FieldValue& field, line_patch::ChangeField which, uint64_t least, const std::string& pointer) {
    placed_ = placed_ && field.value && !is_null(field);
    if (!field.value || is_null(field)) return 0;
    std::optional<uint64_t> number = field.value->unsigned_integer();
    if (number && *number >= least && *number <= kMostLines) return *number;
    placed_ = false;
    std::string name(line_patch::kChangeFields[which].name);
    findings_.error(Code::field_value, field.value->offset(), member_pointer(pointer, name),
        "'" + name + "' is " + excerpt_for_display(field.value->text(), 40) + ", not the number of a line",
        least == 0 ? "lines count from 1; 0 is the top of the file" : "lines count from 1");
    return 0;
  }

  std::vector<std::string_view> read_lines(const FieldValue& field, line_patch::ChangeField which,
      const std::string& pointer, LineText form = LineText::plain) {
    std::vector<std::string_view> lines;
    if (!field.value || is_null(field)) return lines;
    lines.reserve(field.value->size());
    size_t index = 0;
    for (json::Value line : *field.value) {
      std::string_view text = line.type() == json::Type::string ? line.text() : std::string_view();
      if (line.type() != json::Type::string) {
        findings_.error(Code::field_type, line.offset(),
            element_pointer(member_pointer(pointer, line_patch::kChangeFields[which].name), index),
            wrong_type("a line", json::Type::string, line), right_type(json::Type::string, line));
      } else if (has_line_break(text, form)) {
        report_line_break(findings_, text, form, line.offset(),
            element_pointer(member_pointer(pointer, line_patch::kChangeFields[which].name), index));
      } else if (which == line_patch::kNewLines && text.find('\0') != std::string_view::npos) {
        findings_.error(Code::field_value, line.offset(),
            element_pointer(member_pointer(pointer, line_patch::kChangeFields[which].name), index),
            "a NUL character stands in the line '" + excerpt_for_display(text, 80) +
                "': the file would no longer be text",
            "leave it out, or write it as the escape that the file's language has");
      }
      lines.push_back(text);
      ++index;
    }
    return lines;
  }

  static std::string lines_word(size_t count) { return std::to_string(count) + (count == 1 ? " line" : " lines"); }

  void refuse_empty(
      const FieldValue& field, line_patch::ChangeField which, const std::string& pointer, std::string message) {
    if (!field.value || is_null(field) || field.value->size() != 0) return;
    findings_.error(Code::input_no_edit, field.value->offset(),
        member_pointer(pointer, line_patch::kChangeFields[which].name), std::move(message),
        "add a line, or leave the change out");
  }

  static constexpr uint64_t kMostLines = uint64_t{1} << 48;  // so that sums never overflow

  Findings& findings_;
  bool placed_ = true;
};

}  // namespace

ReadChange read_line_change(
    JsonReading& reading, const json::Value& entry, const ChangeFields& fields, const std::string& pointer) {
  return ChangeReader(reading).read(entry, fields, pointer);
}

}  // namespace aptix::format
