#include "format/forms/line_text.h"

#include <utility>

#include "base/text/text.h"

namespace aptix::format {

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
        "there is a line break inside a line: '" + excerpt_for_display(text, 80) + "'",
        "give each line as a string of its own, without its line end");
  else
    findings.error(Code::field_value, offset, std::move(pointer),
        "the line '" + excerpt_for_display(line, 80) + "' is given with its line end, '" +
            escape_for_display(text.substr(line.size())) + "'",
        "leave that out: line ends are the file's own, and are kept");
}

}  // namespace aptix::format
