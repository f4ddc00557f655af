// Places are sorted by offset, so that lines and columns are counted once from front to back.
#include "answer/basis/block_reading.h"

#include <functional>
#include <utility>

#include "base/text/text.h"

namespace aptix::answer {

Diagnostic& Findings::error(Code code, size_t offset, std::string pointer, std::string message, std::string hint) {
  return add(errors_, make_error(code, std::move(message), std::move(hint)), offset, std::move(pointer));
}

Diagnostic& Findings::warning(Code code, size_t offset, std::string pointer, std::string message, std::string hint) {
  return add(warnings_, make_error(code, std::move(message), std::move(hint)), offset, std::move(pointer));
}

Diagnostic& Findings::error(Error made, size_t offset, std::string pointer) {
  return add(errors_, std::move(made), offset, std::move(pointer));
}

Diagnostic& Findings::add(Severity& severity, Diagnostic diagnostic, size_t offset, std::string pointer) {
  constexpr size_t kMostFindings = 1000;
  diagnostic.at(path_);
  diagnostic.doc_path = doc_path_;
  diagnostic.where.pointer = std::move(pointer);
  int exit_class = info(diagnostic.code).exit_class;
  bool is_graver = exit_class > severity.gravest;
  severity.gravest = std::max(severity.gravest, exit_class);
  if (severity.list.size() >= kMostFindings && !is_graver) {
    ++severity.dropped;
    return severity.surplus = std::move(diagnostic);
  }
  severity.list.push_back({std::move(diagnostic), offsets_.in_input(offset)});
  return severity.list.back().diagnostic;
}

void Findings::place(std::vector<Found>& list) const {
  std::ranges::stable_sort(list, {}, &Found::offset);
  if (list.empty()) return;
  std::string_view text = input_.bytes;
  size_t start = offsets_.in_input(0);
  size_t line_start = text.substr(0, start).rfind('\n') + 1;
  size_t mark = line_start == 0 && text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  size_t at = line_start + mark;
  uint64_t line = block_.line != 0 ? block_.line : line_at(text, start);
  uint64_t column = 1;
  for (Found& found : list) {
    std::string_view step = found.offset > at ? text.substr(at, found.offset - at) : std::string_view();
    size_t feed = step.rfind('\n');
    if (feed != std::string_view::npos) {
      line += line_at(step, step.size()) - 1;
      column = 1;
      step.remove_prefix(feed + 1);
    }
    column += count_code_points(step);
    at = std::max(at, found.offset);
    found.diagnostic.where.input = input_.name;
    found.diagnostic.where.line = line;
    found.diagnostic.where.column = column;
  }
}

Diagnostics Findings::take() {
  Diagnostics out;
  out.more_errors = errors_.dropped;
  out.more_warnings = warnings_.dropped;
  for (Severity* severity : {&errors_, &warnings_}) {
    place(severity->list);
    for (Found& found : severity->list)
      (severity == &errors_ ? out.errors : out.warnings).push_back(std::move(found.diagnostic));
  }
  return out;
}

std::string_view BlockReading::keep(std::string_view text) {
  std::less_equal<const char*> in_order;
  std::string_view whole = input.bytes;
  bool is_view =
      in_order(whole.data(), text.data()) && in_order(text.data() + text.size(), whole.data() + whole.size());
  return is_view ? text : plan.keep(std::string(text));
}

Origin BlockReading::origin(size_t offset, std::string pointer) {
  Origin origin = findings.origin(offset);
  if (!pointer.empty()) origin.pointer = plan.keep(std::move(pointer));
  return origin;
}

}  // namespace aptix::answer
