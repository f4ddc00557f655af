#include "git/print.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/trim.h"
#include "diff/lines/line_table.h"
#include "diff/read/git_binary.h"
#include "diff/read/hunk_lines.h"
#include "diff/read/unified.h"

namespace aptix::git {
namespace {

std::string side_name(std::string_view prefix, const std::optional<std::string>& name) {
  return name ? diff::quote_name(std::string(prefix) + *name) : std::string("/dev/null");
}

// A tab after a name with a space separates it from a timestamp.
std::string name_line(std::string_view mark, const std::string& name) {
  bool blank = name.find(' ') != std::string::npos && !name.starts_with('"');
  return std::string(mark) + name + (blank ? "\t\n" : "\n");
}

std::string octal(uint32_t mode) { return fmt::format("{:06o}", mode); }

uint32_t stated_or_regular(uint32_t mode) { return mode != 0 ? mode : kModeRegular | 0644; }

bool changes_mode(const Patch& patch) {
  return patch.old_mode != 0 && patch.new_mode != 0 && patch.old_mode != patch.new_mode;
}

std::string move_lines(const Patch& patch) {
  std::string verb = patch.is_rename ? "rename" : "copy";
  return "similarity index " + std::to_string(patch.score) + "%\n" + verb + " from " +
      diff::quote_name(*patch.old_name) + "\n" + verb + " to " + diff::quote_name(*patch.new_name) + "\n";
}

// `stays`: the file exists before and after.
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

// The lines of a hunk, reversed if the patch was: removed lines come before added ones.
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

constexpr uint64_t kWidestName = 50, kWidest = 70;

// The end of a name that is too long, starting at a slash if possible.
std::string shortened(const std::string& name, uint64_t width) {
  if (name.size() <= width) return name;
  size_t start = name.size() + 3 - width;
  size_t slash = name.find('/', start);
  return "..." + name.substr(slash == std::string::npos ? start : slash);
}

std::string stat_line(const Patch& patch, const StatScale& scale) {
  uint64_t width = std::min(scale.longest_name, kWidestName);
  std::string name = shortened(diff::quote_name(patch.name()), width);
  std::string line = " " + name + std::string(width - std::min<size_t>(width, name.size()), ' ') + " |";
  if (patch.is_binary) return line + "  Bin\n";
  uint64_t most = scale.most_lines;
  uint64_t columns = width + most > kWidest ? kWidest - width : most;
  uint64_t total = patch.lines_added + patch.lines_deleted;
  uint64_t added = patch.lines_added, deleted = patch.lines_deleted;
  if (most > 0) {
    added = (patch.lines_added * columns + most / 2) / most;
    deleted = (total * columns + most / 2) / most - added;
  }
  return line + fmt::format("{:>5} ", total) + std::string(added, '+') + std::string(deleted, '-') + "\n";
}

std::string mode_name(std::string_view verb, uint32_t mode, const std::string& name) {
  return " " + std::string(verb) + (mode != 0 ? " mode " + octal(mode) : std::string()) + " " + name + "\n";
}

std::string mode_change(const Patch& patch, const std::string& name) {
  if (!changes_mode(patch)) return {};
  return " mode change " + octal(patch.old_mode) + " => " + octal(patch.new_mode) + (name.empty() ? "" : " " + name) +
      "\n";
}

// "dir/{old => new}": common leading folders are written once.
std::string move_line(const Patch& patch) {
  const std::string& from = *patch.old_name;
  const std::string& to = *patch.new_name;
  size_t same = 0;
  for (size_t slash = from.find('/'); slash != std::string::npos; slash = from.find('/', same)) {
    if (to.compare(0, slash + 1, from, 0, slash + 1) != 0) break;
    same = slash + 1;
  }
  std::string line = patch.is_rename ? " rename " : " copy ";
  std::string change = from.substr(same) + " => " + to.substr(same);
  line += same == 0 ? change : from.substr(0, same) + "{" + change + "}";
  return line + " (" + std::to_string(patch.score) + "%)\n";
}

std::string summary_of(const Patch& patch) {
  if (patch.is_new != Stated::no) return mode_name("create", patch.new_mode, patch.name());
  if (patch.is_delete != Stated::no) return mode_name("delete", patch.old_mode, patch.old_or_new());
  if (patch.is_rename || patch.is_copy) return move_line(patch) + mode_change(patch, {});
  if (patch.score == 0) return mode_change(patch, patch.name());
  return " rewrite " + patch.name() + " (" + std::to_string(patch.score) + "%)\n" + mode_change(patch, {});
}

}  // namespace

std::string print_patch(const Patch& patch, Direction direction) {
  std::string text = header_of(patch);
  if (patch.is_binary) return text + binary_body(patch, direction);
  if (patch.hunks.empty()) return text;
  text += name_line("--- ", side_name("a/", patch.old_name)) + name_line("+++ ", side_name("b/", patch.new_name));
  for (const Hunk& hunk : patch.hunks) {
    text += diff::print_hunk_header(hunk.old_start, hunk.old_count, hunk.new_start, hunk.new_count);
    std::string_view header = diff::raw_line(hunk.text, 0);
    text += first_line(header.substr(header.find(" @@") + 3));
    text += '\n';
    add_lines(text, hunk, direction);
  }
  return text;
}

std::string counted(uint64_t number, std::string_view one, std::string_view many) {
  return std::to_string(number) + " " + std::string(number == 1 ? one : many);
}

void StatScale::add(const Patch& patch) {
  most_lines = std::max(most_lines, patch.lines_added + patch.lines_deleted);
  for (const std::optional<std::string>* name : {&patch.old_name, &patch.new_name})
    if (*name) longest_name = std::max<uint64_t>(longest_name, diff::quote_name(**name).size());
}

std::string print_stat(const Patches& patches, const StatScale& scale) {
  std::string text;
  uint64_t added = 0, deleted = 0;
  for (const Patch* patch : patches) {
    text += stat_line(*patch, scale);
    added += patch->lines_added;
    deleted += patch->lines_deleted;
  }
  if (patches.empty()) return " 0 files changed\n";
  text += " " + counted(patches.size(), "file changed", "files changed");
  if (added != 0 || deleted == 0) text += ", " + counted(added, "insertion(+)", "insertions(+)");
  if (deleted != 0 || added == 0) text += ", " + counted(deleted, "deletion(-)", "deletions(-)");
  return text + "\n";
}

std::string print_numstat(const Patches& patches, NameForm form) {
  std::string text;
  for (const Patch* patch : patches) {
    text += patch->is_binary ? "-\t-\t"
                             : std::to_string(patch->lines_added) + "\t" + std::to_string(patch->lines_deleted) + "\t";
    if (form == NameForm::quoted) text += diff::quote_name(patch->name()) + "\n";
    else text += patch->name() + std::string(1, '\0');
  }
  return text;
}

std::string print_summary(const Patches& patches) {
  std::string text;
  for (const Patch* patch : patches) text += summary_of(*patch);
  return text;
}

}  // namespace aptix::git
