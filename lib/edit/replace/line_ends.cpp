#include "edit/replace/line_ends.h"

#include <algorithm>
#include <cstring>

#include "base/text/find_bytes.h"
#include "base/text/in_common.h"

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

// For a place with both line ends. Each new line gets that of the line that it replaces, further ones that of the line
// before, as with hunks and line changes; last lines that stay keep theirs.
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

constexpr size_t kMostLooks = 16;  // each reads all of the text; after that many, the text is not changed

bool ends_line(std::string_view text) { return text.ends_with('\n'); }

// The edit is not about the newline itself.
bool keeps_line_ends(const FindReplace& edit) {
  bool only_line_ends = edit.find.find_first_not_of("\r\n") == std::string_view::npos;
  return !only_line_ends && (edit.replace.empty() || ends_line(edit.find) == ends_line(edit.replace));
}

// Does the text end with these lines, without the last newline?
bool is_open_end(std::string_view text, std::string_view lines) {
  std::string wanted = folded(lines);
  wanted.pop_back();
  return !wanted.empty() && suffix_fits(text, wanted);
}

// Does the text end so with the text to find, or with what an earlier run replaced it by?
bool meets_end(std::string_view text, const FindReplace& edit) {
  return ends_line(edit.find) &&
      (is_open_end(text, edit.find) || (ends_line(edit.replace) && is_open_end(text, edit.replace)));
}

// Does either of the two occur with its newline, or did an earlier run put it there?
bool stands_before_end(std::string_view text, const FindReplace& edit) {
  std::string unix_text = folded(text);
  auto stands = [&](std::string_view lines) {
    return !lines.empty() && find_bytes(unix_text, folded(lines)) != std::string_view::npos;
  };
  return stands(edit.find) || stands(edit.replace);
}

}  // namespace

bool has_line_end_variants(std::string_view find) {
  return find.find('\n') != std::string_view::npos && !find.ends_with('\r') &&
      find.find("\r\r\n") == std::string_view::npos;
}

std::string folded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  size_t start = 0;
  for (size_t at = text.find("\r\n"); at != std::string_view::npos; at = text.find("\r\n", start)) {
    out.append(text.substr(start, at - start));
    start = at + 1;
  }
  out.append(text.substr(start));
  return out;
}

std::optional<size_t> prefix_fits(std::string_view text, std::string_view wanted) {
  size_t at = 0;
  size_t done = 0;
  while (done < wanted.size()) {
    size_t line = std::min(wanted.find('\n', done), wanted.size()) - done;
    if (text.size() - at < line || std::memcmp(text.data() + at, wanted.data() + done, line) != 0) return {};
    at += line;
    done += line;
    if (done == wanted.size()) break;
    if (text.substr(at).starts_with("\r\n")) ++at;
    if (at == text.size() || text[at] != '\n') return {};
    ++at;
    ++done;
  }
  return at;
}

std::optional<size_t> suffix_fits(std::string_view text, std::string_view wanted) {
  size_t at = text.size();
  size_t left = wanted.size();
  while (left > 0) {
    size_t feed = wanted.rfind('\n', left - 1);
    size_t line = feed == std::string_view::npos ? left : left - feed - 1;
    if (at < line || std::memcmp(text.data() + at - line, wanted.data() + left - line, line) != 0) return {};
    at -= line;
    left -= line;
    if (left == 0) break;
    if (at == 0 || text[at - 1] != '\n') return {};
    --at;
    --left;
    if (at > 0 && text[at - 1] == '\r') --at;
  }
  return text.size() - at;
}

FoldedText::FoldedText(std::string_view text) : text_(text) {
  size_t start = 0;
  for (size_t at = text.find("\r\n"); at != std::string_view::npos; at = text.find("\r\n", start)) {
    copy_.append(text.substr(start, at - start));
    folded_.push_back(copy_.size());
    start = at + 1;
  }
  if (start != 0) copy_.append(text.substr(start));
}

std::optional<std::string> with_ends_of(const EditPlace& site, std::string_view find, std::string_view replace) {
  if (replace.find('\n') == std::string_view::npos) return {};
  LineEnds ends = line_ends(site.region);
  if (!ends.mixed()) {
    LineEnd inside = ends.dominant();
    return converted(replace, inside != LineEnd::none ? inside : end_of_line(site, site.file));
  }
  // A find text with both line ends that matches exactly: they are meant.
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

std::optional<std::string> with_last_newline(std::string_view text, std::span<const FindReplace> edits) {
  if (text.empty() || ends_line(text) || text.ends_with('\r')) return {};
  bool any = false;
  size_t looks = 0;
  for (const FindReplace& edit : edits) {
    if (!meets_end(text, edit)) continue;
    if (is_open_end(text, edit.find) && (++looks > kMostLooks || stands_before_end(text, edit))) return {};
    any = true;
  }
  if (!any || !std::all_of(edits.begin(), edits.end(), keeps_line_ends)) return {};
  LineEnds ends = line_ends(text);
  if (ends.mixed()) return {};
  return std::string(text) + (ends.dominant() == LineEnd::crlf ? "\r\n" : "\n");
}

void drop_last_newline(std::vector<std::string_view>& pieces) {
  for (char c : {'\n', '\r'}) {
    while (!pieces.empty() && pieces.back().empty()) pieces.pop_back();
    if (!pieces.empty() && pieces.back().ends_with(c)) pieces.back().remove_suffix(1);
    else return;
  }
}

}  // namespace aptix::edit
