// Line-patch batches: TUL-002 §4 to §6. The rows of line_patch::kOperations state which fields an operation has.
#include <algorithm>
#include <memory>
#include <memory_resource>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "answer/forms/forms.h"
#include "answer/tree/json_support.h"
#include "base/text/ascii.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

using line_patch::ChangeField;
using line_patch::OperationRow;

// Where a line may contain CR: nowhere, inside of it (the file has it there, too), or also at its end.
enum class LineText : uint8_t { plain, with_returns, may_end_in_return };

bool has_line_break(std::string_view line, LineText form) {
  if (line.find('\n') != std::string_view::npos) return true;
  if (form == LineText::may_end_in_return) return false;
  return form == LineText::plain ? line.find('\r') != std::string_view::npos : line.ends_with('\r');
}

std::string place_of(const LineChange& change) {
  if (change.kind == LineChange::Kind::insert) return fmt::format("after line {}", change.first);
  return change.first == change.last ? fmt::format("at line {}", change.first)
                                     : fmt::format("at lines {} to {}", change.first, change.last);
}

// Reports each change that begins before, or overlaps, an earlier one of the document. Skips changes without a line
// number (found by their text, or faulty).
class OrderCheck {
 public:
  explicit OrderCheck(Findings& findings) : findings_(findings) {}

  void add(const LineChange& change, size_t offset, const std::string& pointer) {
    bool insert = change.kind == LineChange::Kind::insert;
    if (change.kind == LineChange::Kind::match || (!insert && change.first == 0)) return;
    if (std::optional<std::string> reach = overlapped(change))
      findings_.error(Code::line_overlap, offset, pointer,
          fmt::format("the change {} overlaps an earlier one, which reaches {}", place_of(change), *reach),
          "put both into one 'replace'; line numbers are those of the file as it was read");
    else if (change.first < position_)
      findings_.error(Code::line_order, offset, pointer,
          fmt::format("the change {} comes after a change further down, at line {}", place_of(change), position_),
          "order the changes from top to bottom");
    position_ = std::max(position_, change.first);
    if (insert) inserted_at_ = std::max(inserted_at_.value_or(0), change.first);
    else replaced_to_ = std::max({replaced_to_, change.first, change.last});
  }

 private:
  // Where the earlier change ends that this one overlaps; nothing if it overlaps none.
  std::optional<std::string> overlapped(const LineChange& change) const {
    bool insert = change.kind == LineChange::Kind::insert;
    uint64_t last = std::max(change.first, change.last);
    // An insert after the last line of a range is outside of the range.
    bool on_range = insert ? change.first < replaced_to_ && change.first >= position_
                           : change.first <= replaced_to_ && last >= position_;
    if (on_range) return "to line " + std::to_string(replaced_to_);
    bool around_insert = !insert && inserted_at_ && change.first <= *inserted_at_ && *inserted_at_ < last;
    return around_insert ? std::optional("after line " + std::to_string(*inserted_at_)) : std::nullopt;
  }

  Findings& findings_;
  uint64_t position_ = 0;                // afterLine or startLine of the change furthest down
  uint64_t replaced_to_ = 0;             // last line of the replaced ranges
  std::optional<uint64_t> inserted_at_;  // afterLine of the insert furthest down
};

using ChangeFields = std::array<FieldValue, line_patch::kChangeFieldCount>;

// Reads one change from the fields of its object. Reports faults and returns what is left.
class ChangeReader {
 public:
  using enum ChangeField;

  // The lists of lines are allocated in `memory`.
  ChangeReader(Findings& findings, const json::Value& entry, const ChangeFields& fields, const std::string& pointer,
      std::pmr::memory_resource& memory)
      : findings_(findings),
        entry_(entry),
        fields_(fields),
        pointer_(pointer),
        memory_(&memory) {}

  LineChange read(OrderCheck& order) {
    const OperationRow* row = find_row();
    if (row == nullptr) return {};
    check_fields(*row);
    LineChange change = read_row(*row);
    if (placed_) order.add(change, entry_.offset(), pointer_);
    return change;
  }

 private:
  std::string name_of(ChangeField field) const { return std::string(fields_[field].name); }

  bool is_given(ChangeField field) const { return fields_[field].present && !is_null(fields_[field]); }

