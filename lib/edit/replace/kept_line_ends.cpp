#include "edit/replace/kept_line_ends.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/text/in_common.h"
#include "edit/replace/line_end_match.h"

namespace aptix::edit {
namespace {

LineEnd end_at(std::string_view text, size_t feed) {
  return feed > 0 && text[feed - 1] == '\r' ? LineEnd::crlf : LineEnd::lf;
}

// The line end of each line of a text.
std::vector<LineEnd> ends_of(std::string_view text) {
  std::vector<LineEnd> ends;
  for (size_t feed = text.find('\n'); feed != std::string_view::npos; feed = text.find('\n', feed + 1))
    ends.push_back(end_at(text, feed));
  return ends;
}

LineEnd end_of_line(const EditPlace& site, LineEnd otherwise) {
  std::string_view near = site.after.substr(0, kLineReach);
  size_t feed = near.find('\n');
  if (feed == 0 && site.region.ends_with('\r')) return LineEnd::crlf;
  return feed == std::string_view::npos ? otherwise : end_at(near, feed);
}

std::optional<std::string> converted(std::string_view replace, LineEnd to) {
  if (to == LineEnd::none) return {};
  LineEnds ends = line_ends(replace);
  if ((to == LineEnd::lf ? ends.crlf : ends.lf) == 0) return {};
  return with_line_ends(replace, to);
}

// How many of the last lines, counted by their line ends, both texts have in common.
size_t common_last_lines(std::string_view a, std::string_view b) {
  size_t front = common_prefix(a, b);
  size_t back = common_suffix(a.substr(front), b.substr(front));
  auto begins_line = [&](std::string_view text) { return back == text.size() || text[text.size() - back - 1] == '\n'; };
  auto feeds = static_cast<size_t>(std::count(a.end() - static_cast<ptrdiff_t>(back), a.end(), '\n'));
  return feeds != 0 && !(begins_line(a) && begins_line(b)) ? feeds - 1 : feeds;
}

// A place whose lines end differently: each line has the end of the one that it replaces, further ones that of the
// line before, as with hunks and line changes; the last lines, where they stay, keep their own.
std::string line_by_line(const EditPlace& site, std::string_view find, std::string_view replace) {
  std::vector<LineEnd> ends = ends_of(site.region);
  std::string text = folded(replace);
  size_t back = common_last_lines(folded(find), text);
  size_t left = static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
  LineEnd end = ends.front();
  std::string out;
  size_t line = 0;
  for (char c : text) {
    if (c == '\n') {
      if (left <= back) end = ends[ends.size() - left];
      else if (line < ends.size() - back) end = ends[line];
      if (end == LineEnd::crlf) out.push_back('\r');
      ++line;
      --left;
    }
    out.push_back(c);
  }
  return out;
}

}  // namespace

std::optional<std::string> with_ends_of(const EditPlace& site, std::string_view find, std::string_view replace) {
  if (replace.find('\n') == std::string_view::npos) return {};
  LineEnds ends = line_ends(site.region);
  if (!ends.mixed()) {
    LineEnd inside = ends.dominant();
    return converted(replace, inside != LineEnd::none ? inside : end_of_line(site, site.file));
  }
  // A find text with both line ends that fits byte for byte: its writer knows the file.
  if (site.exact) return {};
  return line_by_line(site, find, replace);
}

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
