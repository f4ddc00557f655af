// a/ and b/ are prefixes only where both sides agree: a folder may be called 'a'.
#include "format/diff_names.h"

#include <iterator>
#include <string_view>

namespace aptix::format {
namespace {

// git-config(1), diff.mnemonicPrefix, and the usual pair; either way round, for reversed diffs.
constexpr std::string_view kPrefixPairs[] = {"ab", "ba", "iw", "wi", "ci", "ic", "cw", "wc", "ow", "wo", "12", "21"};

bool is_file(std::string_view name) { return !name.empty() && name != kNoFile; }

bool has_prefix(std::string_view name, char letter) { return name.size() > 2 && name[0] == letter && name[1] == '/'; }

std::string_view stripped(std::string_view name) { return name.substr(2); }

bool is_prefix_pair(std::string_view old_name, std::string_view new_name) {
  for (std::string_view pair : kPrefixPairs) {
    if (!has_prefix(old_name, pair[0]) || !has_prefix(new_name, pair[1])) continue;
    if (pair == "ab" || stripped(old_name) == stripped(new_name)) return true;
  }
  return false;
}

// One side has its prefix, the other came without.
bool is_lone_prefix(std::string_view name, std::string_view other) {
  return (has_prefix(name, 'a') || has_prefix(name, 'b')) && stripped(name) == other;
}

DiffNames without_prefixes(std::string_view old_name, std::string_view new_name) {
  bool both = is_file(old_name) && is_file(new_name);
  bool old_prefix = both ? is_prefix_pair(old_name, new_name) || is_lone_prefix(old_name, new_name) : has_prefix(old_name, 'a');
  bool new_prefix = both ? is_prefix_pair(old_name, new_name) || is_lone_prefix(new_name, old_name) : has_prefix(new_name, 'b');
  return {std::string(old_prefix ? stripped(old_name) : old_name), std::string(new_prefix ? stripped(new_name) : new_name)};
}

}  // namespace

DiffNames names_of(const diff::FilePatch& patch) {
  if (!patch.rename_from.empty() && !patch.rename_to.empty()) return {patch.rename_from, patch.rename_to};
  if (!patch.copy_from.empty() && !patch.copy_to.empty()) return {patch.copy_from, patch.copy_to};
  if (!patch.old_name.empty() || !patch.new_name.empty()) return without_prefixes(patch.old_name, patch.new_name);
  return without_prefixes(patch.git_old, patch.git_new);
}

}  // namespace aptix::format
