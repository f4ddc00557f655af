#include "edit/replace/cut_indentation.h"

#include <algorithm>

#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

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

}  // namespace aptix::edit
