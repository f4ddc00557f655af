#include "git/statistics.h"

#include <algorithm>

#include "diff/read/unified.h"
#include "git/print.h"

namespace aptix::git {
namespace {

constexpr uint64_t kWidestName = 50, kWidest = 70;

std::string padded(std::string text, size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string right_aligned(std::string text, size_t width) {
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}

// The end of a name that is too long, from a slash on where there is one.
std::string shortened(const std::string& name, uint64_t width) {
  if (name.size() <= width) return name;
  size_t start = name.size() + 3 - width;
  size_t slash = name.find('/', start);
  return "..." + name.substr(slash == std::string::npos ? start : slash);
}

std::string stat_line(const Patch& patch, const StatScale& scale) {
  uint64_t width = std::min(scale.longest_name, kWidestName);
  std::string line = " " + padded(shortened(diff::quote_name(patch.name()), width), width) + " |";
  if (patch.is_binary) return line + "  Bin\n";
  uint64_t most = scale.most_lines;
  uint64_t columns = width + most > kWidest ? kWidest - width : most;
  uint64_t total = patch.lines_added + patch.lines_deleted;
  uint64_t added = patch.lines_added, deleted = patch.lines_deleted;
  if (most > 0) {
    added = (patch.lines_added * columns + most / 2) / most;
    deleted = (total * columns + most / 2) / most - added;
  }
  return line + right_aligned(std::to_string(total), 5) + " " + std::string(added, '+') + std::string(deleted, '-') +
      "\n";
}

std::string mode_name(std::string_view verb, uint32_t mode, const std::string& name) {
  return " " + std::string(verb) + (mode != 0 ? " mode " + octal(mode) : std::string()) + " " + name + "\n";
}

std::string mode_change(const Patch& patch, const std::string& name) {
  if (patch.old_mode == 0 || patch.new_mode == 0 || patch.old_mode == patch.new_mode) return {};
  return " mode change " + octal(patch.old_mode) + " => " + octal(patch.new_mode) + (name.empty() ? "" : " " + name) +
      "\n";
}

// "dir/{old => new}": the leading folders that both have are said once.
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
