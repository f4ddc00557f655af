// A change is compared with the lowest place of all before it, so that one that is out of order is
// reported once and the ones after it are not.
#include "answer/edits/line_checks.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"

namespace aptix::answer {
namespace {

std::string place_of(const LineChange& change) {
  if (change.kind == LineChange::Kind::insert) return "after line " + std::to_string(change.first);
  if (change.first == change.last) return "at line " + std::to_string(change.first);
  return "at lines " + std::to_string(change.first) + " to " + std::to_string(change.last);
}

}  // namespace

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

bool has_line_break(std::string_view line, LineText form) {
  if (line.find('\n') != std::string_view::npos) return true;
  if (form == LineText::may_end_in_return) return false;
  return form == LineText::plain ? line.find('\r') != std::string_view::npos : line.ends_with('\r');
}

bool has_inner_return(std::string_view line) {
  return line.substr(0, line.size() - 1).find('\r') != std::string_view::npos;
}

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

}  // namespace aptix::answer