  // Null if the field is missing, or of another type (already reported).
  const json::Value* given(ChangeField field) const {
    return fields_[field].value && !is_null(fields_[field]) ? &*fields_[field].value : nullptr;
  }

  void error(Code code, ChangeField field, std::string message, std::string hint) {
    field_error(findings_, fields_[field], code, std::move(message), std::move(hint));
  }

  const OperationRow* find_row() {
    const FieldValue& operation = fields_[kOperation];
    if (!operation.value) return nullptr;
    std::string_view name = operation.value->text();
    bool by_text = is_given(kMatchLines) || (is_given(kMatchMode) && !is_given(kStartLine));
    if (name == "replace" && by_text) return &line_patch::kOperations[line_patch::kMatchRow];
    const OperationRow* row = std::ranges::find(line_patch::kOperations, name, &OperationRow::name);
    if (row != std::end(line_patch::kOperations)) return row;
    error(Code::field_value, kOperation, "'operation' is " + excerpt_in_quotes(name) + ", which is not an operation",
        did_you_mean(name, line_patch::kOperationNames));
    return nullptr;
  }

  void check_fields(const OperationRow& row) {
    std::string operation =
        row.kind == LineChange::Kind::match ? "'replace' with 'matchLines'" : "'" + std::string(row.name) + "'";
    for (size_t i = 0; i < line_patch::kChangeFieldCount; ++i) {
      auto field = static_cast<ChangeField>(i);
      line_patch::FieldSet here = line_patch::bit(field);
      if ((line_patch::kPlace & here) == 0) continue;
      if ((row.needed & here) != 0 && !is_given(field))
        findings_.error(Code::field_missing, entry_.offset(), pointer_,
            "'" + name_of(field) + "' is missing, which " + operation + " needs",
            "add \"" + name_of(field) + "\", " + with_article(line_patch::kChangeFields[i].type));
      if (((row.needed | row.allowed) & here) != 0 || !fields_[i].present) continue;
      std::string message = "'" + name_of(field) + "' does not go with " + operation;
      size_t offset = fields_[i].key_offset;
      std::string at = fields_[i].pointer();
      if (!is_null(fields_[i])) findings_.error(Code::field_unexpected, offset, at, message, "leave it out");
      else findings_.warning(Code::field_unexpected, offset, at, message + "; it was ignored", "leave it out");
    }
  }

  LineChange read_row(const OperationRow& row) {
    LineChange change;
    change.kind = row.kind;
    if (row.kind == LineChange::Kind::insert) change.first = read_line(kAfterLine, 0);
    else if (row.kind == LineChange::Kind::match) read_match(change);
    else read_range(change);
    if ((row.needed & line_patch::bit(kNewLines)) != 0) {
      auto has_return = [](std::string_view line) { return line.substr(0, line.size() - 1).find('\r') != line.npos; };
      bool has_returns = std::ranges::any_of(change.expected, has_return);
      change.lines = read_lines(kNewLines, has_returns ? LineText::with_returns : LineText::plain);
    }
    if (row.kind == LineChange::Kind::insert) refuse_empty(kNewLines, "there is no line to insert");
    return change;
  }

  void read_range(LineChange& change) {
    change.first = read_line(kStartLine, 1);
    change.last = read_line(kEndLine, 1);
    change.expected = read_lines(kExpected, LineText::with_returns);
    if (change.first == 0 || change.last == 0) return;
    if (change.last < change.first) {
      error(Code::field_value, kEndLine,
          fmt::format("'endLine' is {}, which is before 'startLine', {}", change.last, change.first),
          "give the last line of the range, counted in the file as it was read");
      change.last = change.first;
      return;
    }
    uint64_t count = change.last - change.first + 1;
    if (given(kExpected) == nullptr || change.expected.size() == count) return;
    error(Code::line_count, kExpected,
        fmt::format("'expectedOriginalLines' has {} line{}, but the range {} to {} has {}", change.expected.size(),
            change.expected.size() == 1 ? "" : "s", change.first, change.last, count),
        "give each line of the range as it stands in the file, or mend the range");
  }

