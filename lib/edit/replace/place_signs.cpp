// Little text is fetched: most places are near the start of their line, and few replacements hold their find text.
#include "edit/replace/place_signs.h"

#include <algorithm>
#include <string>

#include "base/text/text.h"
#include "edit/replace/added_lines.h"
#include "edit/replace/cut_indentation.h"

namespace aptix::edit {
namespace {

constexpr size_t kLongestIndent = 1024;  // bytes of a line that are looked at for white space
constexpr size_t kOftenIndent = 32;      // enough for most

// What stands before it on its line; most places are near the start of theirs.
std::string_view line_before(const SplicedText& text, Position at, std::string& room) {
  std::string_view before;
  for (size_t size : {kOftenIndent, kLongestIndent}) {
    before = text.before(at, size, room);
    if (before.size() < size || !std::all_of(before.begin(), before.end(), is_blank_byte)) break;
  }
  return before;
}

}  // namespace

PlaceSigns signs_of_place(const SplicedText& text, Position start, Position end, const FindReplace& edit) {
  std::string room, room_after;
  std::string_view before = line_before(text, start, room);
  PlaceSigns found{.cut = cuts_indentation(before, edit),
      .may_cut = may_cut_indentation(before, edit),
      .cuts_word = cuts_word(before, text.after(end, 1, room_after), edit.find)};
  size_t reach = edit.replace.size();
  if (reach > edit.find.size() && edit.replace.find(edit.find) != std::string_view::npos)
    found.stands_in_own = stands_in_own_replacement(
        text.before(start, reach, room), text.after(end, reach, room_after), edit.find, edit.replace);
  return found;
}

}  // namespace aptix::edit
