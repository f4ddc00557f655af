// a/ and b/ are prefixes only if both sides agree: a folder may be called 'a'.
#include "answer/forms/forms.h"

#include <algorithm>

#include "answer/name/paths.h"

namespace aptix::answer {
namespace {

// The usual pair and those of diff.mnemonicPrefix (git-config(1)), in both orders, for reversed diffs.
constexpr std::string_view kPrefixPairs[] = {"ab", "ba", "iw", "wi", "ci", "ic", "cw", "wc", "ow", "wo", "12", "21"};

bool is_file(std::string_view name) { return !name.empty() && name != kNoFile; }

bool is_rename(const diff::FilePatch& patch) { return !patch.rename_from.empty() && !patch.rename_to.empty(); }
bool is_copy(const diff::FilePatch& patch) { return !patch.copy_from.empty() && !patch.copy_to.empty(); }

bool has_prefix(std::string_view name, char letter) { return name.size() > 2 && name[0] == letter && name[1] == '/'; }

std::string_view stripped(std::string_view name) { return name.substr(2); }

bool is_prefix_pair(std::string_view old_name, std::string_view new_name) {
  for (std::string_view pair : kPrefixPairs) {
    if (!has_prefix(old_name, pair[0]) || !has_prefix(new_name, pair[1])) continue;
    if (pair == "ab" || stripped(old_name) == stripped(new_name)) return true;
  }
  return false;
}

// a/a/x and b/b/x: the two names of one file, so neither prefix is part of it.
bool is_doubled_pair(std::string_view old_name, std::string_view new_name) {
  if (!is_prefix_pair(old_name, new_name)) return false;
  std::string_view old_rest = stripped(old_name);
  std::string_view new_rest = stripped(new_name);
  return has_prefix(old_rest, old_name[0]) && has_prefix(new_rest, new_name[0]) &&
      stripped(old_rest) == stripped(new_rest);
}

// One side has its prefix, the other does not.
bool is_lone_prefix(std::string_view name, std::string_view other) {
  return (has_prefix(name, 'a') || has_prefix(name, 'b')) && stripped(name) == other;
}

// Without a name on one side, the `diff --git` line still shows both.
DiffNames without_prefixes(const diff::FilePatch& patch, std::string_view old_name, std::string_view new_name) {
  bool both = is_file(old_name) && is_file(new_name);
  bool doubled = both ? is_doubled_pair(old_name, new_name) : is_doubled_pair(patch.git_old, patch.git_new);
  for (std::string_view* name : {&old_name, &new_name})
    if (doubled && is_file(*name) && name->size() > 2) *name = stripped(*name);
  bool old_prefix =
      both ? is_prefix_pair(old_name, new_name) || is_lone_prefix(old_name, new_name) : has_prefix(old_name, 'a');
  bool new_prefix =
      both ? is_prefix_pair(old_name, new_name) || is_lone_prefix(new_name, old_name) : has_prefix(new_name, 'b');
  return {std::string(old_prefix ? stripped(old_name) : old_name),
      std::string(new_prefix ? stripped(new_name) : new_name), doubled};
}

DiffNames stated_names(const diff::FilePatch& patch) {
  if (is_rename(patch)) return {patch.rename_from, patch.rename_to, false};
  if (is_copy(patch)) return {patch.copy_from, patch.copy_to, false};
  bool stated = !patch.old_name.empty() || !patch.new_name.empty();
  const std::string& old_name = stated ? patch.old_name : patch.git_old;
  const std::string& new_name = stated ? patch.new_name : patch.git_new;
  return without_prefixes(patch, old_name, new_name);
}

// The header lines are the prefixes and one name, or the two names of a file that moves.
bool is_prefixed(const diff::FilePatch& patch, const DiffNames& names) {
  bool moves = is_file(names.old_name) && is_file(names.new_name) && names.old_name != names.new_name;
  auto are_they = [&](std::string_view old_name, std::string_view new_name) {
    if (!is_prefix_pair(old_name, new_name)) return false;
    return stripped(old_name) == (moves ? names.old_name : names.subject()) && stripped(new_name) == names.subject();
  };
  if (are_they(patch.git_old, patch.git_new) || are_they(patch.old_name, patch.new_name)) return true;
  if (!is_file(names.old_name)) return has_prefix(patch.new_name, 'b') && stripped(patch.new_name) == names.new_name;
  return !is_file(names.new_name) && has_prefix(patch.old_name, 'a') && stripped(patch.old_name) == names.old_name;
}

template <class Change>
bool change_names(diff::FilePatch& patch, Change change) {
  bool found = false;
  for (std::string* name : {&patch.git_old, &patch.git_new, &patch.old_name, &patch.new_name, &patch.rename_from,
           &patch.rename_to, &patch.copy_from, &patch.copy_to})
    found = change(*name) || found;
  return found;
}

}  // namespace

bool unify_separators(diff::FilePatch& patch) {
  return change_names(patch, [](std::string& name) {
    bool found = name.find('\\') != std::string::npos;
    std::replace(name.begin(), name.end(), '\\', '/');
    return found;
  });
}

bool take_off_root(diff::FilePatch& patch, std::string_view root) {
  return change_names(patch, [&](std::string& name) {
    std::optional<std::string_view> rest = after_root(name, root);
    if (rest) name = std::string(*rest);
    return rest.has_value();
  });
}

DiffNames names_of(const diff::FilePatch& patch) {
  DiffNames names = stated_names(patch);
  names.prefixed = is_prefixed(patch, names);
  return names;
}

bool is_move(const diff::FilePatch& patch) { return is_rename(patch) || is_copy(patch); }

bool deletes_two(const diff::FilePatch& patch, const DiffNames& names) {
  bool both = is_file(names.old_name) && is_file(names.new_name);
  return patch.deleted_file && !is_move(patch) && both && names.old_name != names.new_name;
}

Operation operation_of(const diff::FilePatch& patch, const DiffNames& names) {
  if (is_rename(patch)) return Operation::rename;
  if (is_move(patch)) return Operation::copy;
  if (patch.new_file || names.old_name == kNoFile) return Operation::create;
  if (patch.deleted_file || names.new_name == kNoFile) return Operation::remove;
  // A plain diff has no other way to state that the file is new.
  bool from_nothing = !patch.is_git && patch.hunks.size() == 1 && patch.hunks[0].has_numbers &&
      patch.hunks[0].old_start == 0 && patch.hunks[0].old_count() == 0;
  return from_nothing ? Operation::create : Operation::modify;
}

}  // namespace aptix::answer
