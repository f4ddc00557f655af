#include "edit/replace/open_end.h"

#include <algorithm>

#include "base/text/find_bytes.h"
#include "base/text/text.h"
#include "edit/replace/line_end_match.h"

namespace aptix::edit {
namespace {

constexpr size_t kMostLooks = 16;  // each reads all of the text; with more edits of the last line it is taken literally

bool ends_line(std::string_view text) { return text.ends_with('\n'); }

// The edit is not about the newline.
bool keeps_line_ends(const FindReplace& edit) {
  bool only_line_ends = edit.find.find_first_not_of("\r\n") == std::string_view::npos;
  return !only_line_ends && (edit.replace.empty() || ends_line(edit.find) == ends_line(edit.replace));
}

// Does the text end with these lines, but for the last newline?
bool is_open_end(std::string_view text, std::string_view lines) {
  std::string wanted = folded(lines);
  wanted.pop_back();
  return !wanted.empty() && suffix_fits(text, wanted);
}

// The text to find, or what an earlier run has put in its place.
bool meets_end(std::string_view text, const FindReplace& edit) {
  return ends_line(edit.find) &&
      (is_open_end(text, edit.find) || (ends_line(edit.replace) && is_open_end(text, edit.replace)));
}

// Either of the two has a place without any doubt, or was put there by an earlier run.
bool stands_before_end(std::string_view text, const FindReplace& edit) {
  std::string unix_text = folded(text);
  auto stands = [&](std::string_view lines) {
    return !lines.empty() && find_bytes(unix_text, folded(lines)) != std::string_view::npos;
  };
  return stands(edit.find) || stands(edit.replace);
}

}  // namespace

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

uint64_t drop_last_newline(std::vector<std::string_view>& pieces) {
  uint64_t dropped = 0;
  for (char c : {'\n', '\r'}) {
    while (!pieces.empty() && pieces.back().empty()) pieces.pop_back();
    if (pieces.empty() || pieces.back().back() != c) break;
    pieces.back().remove_suffix(1);
    ++dropped;
  }
  return dropped;
}

}  // namespace aptix::edit
