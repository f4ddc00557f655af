#include "edit/whole.h"

#include "base/text/text.h"

namespace aptix::edit {

std::optional<std::string> with_line_ends_of(std::string_view old_content, std::string_view content) {
  if (old_content.find("\r\n") == std::string_view::npos || content.find('\n') == std::string_view::npos) return {};
  LineEnds of_file = line_ends(old_content);
  LineEnds of_content = line_ends(content);
  if (of_file.lf != 0 || of_content.crlf != 0) return {};
  return with_line_ends(content, LineEnd::crlf);
}

std::string_view kept_byte_order_mark(std::string_view old_content, std::string_view content) {
  bool keep = old_content.starts_with(kByteOrderMark) && !content.empty() && !content.starts_with(kByteOrderMark);
  return keep ? old_content.substr(0, kByteOrderMark.size()) : std::string_view();
}

std::string_view without_shown_line_end(std::string_view content, std::string_view old) {
  if (old.empty() || old.ends_with('\n') || !content.ends_with('\n')) return content;
  content.remove_suffix(1);
  if (content.ends_with('\r')) content.remove_suffix(1);
  return content;
}

}  // namespace aptix::edit
