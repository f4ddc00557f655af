#include "git/print.h"

#include <algorithm>

#include "diff/lines/line_table.h"
#include "diff/read/git_binary.h"
#include "diff/read/hunk_lines.h"
#include "diff/read/unified.h"

namespace aptix::git {
namespace {

std::string side_name(std::string_view prefix, const std::optional<std::string>& name) {
  return name ? diff::quote_name(std::string(prefix) + *name) : std::string("/dev/null");
}

// A name with a blank is told from a timestamp by a tab behind it.
std::string name_line(std::string_view mark, const std::string& name) {
  bool blank = name.find(' ') != std::string::npos && !name.starts_with('"');
  return std::string(mark) + name + (blank ? "\t\n" : "\n");
}

uint32_t stated_or_regular(uint32_t mode) { return mode != 0 ? mode : kModeRegular | 0644; }

bool changes_mode(const Patch& patch) {
  return patch.old_mode != 0 && patch.new_mode != 0 && patch.old_mode != patch.new_mode;
}

std::string move_lines(const Patch& patch) {
  std::string verb = patch.is_rename ? "rename" : "copy";
  return "similarity index " + std::to_string(patch.score) + "%\n" + verb + " from " +
      diff::quote_name(*patch.old_name) + "\n" + verb + " to " + diff::quote_name(*patch.new_name) + "\n";
}

// `stays`: the file is there before and after.
std::string mode_lines(const Patch& patch, bool made, bool gone, bool stays) {
  std::string text;
  if (made) text += "new file mode " + octal(stated_or_regular(patch.new_mode)) + "\n";
  if (gone) text += "deleted file mode " + octal(stated_or_regular(patch.old_mode)) + "\n";
  if (stays && changes_mode(patch))
    text += "old mode " + octal(patch.old_mode) + "\nnew mode " + octal(patch.new_mode) + "\n";
  return text;
}

std::string header_of(const Patch& patch) {
  std::string text = "diff --git " + side_name("a/", patch.old_name ? patch.old_name : patch.new_name) + " " +
      side_name("b/", patch.new_name ? patch.new_name : patch.old_name) + "\n";
  bool made = !patch.old_name || patch.is_new == Stated::yes, gone = !patch.new_name || patch.is_delete == Stated::yes;
  bool stays = !made && !gone;
  text += mode_lines(patch, made, gone, stays);
  if (patch.is_rename || patch.is_copy) text += move_lines(patch);
  else if (patch.score != 0) text += "dissimilarity index " + std::to_string(patch.score) + "%\n";
  if (patch.old_blob.empty() && patch.new_blob.empty()) return text;
  text += "index " + patch.old_blob + ".." + patch.new_blob;
  if (stays && !changes_mode(patch) && patch.old_mode != 0) text += " " + octal(patch.old_mode);
  return text + "\n";
}

// The lines of a hunk, turned round where the patch was: removed lines stand before added ones.
void add_lines(std::string& text, const Hunk& hunk, Direction direction) {
  if (direction == Direction::forward) {
    text += hunk.text.substr(hunk.body);
    if (!text.ends_with('\n')) text += '\n';
    return;
  }
  std::string removed, added;
  std::string* last = &text;
  auto flush = [&] {
    text += removed + added;
    removed.clear();
    added.clear();
  };
  for (size_t at = hunk.body; at < hunk.text.size();) {
    std::string row(diff::raw_line(hunk.text, at));
    at += row.size();
    if (row.front() == '+') {
      row.front() = '-';
      last = &removed;
    } else if (row.front() == '-') {
      row.front() = '+';
      last = &added;
    } else if (row.front() != '\\') {
      flush();
      last = &text;
    }
    *last += row;
  }
  flush();
}

std::string half_of(const BinaryHalf& half) {
  return diff::print_binary_half(half.method == BinaryHalf::Method::literal ? "literal" : "delta", half.data);
}

std::string binary_body(const Patch& patch, Direction direction) {
  if (patch.halves.empty())
    return "Binary files " + side_name("a/", patch.old_name) + " and " + side_name("b/", patch.new_name) + " differ\n";
  std::string text = "GIT binary patch\n";
  bool turn = direction == Direction::reverse && patch.halves.size() == 2;
  text += half_of(patch.halves[turn ? 1 : 0]);
  if (patch.halves.size() == 2) text += half_of(patch.halves[turn ? 0 : 1]);
  return text;
}

}  // namespace

std::string octal(uint32_t mode) {
  std::string digits;
  for (; mode != 0 || digits.size() < 6; mode /= 8) digits.insert(digits.begin(), static_cast<char>('0' + mode % 8));
  return digits;
}

std::string print_patch(const Patch& patch, Direction direction) {
  std::string text = header_of(patch);
  if (patch.is_binary) return text + binary_body(patch, direction);
  if (patch.hunks.empty()) return text;
  text += name_line("--- ", side_name("a/", patch.old_name)) + name_line("+++ ", side_name("b/", patch.new_name));
  for (const Hunk& hunk : patch.hunks) {
    text += diff::print_hunk_header(hunk.old_start, hunk.old_count, hunk.new_start, hunk.new_count);
    std::string_view header = diff::raw_line(hunk.text, 0);
    size_t section = header.rfind(" @@");
    size_t first = header.find(" @@");
    if (first != std::string_view::npos) section = first;
    std::string_view rest = header.substr(section + 3);
    text += rest.substr(0, rest.find('\n'));
    text += '\n';
    add_lines(text, hunk, direction);
  }
  return text;
}

}  // namespace aptix::git