  void read_match(LineChange& change) {
    static constexpr std::string_view kOccurrences[] = {"single", "first", "last"};
    static constexpr std::string_view kModes[] = {"ignoreLineEndings", "exact"};
    refuse_empty(kMatchLines, "there is no line to look for");
    change.occurrence = static_cast<LineChange::Occurrence>(read_word(kOccurrence, kOccurrences));
    change.with_line_ends = read_word(kMatchMode, kModes) == 1;
    change.expected =
        read_lines(kMatchLines, change.with_line_ends ? LineText::may_end_in_return : LineText::with_returns);
  }

  // The index of the field's value in `words`; 0 if it is missing or wrong (reported).
  size_t read_word(ChangeField field, std::span<const std::string_view> words) {
    const json::Value* value = given(field);
    if (value == nullptr) return 0;
    auto word = std::find(words.begin(), words.end(), value->text());
    if (word != words.end()) return static_cast<size_t>(word - words.begin());
    error(Code::field_value, field, "'" + name_of(field) + "' is " + excerpt_in_quotes(value->text()),
        did_you_mean(value->text(), words));
    return 0;
  }

  // 0 if it is missing or wrong (reported).
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
      bool has_nul = field == kNewLines && text.find('\0') != std::string_view::npos;
      if (!is_text || has_nul || has_line_break(text, form))
        report_line(line, form, element_pointer(fields_[field].pointer(), count));
      std::construct_at(lines + count++, text);
    }
    return {lines, count};
  }

  void report_line(const json::Value& line, LineText form, std::string pointer) {
    if (line.type() != json::Type::string)
      return void(findings_.error(Code::field_type, line.offset(), std::move(pointer),
          wrong_type("a line", json::Type::string, line), right_type(json::Type::string, line)));
    auto say = [&](std::string message, std::string hint) {
      findings_.error(Code::field_value, line.offset(), std::move(pointer), std::move(message), std::move(hint));
    };
    std::string_view text = line.text();
    bool crlf = text.ends_with("\r\n") && form != LineText::may_end_in_return;
    size_t end = crlf ? 2 : text.ends_with('\n') || text.ends_with('\r') ? 1 : 0;
    std::string_view copied = text.substr(0, text.size() - end);  // without its line end, so nothing has to be split
    if (!has_line_break(text, form))
      say("a NUL character stands in the line " + excerpt_in_quotes(text, 80) + ": the file would no longer be text",
          "leave it out, or write it as the escape that the file's language has");
    else if (end == 0 || has_line_break(copied, form))
      say("there is a line break inside a line: " + excerpt_in_quotes(text, 80),
          "give each line as a string of its own, without its line end");
    else
      say("the line " + excerpt_in_quotes(copied, 80) + " is given with its line end, '" +
              escape_for_display(text.substr(copied.size())) + "'",
          "leave that out: line ends are the file's own, and are kept");
  }

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

class LinePatchReader {
 public:
  explicit LinePatchReader(BlockReading& reading) : reading_(reading), findings_(reading.findings) {
    reading.plan.owners.push_back(lines_);
  }

  void read(const json::Value& document) {
    if (!expect_object(reading_, document, "", "a line-patch batch")) return;
    auto fields = read_fields(reading_, document, "", line_patch::kDocumentFields);
    source_ = read_source(findings_, fields[1]);
    check_entry_list(findings_, fields[0], fields[5], "add an entry for each file to change",
        "put the patches into a document of their own");
    if (!fields[0].value) return;
    size_t index = 0;
    for (json::Value entry : *fields[0].value) read_file(entry, element_pointer("/files", index++));
  }

 private:
  using Keys = std::unordered_set<std::string_view>;  // views of the document

  void read_file(const json::Value& entry, const std::string& pointer) {
    if (!expect_object(reading_, entry, pointer, "an entry of 'files'")) return;
    findings_.about_doc_path(stated_path(entry, "docPath"));
    auto fields = read_fields(reading_, entry, pointer, line_patch::kFileFields);
    std::optional<FileSource> source = read_source(findings_, fields[3]);
    refuse_base(findings_, fields[4]);
    // Until the docPath is looked up. All of them differ, so that no rule about paths finds anything.
    std::string stand_in = "unresolved/" + std::to_string(reading_.plan.files.size());
    FileEdit edit{.operation = Operation::modify,
        .path = RelPath::parse(stand_in).value(),
        .contract = Contract::unique,
        .block = reading_.options.block_index,
        .origin = reading_.origin(entry.offset(), pointer),
        .names = {.doc_path = read_doc_path(fields[0])},
        .proof = {.sha = read_sha(fields[1]), .source = source ? source : source_}};
    check_key(fields[5], file_keys_);
    if (fields[2].value) read_changes(*fields[2].value, fields[2].pointer(), edit);
    reading_.plan.files.push_back(std::move(edit));
    findings_.about({});
  }

