#include "format/find/shown_text.h"

#include "base/text/text.h"
#include "format/forms/bare.h"

namespace aptix::format {
namespace {

bool may_begin_document(std::string_view line) {
  return is_search_marker(line) || line.starts_with("diff --git ") || line.starts_with("--- ");
}

}  // namespace

bool is_indented_as_a_whole(std::string_view text) {
  return !any_line(text, [](std::string_view line) { return !is_blank(line) && indent_of(line).columns < 4; });
}

std::optional<ShownText> quoted_text(std::string_view text, const Line& first) {
  auto unindented = [](std::string_view line) { return line.substr(indent_of(line).bytes); };
  if (!unindented(first.text).starts_with('>')) return std::nullopt;
  ShownText out{.text = {}, .end = first.start};
  for (Line line = first; line.start < text.size() && unindented(line.text).starts_with('>');
       line = line_from(text, line.next)) {
    std::string_view quoted = unindented(line.text);
    out.text.append(quoted.substr(quoted.starts_with("> ") ? 2 : 1)) += '\n';
    out.end = line.next;
  }
  return out;
}

std::optional<ShownText> indented_document(std::string_view text, const Line& first) {
  size_t bytes = indent_of(first.text).bytes;
  if (bytes == 0 || !may_begin_document(first.text.substr(bytes))) return std::nullopt;
  ShownText out{.text = {}, .end = first.start};
  for (Line line = first; line.start < text.size(); line = line_from(text, line.next)) {
    bool blank = is_blank(line.text);
    if (!blank && indent_of(line.text).bytes < bytes) break;
    out.text += line.text.substr(blank ? line.text.size() : bytes);
    out.text += '\n';
    out.end = line.next;
  }
  return out;
}

}  // namespace aptix::format
