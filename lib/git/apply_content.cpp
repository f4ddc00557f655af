// What a patch makes of a file's content, and how results get into the tree.
#include <algorithm>
#include <memory>
#include <utility>

#include "base/hash/sha256.h"
#include "base/text/text.h"
#include "diff/compute/merge3.h"
#include "diff/read/git_binary.h"
#include "git/apply.h"
#include "git/print.h"

namespace aptix::git {
namespace {

constexpr uint32_t kModeOfNewFile = 0666, kModeOfNewExecutable = 0777, kExecuteBits = 0111;
constexpr size_t kSha1Blob = 40, kSha256Blob = 64;  // digits

bool is_full_blob(std::string_view name) {
  return (name.size() == kSha1Blob || name.size() == kSha256Blob) &&
      name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// In the format of `like`: repositories use SHA-1 or SHA-256.
std::string blob_name(const std::vector<std::string_view>& pieces, std::string_view like) {
  if (like.size() == kSha1Blob) return git_blob_name(pieces);
  size_t size = 0;
  for (std::string_view piece : pieces) size += piece.size();
  Sha256Hasher hasher;
  std::string head = "blob " + std::to_string(size);
  hasher.update({head.c_str(), head.size() + 1});
  for (std::string_view piece : pieces) hasher.update(piece);
  return hasher.finish().hex();
}

bool is_to_merge(const Work& work) {
  const Patch& patch = *work.patch;
  bool only_renamed = patch.is_rename && patch.lines_added == 0 && patch.lines_deleted == 0;
  bool submodule = ((work.old_mode | work.new_mode) & kModeType) == kModeSubmodule;
  return !submodule && !work.is_delete && (!work.is_new || work.straight_to_merge) && !only_renamed;
}

}  // namespace

ApplyRules Applier::rules_for(const Work& work) const {
  ApplyRules rules = options_.rules;
  rules.rule = work.patch->rule;
  rules.any_to_fix = whitespace_.found != 0;
  return rules;
}

bool Applier::apply_hunks(Work& work, Content& content) {
  if (work.patch->is_binary) return apply_binary(work, content);
  work.hunks.assign(work.patch->hunks.size(), EditOutcome{});
  if (work.patch->hunks.empty()) return true;
  std::string_view text = tree_.flat(content);
  Image image(text, rules_for(work));
  std::optional<diff::Locator> locator;
  for (size_t i = 0; i < work.patch->hunks.size(); ++i) {
    const Hunk& hunk = work.patch->hunks[i];
    std::optional<Image::Applied> applied = image.apply(hunk);
    if (!applied) {
      if (!locator) locator.emplace(text);
      if (failed(work, i, *locator)) continue;
      return false;
    }
    note_applied(work, i, *applied);
  }
  content.set(image.pieces());
  tree_.keep_all(image.take_texts());
  return true;
}

void Applier::note_applied(Work& work, size_t index, const Image::Applied& applied) {
  const Hunk& hunk = work.patch->hunks[index];
  whitespace_.fixed += applied.lines_fixed;
  // In numbers of the old text, as the hunk states them.
  uint64_t stated = hunk.old_start + (hunk.old_count == 0 ? 1 : 0) + (hunk.leading - applied.leading);
  auto offset = static_cast<int64_t>(applied.line_before) - static_cast<int64_t>(stated);
  work.hunks[index] = {.status = EditStatus::applied,
      .rule = offset == 0 ? Rule::exact : Rule::moved,
      .line = applied.line_before,
      .offset = offset,
      .places = 1,
      .why = {}};
  bool looks_at_end = applied.at_end && work.patch->rule.has(kBlankAtEof) && !options_.rules.no_add &&
      options_.whitespace != WhitespaceAction::nowarn;
  BlankEnd end = looks_at_end ? blank_end_of(hunk, options_.rules.direction) : BlankEnd{};
  if (end.count != 0) whitespace_.add(input_, {kBlankAtEof, "+", end.line}, log_);
  if (options_.verbosity == Verbosity::verbose && applied.offset != 0) {
    int64_t moved = options_.rules.direction == Direction::reverse ? -applied.offset : applied.offset;
    log_.info("Hunk #" + std::to_string(index + 1) + " succeeded at " + std::to_string(applied.line) + " (offset " +
        std::to_string(moved) + (moved == 1 ? " line)." : " lines)."));
  }
  if (applied.leading != hunk.leading || applied.trailing != hunk.trailing)
    log_.info("Context reduced to (" + std::to_string(applied.leading) + "/" + std::to_string(applied.trailing) +
        ") to apply fragment at " + std::to_string(applied.line));
}

// Logs that a hunk does not apply, and why. True if the patch continues without it.
bool Applier::failed(Work& work, size_t index, diff::Locator& locator) {
  const Hunk& hunk = work.patch->hunks[index];
  const std::string& name = work.old_name ? *work.old_name : *work.new_name;
  diff::Hunk lines = lines_of(hunk, options_.rules.direction);
  if (options_.verbosity == Verbosity::verbose) {
    std::string searched;
    for (const diff::HunkLine& line : lines.lines)
      if (line.kind != diff::HunkLine::Kind::added)
        searched += std::string(line.text) + (line.carriage_return ? "\r\n" : "\n");
    log_.error(Code::match_not_found, "while searching for:\n" + searched, name);
  }
  Misfit misfit{index + 1, work.patch->hunks.size(), lines, locator, !looked_further_ && !is_submodule(work.old_mode)};
  Diagnostic why = options_.explain ? options_.explain(misfit) : make_error(Code::match_not_found, "");
  why.message = "patch failed: " + name + ":" + std::to_string(hunk.old_start);
  why.path = name;
  looked_further_ = true;
  work.hunks[index] = {.status = EditStatus::failed, .why = std::make_shared<Diagnostic>(why)};
  log_.add(GitLine::Kind::error, std::move(why));
  return options_.reject;
}

bool Applier::cannot_apply(Code code, const std::string& name, std::string text) {
  log_.error(code, std::move(text), name);
  return false;
}

bool Applier::is_base_of_binary(const Work& work, const Content& content) {
  const Patch& patch = *work.patch;
  const std::string& name = work.old_name ? *work.old_name : *work.new_name;
  if (!is_full_blob(patch.old_blob) || !is_full_blob(patch.new_blob))
    return cannot_apply(Code::diff_syntax, name, "cannot apply binary patch to '" + name + "' without full index line");
  if (!work.old_name)
    return content.size == 0 ||
        cannot_apply(Code::match_not_found, name, "the patch applies to an empty '" + name + "' but it is not empty");
  std::string here = blob_name(content.pieces, patch.old_blob);
  return here == patch.old_blob ||
      cannot_apply(Code::match_not_found, name,
          "the patch applies to '" + name + "' (" + here + "), which does not match the current contents.");
}

// The result of the binary patch, or the repository's blob of that name. nullopt, and logged, if neither works.
std::optional<std::string> Applier::binary_result(const Work& work, const Content& content) {
  const Patch& patch = *work.patch;
  const std::string& name = work.old_name ? *work.old_name : *work.new_name;
  std::optional<std::string> made;
  size_t half = options_.rules.direction == Direction::reverse ? 1 : 0;
  if (half < patch.halves.size()) {
    const BinaryHalf& data = patch.halves[half];
    made = data.method == BinaryHalf::Method::literal
        ? std::optional(data.data)
        : diff::apply_delta(tree_.flat(content), data.data, options_.result_limit);
  } else {
    Result<std::optional<std::string>> stored = source_.blob(patch.new_blob);
    if (stored && *stored) return std::move(**stored);
    const std::string& target = work.new_name ? *work.new_name : *work.old_name;
    cannot_apply(Code::diff_syntax, name,
        patch.halves.empty() ? "missing binary patch data for '" + target + "'"
                             : "cannot reverse-apply a binary patch without the reverse hunk to '" + target + "'");
  }
  std::string here = made ? blob_name({*made}, patch.new_blob) : "";
  if (made && here == patch.new_blob) return made;
  cannot_apply(Code::match_not_found, name,
      made ? "binary patch to '" + name + "' creates incorrect result (expecting " + patch.new_blob + ", got " + here +
              ")"
           : "binary patch does not apply to '" + name + "'");
  return std::nullopt;
}

bool Applier::apply_binary(Work& work, Content& content) {
  if (!is_base_of_binary(work, content)) return false;
  if (work.patch->new_blob.find_first_not_of('0') == std::string::npos) {
    content.set({});
    return true;
  }
  std::optional<std::string> result = binary_result(work, content);
  if (result) content.set({tree_.keep(std::move(*result))});
  return result.has_value();
}

// An existing file keeps its mode, except for the x bit if the patch states it.
void Applier::set_mode(const Work& work, Content& content) const {
  if (!work.new_name) return;
  if (is_submodule(work.new_mode)) {
    content.exists = true;
    content.kind = FileKind::other;
    return;
  }
  bool link = is_link(work.new_mode);
  bool executable = (work.new_mode & 0100) != 0;
  bool fresh = !content.exists || work.patch->is_copy || (content.kind == FileKind::symlink) != link;
  content.exists = true;
  if (fresh || link) {
    content.mode = link || executable ? kModeOfNewExecutable : kModeOfNewFile;
    content.metadata_of.reset();
  } else if (executable != ((content.mode & 0100) != 0)) {
    content.mode = executable ? content.mode | ((content.mode & 0444) >> 2) : content.mode & ~kExecuteBits;
  }
  content.kind = link                      ? FileKind::symlink
      : (content.mode & kExecuteBits) != 0 ? FileKind::executable
                                           : FileKind::regular;
}

// Converts from the repository's form to that of the work tree.
Status Applier::to_tree(const std::string& name, Content& content) {
  if (content.kind == FileKind::symlink || content.kind == FileKind::other || options_.target == Target::index)
    return {};
  if (source_.has_filters(name)) {
    TRY_ASSIGN(smudged, source_.smudge(name, tree_.flat(content)));
    content.set({tree_.keep(std::move(smudged))});
    return {};
  }
  LineEndRule rule = source_.line_ends(name);
  if (!rule.crlf_in_tree) return {};
  std::string_view text = tree_.flat(content);
  if (changes_to_tree(text, rule)) content.set({tree_.keep(with_line_ends(text, LineEnd::crlf))});
  return {};
}

Applier::Written Applier::write(const std::vector<Work>& works) {
  bool all = true;
  for (const Work& work : works) {
    bool goes = !work.rejected && work.old_name && !work.is_new && !work.patch->is_copy;
    if (goes) tree_.remove(*work.old_name);
  }
  for (const Work& work : works) {
    all = all && !work.rejected && !work.conflicted;
    if (work.rejected) continue;
    if (work.new_name && !write_result(work)) return Written::fatal;
    if (!write_rejects(work)) all = false;
  }
  if (!have_folders(works)) return Written::fatal;
  return all ? Written::all : Written::some;
}

// False, and logged, if a file was written below a name that is now a link or a file.
bool Applier::have_folders(const std::vector<Work>& works) {
  for (const Work& work : works) {
    if (work.rejected || !work.new_name) continue;
    Status has_folders = tree_.check_folders_of(*work.new_name);
    if (has_folders) continue;
    log_.add(GitLine::Kind::error, std::move(has_folders).error());
    return false;
  }
  return true;
}

// False, and logged, if the content cannot be converted to the work tree's form. REQUIRES: there is a new name.
bool Applier::write_result(const Work& work) {
  Content content = work.result;
  if (Status done = to_tree(*work.new_name, content); !done) {
    log_.add(GitLine::Kind::error, std::move(done).error());
    return false;
  }
  tree_.put(*work.new_name, std::move(content));
  if ((work.patch->is_rename || work.patch->is_copy) && work.old_name)
    tree_.note_source(*work.new_name, *work.old_name);
  return true;
}

// Writes skipped hunks to a file next to the target. True if there are none.
bool Applier::write_rejects(const Work& work) {
  auto is_rejected = [](const EditOutcome& hunk) { return hunk.status == EditStatus::failed; };
  auto count = static_cast<uint64_t>(std::count_if(work.hunks.begin(), work.hunks.end(), is_rejected));
  if (count == 0) {
    if (options_.verbosity == Verbosity::verbose) say("Applied patch ", work, " cleanly.");
    return true;
  }
  say("Applying patch ", work, " with " + counted(count, "reject", "rejects") + "...");
  const std::string& name = *work.new_name;
  std::string text = "diff a/" + name + " b/" + name + "\t(rejected hunks)\n";
  for (size_t i = 0; i < work.hunks.size(); ++i) {
    bool rejected = is_rejected(work.hunks[i]);
    log_.info(rejected ? "Rejected hunk #" + std::to_string(i + 1) + "."
                       : "Hunk #" + std::to_string(i + 1) + " applied cleanly.");
    if (!rejected) continue;
    text += work.patch->hunks[i].text;
    if (!text.ends_with('\n')) text += '\n';
  }
  write_reject_file(work, std::move(text));
  return false;
}

void Applier::write_reject_file(const Work& work, std::string text) {
  if (options_.target == Target::index) return;  // --cached touches no file, and the index should have no .rej file
  std::string rejects = *work.new_name + ".rej";
  Result<PatchedTree::Found> found = tree_.look(rejects);
  if (!found) {
    cannot_look(std::move(found).error(), rejects);
  } else if (found->standing == Standing::folder) {
    log_.error(Code::path_special, "cannot open " + rejects + ": Is a directory", rejects);
  } else {
    Content content{true, FileKind::regular, kModeOfNewFile, {}, {}, 0};
    content.set({tree_.keep(std::move(text))});
    tree_.put(rejects, std::move(content));
  }
}

// A creation is merged only into a file that is in the index and matches it.
bool Applier::may_merge_into(const std::string& name) {
  bool known = index_entry(name).has_value();
  if (known && (options_.target == Target::index || matches_index(name))) return true;
  log_.error(known ? Code::file_changed : Code::file_missing,
      name + (known ? ": does not match index" : ": does not exist in index"), name);
  return false;
}

// The blob that the patch was made for. nullopt, and logged, if the repository does not have it.
std::optional<std::string_view> Applier::base_of(const Work& work) {
  if (work.is_new) return std::string_view();
  Result<std::optional<std::string>> blob = source_.blob(work.patch->old_blob);
  if (blob && *blob) return tree_.keep(std::move(**blob));
  log_.error(Code::file_missing, "repository lacks the necessary blob to perform 3-way merge.", *work.new_name);
  return std::nullopt;
}

// False if there is nothing to merge, or no base: the patch is then applied normally.
bool Applier::merge_three_way(Work& work, Content& content) {
  if (!is_to_merge(work)) return false;
  const std::string& name = *work.new_name;
  std::optional<std::string_view> base = base_of(work);
  if (!base) return false;
  if (work.straight_to_merge) log_.info("Performing three-way merge...");
  Content theirs = content;
  theirs.set({*base});
  if (!apply_hunks(work, theirs)) return false;
  if (work.is_new) {
    Result<PatchedTree::Found> found = tree_.look(name);
    if (!may_merge_into(name) || !found || found->content == nullptr) {
      log_.error(Code::file_missing, "cannot read the current contents of '" + name + "'", name);
      return false;
    }
    content = *found->content;
  }
  work.ours = tree_.flat(content);
  work.theirs = tree_.flat(theirs);
  diff::Merged merged = diff::merge3(*base, work.ours, work.theirs, options_.conflicts);
  if (merged.clean()) {
    content.set(merged.pieces());
    log_.info("Applied patch to '" + name + "' cleanly.");
    return true;
  }
  for (std::string_view text : {*base, work.ours, work.theirs}) {
    if (text.find('\0') == std::string_view::npos) continue;
    log_.warning(Code::match_not_found, "Cannot merge binary files: " + name + " (ours vs. theirs)", name);
    log_.info("Failed to perform three-way merge...");
    return false;
  }
  content.set({tree_.keep(diff::print_merged(merged, {}, options_.conflicts))});
  work.conflicted = true;
  if (!work.is_new) work.base = base;
  log_.info("Applied patch to '" + name + "' with conflicts.");
  return true;
}

}  // namespace aptix::git
