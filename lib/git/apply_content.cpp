// What a patch makes of the content of its file, and how the results come into the tree.
#include <algorithm>
#include <memory>
#include <utility>

#include "base/hash/sha1.h"
#include "base/hash/sha256.h"
#include "diff/read/binary_patch.h"
#include "git/apply.h"

namespace aptix::git {
namespace {

constexpr uint32_t kModeOfNewFile = 0666, kModeOfNewExecutable = 0777, kExecuteBits = 0111;
constexpr size_t kSha1Blob = 40, kSha256Blob = 64;  // digits

bool is_full_blob(std::string_view name) {
  return (name.size() == kSha1Blob || name.size() == kSha256Blob) &&
      name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// In the form of `like`: repositories differ in what names their blobs have.
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

std::string counted(uint64_t number, std::string_view noun) {
  return std::to_string(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
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
    whitespace_.fixed += applied->lines_fixed;
    // By the numbers of the old text, as the hunk states them.
    uint64_t stated = hunk.old_start + (hunk.old_count == 0 ? 1 : 0) + (hunk.leading - applied->leading);
    work.hunks[i] = {.status = EditStatus::applied,
        .line = applied->line_before,
        .offset = static_cast<int64_t>(applied->line_before) - static_cast<int64_t>(stated),
        .places = 1,
        .why = {}};
    if (work.hunks[i].offset != 0) work.hunks[i].rule = Rule::moved;
    if (applied->at_end && work.patch->rule.has(kBlankAtEof) && !options_.rules.no_add &&
        options_.whitespace != WhitespaceAction::nowarn)
      if (blank_end_of(hunk, options_.rules.direction).count != 0) note_blank_end(hunk);
    if (options_.verbosity == Verbosity::verbose && applied->offset != 0) {
      int64_t offset = options_.rules.direction == Direction::reverse ? -applied->offset : applied->offset;
      log_.info("Hunk #" + std::to_string(i + 1) + " succeeded at " + std::to_string(applied->line) + " (offset " +
          std::to_string(offset) + (offset == 1 ? " line)." : " lines)."));
    }
    if (applied->leading != hunk.leading || applied->trailing != hunk.trailing)
      log_.info("Context reduced to (" + std::to_string(applied->leading) + "/" + std::to_string(applied->trailing) +
          ") to apply fragment at " + std::to_string(applied->line));
  }
  content.set(image.pieces());
  tree_.keep_all(image.take_texts());
  return true;
}

void Applier::note_blank_end(const Hunk& hunk) {
  BlankEnd end = blank_end_of(hunk, options_.rules.direction);
  whitespace_.add(input_, {kBlankAtEof, "+", end.line}, log_);
}

// Says that a hunk does not fit, and why. True when the patch goes on without it.
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

bool Applier::apply_binary(Work& work, Content& content) {
  const Patch& patch = *work.patch;
  const std::string& name = work.old_name ? *work.old_name : *work.new_name;
  auto refuse = [&](Code code, std::string text) {
    log_.error(code, std::move(text), name);
    return false;
  };
  if (!is_full_blob(patch.old_blob) || !is_full_blob(patch.new_blob))
    return refuse(Code::diff_syntax, "cannot apply binary patch to '" + name + "' without full index line");
  if (work.old_name) {
    std::string here = blob_name(content.pieces, patch.old_blob);
    if (here != patch.old_blob)
      return refuse(Code::match_not_found,
          "the patch applies to '" + name + "' (" + here + "), which does not match the current contents.");
  } else if (content.size != 0) {
    return refuse(Code::match_not_found, "the patch applies to an empty '" + name + "' but it is not empty");
  }
  if (patch.new_blob.find_first_not_of('0') == std::string::npos) {
    content.set({});
    return true;
  }
  size_t half = options_.rules.direction == Direction::reverse ? 1 : 0;
  if (half >= patch.halves.size()) {
    // The objects of the repository may have what the patch has not.
    Result<std::optional<std::string>> stored = source_.blob(patch.new_blob);
    if (stored && *stored) {
      content.set({tree_.keep(std::move(**stored))});
      return true;
    }
    if (patch.halves.empty())
      refuse(Code::diff_syntax,
          "missing binary patch data for '" + (work.new_name ? *work.new_name : *work.old_name) + "'");
    else
      refuse(Code::diff_syntax,
          "cannot reverse-apply a binary patch without the reverse hunk to '" +
              (work.new_name ? *work.new_name : *work.old_name) + "'");
    return refuse(Code::match_not_found, "binary patch does not apply to '" + name + "'");
  }
  const BinaryHalf& data = patch.halves[half];
  std::optional<std::string> made = data.method == BinaryHalf::Method::literal
      ? std::optional(data.data)
      : diff::apply_delta(tree_.flat(content), data.data, options_.result_limit);
  if (!made) return refuse(Code::match_not_found, "binary patch does not apply to '" + name + "'");
  std::string here = blob_name({*made}, patch.new_blob);
  if (here != patch.new_blob)
    return refuse(Code::match_not_found,
        "binary patch to '" + name + "' creates incorrect result (expecting " + patch.new_blob + ", got " + here + ")");
  content.set({tree_.keep(std::move(*made))});
  return true;
}

// A file that stays keeps its own mode, but for what the patch says about its x bit.
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

// From the repository's form to that of the work tree.
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
  if (changes_to_tree(text, rule)) content.set({tree_.keep(git::to_tree(text))});
  return {};
}

Applier::Written Applier::write(const std::vector<Work>& works) {
  bool all = true;
  for (const Work& work : works) {
    if (work.rejected || !work.old_name || work.is_new || work.patch->is_copy) continue;
    tree_.remove(*work.old_name);
  }
  for (const Work& work : works) {
    if (work.rejected) {
      all = false;
      continue;
    }
    if (work.new_name) {
      Content content = work.result;
      if (Status done = to_tree(*work.new_name, content); !done) {
        log_.add(GitLine::Kind::error, std::move(done).error());
        return Written::fatal;
      }
      tree_.put(*work.new_name, std::move(content));
      if ((work.patch->is_rename || work.patch->is_copy) && work.old_name)
        tree_.note_source(*work.new_name, *work.old_name);
    }
    if (!write_rejects(work) || work.conflicted) all = false;
  }
  for (const Work& work : works) {
    if (work.rejected || !work.new_name || !tree_.any_written_above(*work.new_name)) continue;
    log_.error(Code::path_symlink, "affected file '" + *work.new_name + "' is beyond a symbolic link", *work.new_name);
    return Written::fatal;
  }
  return all ? Written::all : Written::some;
}

// The hunks that were left out, in a file beside the target. True when there are none.
bool Applier::write_rejects(const Work& work) {
  auto is_rejected = [](const EditOutcome& hunk) { return hunk.status == EditStatus::failed; };
  auto count = static_cast<uint64_t>(std::count_if(work.hunks.begin(), work.hunks.end(), is_rejected));
  if (count == 0) {
    if (options_.verbosity == Verbosity::verbose) say("Applied patch ", work, " cleanly.");
    return true;
  }
  say("Applying patch ", work, " with " + counted(count, "reject") + "...");
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
  if (options_.target == Target::index) return false;  // --cached touches no file, and a .rej has no place in the index
  std::string rejects = name + ".rej";
  Result<Tree::Found> found = tree_.look(rejects);
  bool folder = found && found->standing == Standing::folder;
  if (!found || folder) {
    if (folder) log_.error(Code::path_special, "cannot open " + rejects + ": Is a directory", rejects);
    else cannot_look(std::move(found).error(), rejects);
    return false;
  }
  Content content{true, FileKind::regular, kModeOfNewFile, {}, {}, 0};
  content.set({tree_.keep(std::move(text))});
  tree_.put(rejects, std::move(content));
  return false;
}

}  // namespace aptix::git
