// The checks, in git's order: old side, new side, types, paths, content.
#include "git/apply.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "diff/read/unified.h"

namespace aptix::git {
namespace {

constexpr uint32_t kNewMode = 0100644;

uint32_t mode_of(Standing standing, const Content* content) {
  switch (standing) {
    case Standing::folder: return kModeSubmodule;
    case Standing::link: return kModeLink;
    case Standing::file: return kModeRegular | ((content->mode & 0100) != 0 ? 0755 : 0644);
    case Standing::nothing:
    case Standing::beyond_link:
    case Standing::below_file: return 0;
  }
  return 0;
}

bool is_missing(Standing standing) {
  return standing == Standing::nothing || standing == Standing::below_file || standing == Standing::beyond_link;
}

// True if the result replaces its source under another name.
bool moves(const Work& work) {
  return work.patch->is_rename ||
      (!work.patch->is_copy && work.old_name && work.new_name && *work.old_name != *work.new_name);
}

}  // namespace

Work work_of(const Patch& patch) {
  Work work;
  work.patch = &patch;
  work.old_name = patch.old_name;
  work.new_name = patch.new_name;
  work.old_mode = patch.old_mode;
  work.new_mode = patch.new_mode;
  work.is_new = patch.is_new == Stated::yes;
  work.is_delete = patch.is_delete == Stated::yes;
  return work;
}

void WhitespaceCount::add(const std::string& input, const WhitespaceFinding& finding, GitLog& log) {
  ++found;
  if (squelch_after != 0 && found > squelch_after) return;
  log.info(input + ":" + std::to_string(finding.line) + ": " + describe_whitespace(finding.broken) + ".\n" +
      std::string(finding.text));
}

std::string names_for_people(const Work& work) {
  if (work.old_name && work.new_name && *work.old_name != *work.new_name)
    return diff::quote_name(*work.old_name) + " => " + diff::quote_name(*work.new_name);
  return diff::quote_name(work.new_name ? *work.new_name : *work.old_name);
}

void Applier::say(const std::string& before, const Work& work, const std::string& after) {
  log_.info(before + names_for_people(work) + after);
}

Applier::Checked Applier::no(Code code, std::string text, const std::string& name) {
  log_.error(code, std::move(text), name);
  return Checked::does_not_fit;
}

Applier::Checked Applier::check(std::vector<Work>& works, const std::string& input) {
  input_ = input;
  prepare(works);
  Checked checked = Checked::fits;
  for (Work& work : works) {
    if (options_.verbosity == Verbosity::verbose) say("Checking patch ", work, "...");
    Checked one = check_one(work);
    if (one == Checked::fatal) return one;
    if (one != Checked::fits) checked = one;
  }
  return checked;
}

// Notes what the patches will remove or turn into links, in whatever order.
void Applier::prepare(const std::vector<Work>& works) {
  fates_.clear();
  links_going_.clear();
  links_coming_.clear();
  for (const Work& work : works) {
    bool leaves = !work.new_name || moves(work);
    if (leaves && work.old_name) fates_[*work.old_name] = {Fate::Kind::will_go, nullptr};
    if (work.old_name && is_link(work.old_mode) && (moves(work) || work.is_delete)) links_going_.insert(*work.old_name);
    if (work.new_name && is_link(work.new_mode)) links_coming_.insert(*work.new_name);
  }
}

Applier::Checked Applier::check_one(Work& work) {
  Checked checked = settle_old_side(work);
  if (checked == Checked::fits) checked = settle_new_side(work);
  if (checked == Checked::fits) checked = check_types(work);
  if (checked != Checked::fits) return checked;
  if (!work.is_delete && is_beyond_link(*work.new_name))
    return no(Code::path_symlink, "affected file '" + *work.new_name + "' is beyond a symbolic link", *work.new_name);
  std::string name = work.old_name ? *work.old_name : *work.new_name;
  size_t said = log_.lines().size();
  checked = apply(work);
  if (checked == Checked::fits) {
    work.rejected = false;
    return checked;
  }
  if (checked == Checked::does_not_fit) {
    // The message before says why and has the advice; this one only names the file.
    Code code = log_.lines().size() > said ? log_.lines().back().said.code : Code::match_not_found;
    return no(code, name + ": patch does not apply", name);
  }
  return checked;
}

// The index after the inputs before this one.
std::optional<IndexEntry> Applier::index_entry(const std::string& name) {
  if (!tree_.is_written(name)) return source_.index_entry(name);
  Result<PatchedTree::Found> found = tree_.look(name);
  if (!found || found->content == nullptr) return std::nullopt;
  return IndexEntry{mode_of(found->standing, found->content), {}};
}

bool Applier::matches_index(const std::string& name) { return tree_.is_written(name) || source_.matches_index(name); }

// What an earlier patch of this input did to the old name; null: nothing.
const Applier::Fate* Applier::previous(const Work& work) const {
  if (work.patch->is_copy || work.patch->is_rename) return nullptr;  // those start from the original files
  auto fate = fates_.find(*work.old_name);
  return fate == fates_.end() || fate->second.kind == Fate::Kind::will_go ? nullptr : &fate->second;
}

Applier::Checked Applier::settle_old_side(Work& work) {
  if (!work.old_name) return Checked::fits;
  const std::string& name = *work.old_name;
  const Fate* before = previous(work);
  if (before != nullptr && before->work == nullptr)
    return no(Code::file_missing, "path " + name + " has been renamed/deleted", name);
  if (before != nullptr) return compare_modes(work, before->work->new_mode);
  Result<PatchedTree::Found> found = tree_.look(name);
  if (!found) return cannot_look(std::move(found).error(), name);
  std::optional<IndexEntry> entry = must_match_index() ? index_entry(name) : std::nullopt;
  if (must_match_index() ? !entry : is_missing(found->standing)) return settle_missing_side(work, found->standing);
  if (!entry) {
    bool states_mode = !options_.trusts_file_modes && found->standing == Standing::file && work.old_mode != 0;
    return compare_modes(work, states_mode ? work.old_mode : mode_of(found->standing, found->content));
  }
  if (options_.target == Target::tree_and_index) {
    if (is_missing(found->standing)) return check_out(work, *entry);
    bool alike = is_submodule(entry->mode) ? found->standing == Standing::folder : matches_index(name);
    if (!alike) return no(Code::file_changed, name + ": does not match index", name);
  }
  return compare_modes(work, entry->mode);
}

// The old side does not exist: an error, unless the patch leaves open whether it creates the file.
Applier::Checked Applier::settle_missing_side(Work& work, Standing standing) {
  const std::string& name = *work.old_name;
  if (work.patch->is_new == Stated::open) {
    work.is_new = true;
    work.is_delete = false;
    work.old_name.reset();
    return Checked::fits;
  }
  if (must_match_index()) return no(Code::file_missing, name + ": does not exist in index", name);
  if (standing == Standing::beyond_link) return beyond_link(work);
  bool below_file = standing == Standing::below_file;
  return no(Code::file_missing, name + (below_file ? ": Not a directory" : ": No such file or directory"), name);
}

// A file that is in the index, but not in the work tree, is taken from the index.
Applier::Checked Applier::check_out(Work& work, const IndexEntry& entry) {
  const std::string& name = *work.old_name;
  if (is_submodule(entry.mode)) return compare_modes(work, entry.mode);
  Result<std::optional<std::string>> blob = source_.blob(entry.blob);
  if (!blob || !*blob) return no(Code::file_missing, "failed to read " + name, name);
  bool link = is_link(entry.mode);
  Content content{true,
      link                           ? FileKind::symlink
          : (entry.mode & 0100) != 0 ? FileKind::executable
                                     : FileKind::regular,
      0666u | (entry.mode & 0111), {}, {}, 0};
  content.set({tree_.keep(std::move(**blob))});
  tree_.put(name, std::move(content));
  return compare_modes(work, entry.mode);
}

Applier::Checked Applier::compare_modes(Work& work, uint32_t mode) {
  const std::string& name = *work.old_name;
  if (work.old_mode == 0) work.old_mode = mode;
  if (((mode ^ work.old_mode) & kModeType) != 0) return no(Code::mode_mismatch, name + ": wrong type", name);
  if (mode != work.old_mode && options_.verbosity != Verbosity::quiet)
    log_.warning(Code::mode_mismatch, fmt::format("{} has type {:o}, expected {:o}", name, mode, work.old_mode), name);
  if (work.new_mode == 0 && !work.is_delete) work.new_mode = mode;
  return Checked::fits;
}

Applier::Checked Applier::beyond_link(const Work& work) {
  if (!work.is_delete)
    return no(Code::path_symlink, "affected file '" + *work.new_name + "' is beyond a symbolic link", *work.new_name);
  no(Code::path_symlink, "reading from '" + *work.old_name + "' beyond a symbolic link", *work.old_name);
  return no(Code::path_symlink, *work.old_name + ": patch does not apply", *work.old_name);
}

// Logs why a name could not be looked up. An invalid name is fatal.
Applier::Checked Applier::cannot_look(Error error, const std::string& name) {
  bool fatal =
      error.code == Code::path_invalid || error.code == Code::path_reserved || error.code == Code::path_outside_root;
  if (fatal) {
    std::string hint = std::move(error.hint);
    std::string why = std::move(error.message);
    error = make_error(error.code, "invalid path '" + name + "'", std::move(hint));
    error.notes.push_back(std::move(why));
  }
  log_.add(GitLine::Kind::error, std::move(error).at(name));
  return fatal ? Checked::fatal : Checked::does_not_fit;
}

Applier::Checked Applier::settle_new_side(Work& work) {
  bool comes = work.is_new || work.patch->is_copy || moves(work);
  if (!work.new_name || !comes) return Checked::fits;
  auto fate = fates_.find(*work.new_name);
  bool may_exist = fate != fates_.end() && fate->second.kind != Fate::Kind::patched;
  Checked checked = check_to_create(work, may_exist);
  if (checked != Checked::fits) return checked;
  if (work.new_mode == 0) work.new_mode = work.is_new ? kNewMode : work.old_mode;
  return Checked::fits;
}

Applier::Checked Applier::check_to_create(Work& work, bool may_exist) {
  const std::string& name = *work.new_name;
  auto exists_already = [&](std::string text) {
    work.straight_to_merge = options_.three_way;
    return options_.three_way ? Checked::fits : no(Code::file_exists, std::move(text), name);
  };
  if (must_match_index() && (!may_exist || options_.target == Target::tree_and_index)) {
    std::optional<IndexEntry> entry = index_entry(name);
    if (entry && !may_exist && !entry->intent_to_add) return exists_already(name + ": already exists in index");
    if (entry && entry->intent_to_add && options_.target == Target::tree_and_index)
      return exists_already(name + ": does not match index");
  }
  Result<PatchedTree::Found> found = tree_.look(name);
  if (!found) return cannot_look(std::move(found).error(), name);
  if (options_.target == Target::index) return Checked::fits;
  bool exists = found->standing == Standing::file || found->standing == Standing::link;
  if (exists && !may_exist) return exists_already(name + ": already exists in working directory");
  return Checked::fits;
}

Applier::Checked Applier::check_types(Work& work) {
  if (!work.old_name || !work.new_name) return Checked::fits;
  if (work.new_mode == 0) work.new_mode = work.old_mode;
  if (((work.old_mode ^ work.new_mode) & kModeType) == 0) return Checked::fits;
  std::string text =
      fmt::format("new mode ({:o}) of {} does not match old mode ({:o})", work.new_mode, *work.new_name, work.old_mode);
  if (*work.old_name != *work.new_name) text += " of " + *work.old_name;
  return no(Code::mode_mismatch, std::move(text), *work.new_name);
}

bool Applier::is_beyond_link(const std::string& name) {
  bool missing = false;  // on disk: only written names can exist below it. An index has no folders
  for (size_t slash = name.find('/', 1); slash != std::string::npos; slash = name.find('/', slash + 1)) {
    std::string above = name.substr(0, slash);
    if (links_coming_.contains(above)) return true;
    if (links_going_.contains(above) || (missing && !tree_.is_written(above))) continue;
    Result<PatchedTree::Found> found = tree_.look(above);
    if (found && found->standing == Standing::link) return true;
    missing = missing || (found && found->standing == Standing::nothing && options_.target != Target::index);
  }
  return false;
}

Applier::Checked Applier::apply(Work& work) {
  std::optional<Content> content = load_old(work);
  if (!content || !change(work, *content)) return Checked::does_not_fit;
  set_mode(work, *content);
  bool indexed_submodule = work.new_name && is_submodule(work.new_mode) && must_match_index();
  if (indexed_submodule && !commit_of_submodule(tree_.flat(*content))) {
    log_.error(Code::diff_syntax, "corrupt patch for submodule " + *work.new_name, *work.new_name);
    return Checked::fatal;
  }
  work.result = std::move(*content);
  remember(work);
  if (!work.is_delete) return Checked::fits;
  if (work.result.size != 0) return no(Code::match_not_found, "removal patch leaves file contents", *work.old_name);
  bool any_rejected = std::any_of(
      work.hunks.begin(), work.hunks.end(), [](const EditOutcome& hunk) { return hunk.status == EditStatus::failed; });
  return any_rejected ? Checked::does_not_fit : Checked::fits;  // an empty file leaves nothing to reject
}

// Merges if --3way, else applies hunk by hunk. False if the patch does not apply.
bool Applier::change(Work& work, Content& content) {
  bool unseen = work.old_name && !must_match_index() && is_submodule(work.old_mode);  // a submodule's commit
  if (unseen && !work.is_delete)
    log_.warning(Code::path_special,
        *work.new_name + " is a submodule, and only the index has its commit: use --index or --cached", *work.new_name);
  if (options_.three_way) {
    if (merge_three_way(work, content)) return true;
    if (work.straight_to_merge) return false;
    log_.info("Falling back to direct application...");
  }
  return unseen || apply_hunks(work, content);
}

// The old content in the repository's form; empty for a creation.
std::optional<Content> Applier::load_old(Work& work) {
  if (!work.old_name) return Content{};
  const std::string& name = *work.old_name;
  if (const Fate* before = previous(work)) return before->work->result;
  if (is_submodule(work.old_mode)) return load_submodule(work);
  Result<PatchedTree::Found> found = tree_.look(name);
  if (!found || found->content == nullptr) {
    no(Code::path_special, "failed to read " + name, name);
    return std::nullopt;
  }
  Content content = *found->content;
  if (found->standing != Standing::file || options_.target == Target::index) return content;
  if (source_.has_filters(name)) {
    Result<std::string> cleaned = source_.clean(name, tree_.flat(content));
    if (!cleaned) {
      log_.add(GitLine::Kind::error, std::move(cleaned).error());
      return std::nullopt;
    }
    content.set({tree_.keep(std::move(*cleaned))});
    return content;
  }
  if (work.patch->crlf_in_old) return content;
  LineEndRule rule = source_.line_ends(name);
  if (rule.kind == LineEndRule::Kind::as_they_are) return content;
  std::string_view text = tree_.flat(content);
  if (changes_to_repository(text, rule)) content.set({tree_.keep(with_line_ends(text, LineEnd::lf))});
  return content;
}

// A patch that only renames a submodule states no mode. Only the index knows the submodule's commit; without the index
// there is nothing to compare, and only its folder can change.
std::optional<Content> Applier::load_submodule(Work& work) {
  const std::string& name = *work.old_name;
  if (!must_match_index() && !is_submodule(work.patch->old_mode) && !source_.has_submodule(name)) {
    no(Code::path_special, name + ": is a folder, and the patch does not say that it is a submodule", name);
    return std::nullopt;
  }
  if (tree_.is_written(name))
    if (Result<PatchedTree::Found> found = tree_.look(name); found && found->content != nullptr) return *found->content;
  Content content{true, FileKind::other, 0, {}, {}, 0};
  std::optional<IndexEntry> entry = must_match_index() ? source_.index_entry(name) : std::nullopt;
  if (entry) content.set({tree_.keep(text_of_submodule(entry->blob))});
  return content;
}

void Applier::remember(const Work& work) {
  if (work.new_name) fates_[*work.new_name] = {Fate::Kind::patched, &work};
  if (work.old_name && (!work.new_name || moves(work))) fates_[*work.old_name] = {Fate::Kind::gone, nullptr};
}

}  // namespace aptix::git
