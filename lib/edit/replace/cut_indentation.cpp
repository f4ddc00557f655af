#include "edit/replace/cut_indentation.h"

#include <algorithm>

#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "edit/replace/added_lines.h"

namespace aptix::edit {
namespace {

constexpr size_t kLongestIndent = 1024;  // bytes of a line that are looked at for white space
constexpr size_t kOftenIndent = 32;      // enough for most

// How many lines say something; two stands for more.
size_t telling_lines(std::string_view text) {
  size_t count = 0;
  while (!text.empty() && count < 2) count += is_blank(take_line(text)) ? 0 : 1;
  return count;
}

bool begins_after_blanks(std::string_view before) {
  std::string_view indent = before.substr(before.rfind('\n') + 1);
  return !indent.empty() && std::all_of(indent.begin(), indent.end(), is_blank_byte);
}

// Is what comes more than one line, or less?
bool changes_lines(const FindReplace& edit) {
  return telling_lines(edit.replace) > 1 || is_blank(first_line(edit.replace));
}

}  // namespace

bool cuts_indentation(std::string_view before, const FindReplace& edit) {
  if (!begins_after_blanks(before) || is_blank(edit.find)) return false;
  if (edit.replace.empty()) return edit.find.ends_with('\n');
  return is_blank_byte(edit.find.front()) && telling_lines(edit.find) == 1 && changes_lines(edit);
}

bool cuts_word(std::string_view before, std::string_view after, std::string_view find) {
  if (trim(find).find_first_of(" \t\n") == std::string_view::npos) return false;
  bool begins = !before.empty() && is_word(before.back()) && is_word(find.front());
  return begins || (!after.empty() && is_word(after.front()) && is_word(find.back()));
}

bool may_cut_indentation(std::string_view before, const FindReplace& edit) {
  return begins_after_blanks(before) &&
      (is_blank_byte(edit.find.front()) || (telling_lines(edit.find) == 1 && changes_lines(edit)));
}

PlaceSigns signs_of_place(const ChangedText& text, const Place& place, const FindReplace& edit) {
  std::string room, room_after;
  std::string_view before;  // most places are near the start of their line
  for (size_t size : {kOftenIndent, kLongestIndent}) {
    before = text.before(place, size, room);
    if (before.size() < size || !std::all_of(before.begin(), before.end(), is_blank_byte)) break;
  }
  PlaceSigns found{.cut = cuts_indentation(before, edit),
      .may_cut = may_cut_indentation(before, edit),
      .cuts_word = cuts_word(before, text.after(place, 1, room_after), edit.find)};
  size_t reach = edit.replace.size();
  if (reach > edit.find.size() && edit.replace.find(edit.find) != std::string_view::npos)
    found.stands_in_own = stands_in_own_replacement(
        text.before(place, reach, room), text.after(place, reach, room_after), edit.find, edit.replace);
  return found;
}

}  // namespace aptix::edit
