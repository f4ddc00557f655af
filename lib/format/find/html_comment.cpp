#include "format/find/html_comment.h"

namespace aptix::format {
namespace {

constexpr std::string_view kOpen = "<!--";
constexpr std::string_view kClose = "-->";
constexpr size_t kMostIndent = 3;

}  // namespace

std::optional<HtmlComment> HtmlComments::at(const Line& line) {
  if (no_end_ || line.start < seen_to_) return std::nullopt;
  Indent indent = indent_of(line.text);
  if (indent.columns > kMostIndent || !line.text.substr(indent.bytes).starts_with(kOpen)) return std::nullopt;
  size_t close = text_.find(kClose, line.start + indent.bytes + 2);  // "<!-->" is one already
  no_end_ = close == std::string_view::npos;
  if (no_end_ || close < line.next) return std::nullopt;
  seen_to_ = close;
  size_t last = text_.rfind('\n', close) + 1;
  return HtmlComment{line.next, last, line_from(text_, last).next};
}

}  // namespace aptix::format