  std::string read_doc_path(const FieldValue& field) {
    if (!field.value) return {};
    std::string_view text = field.value->text();
    std::string key = fold_case(text);
    if (text.empty()) {
      field_error(
          findings_, field, Code::field_value, "'docPath' is empty", "give the docPath that 'aptix read --json' shows");
      return key;
    }
    if (key != text)
      field_error(findings_, field, Code::field_value,
          "'docPath' is " + excerpt_in_quotes(text) + ", which is not " +
              (ascii_lower(text) != text ? "lower case" : "lower case in the normal form NFC"),
          "write it as " + excerpt_in_quotes(key));
    auto [first, is_new] = seen_.emplace(key, field.value->offset());
    if (!is_new) {
      Diagnostic& said = field_error(findings_, field, Code::docpath_repeated,
          "there are two entries for " + excerpt_in_quotes(text), "put all changes of a file into one entry");
      if (++repeated_ <= kMostPlaces) {
        Place place = reading_.input.place_of(findings_.origin(first->second).offset);
        said.notes.push_back(fmt::format("the first is at {}:{}", place.input, place.line));
      }
    }
    return key;
  }

  std::optional<Sha256> read_sha(const FieldValue& field) {
    if (!field.value) return std::nullopt;
    std::optional<Sha256> sha = Sha256::parse(field.value->text());
    if (!sha)
      field_error(findings_, field, Code::field_value,
          "'originalSha256' is " + excerpt_in_quotes(field.value->text(), 80) + ", which is not a SHA-256",
          "copy the 64 hex digits that 'aptix sha' or 'aptix read --json' shows for the file");
    return sha;
  }

  void read_changes(const json::Value& array, const std::string& base, FileEdit& edit) {
    if (array.size() == 0)
      findings_.error(
          Code::input_no_edit, array.offset(), base, "'changes' is empty", "add a change, or leave the file out");
    edit.edits.reserve(array.size());
    OrderCheck order(findings_);
    Keys keys;
    size_t index = 0;
    for (json::Value entry : array) {
      std::string at = element_pointer(base, index++);
      LineChange change;  // a faulty one keeps its number
      if (expect_object(reading_, entry, at, "a change")) {
        ChangeFields fields = read_fields(reading_, entry, at, line_patch::kChangeFields);
        check_key(fields[line_patch::kChangeKey], keys);
        change = ChangeReader(findings_, entry, fields, at, *lines_).read(order);
      }
      edit.edits.push_back({change, reading_.origin(entry.offset(), std::move(at))});
    }
  }

  // Nothing depends on a key, but a reference to it should be unambiguous (TUL-002 §4.2, §5.1, §7.2).
  void check_key(const FieldValue& field, Keys& keys) {
    if (!field.value || is_null(field)) return;
    std::string_view key = field.value->text();
    if (keys.insert(key).second) return;
    findings_.warning(Code::field_value, field.value->offset(), field.pointer(),
        "'" + std::string(field.name) + "' is " + excerpt_in_quotes(key) + ", as another one before it is",
        "give each a key of its own, or none");
  }

  static constexpr size_t kMostPlaces = 100;  // each costs a pass over the input

  BlockReading& reading_;
  Findings& findings_;
  std::shared_ptr<std::pmr::monotonic_buffer_resource> lines_ =  // viewed by the plan
      std::make_shared<std::pmr::monotonic_buffer_resource>();
  std::optional<FileSource> source_;  // for files without a source of their own
  Keys file_keys_;
  size_t repeated_ = 0;
  std::unordered_map<std::string, size_t> seen_;  // docPaths, with their offsets
};

}  // namespace

void parse_line_patch(BlockReading& reading) {
  if (std::optional<json::Document> document = read_document(reading)) LinePatchReader(reading).read(document->root());
}

}  // namespace aptix::answer
