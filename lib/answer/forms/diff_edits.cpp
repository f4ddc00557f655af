// FilePatch -> FileEdit. The header and the hunks must agree: a creation has one hunk of added lines, a deletion leaves
// no lines.
#include <algorithm>
#include <utility>

#include "answer/forms/forms.h"
#include "answer/name/paths.h"
#include "diff/read/git_binary.h"
#include "diff/read/hunk_lines.h"
#include "diff/read/unified.h"

namespace aptix::answer {
namespace {

constexpr uint32_t kTypeBits = 0170000;
constexpr uint32_t kExecuteBits = 0111;
constexpr int kMostFoldersTooMany = 2;  // a prefix and the repository's name

// The kind of file that git's mode states; nothing for a folder, a submodule and the like.
std::optional<FileKind> kind_of(uint32_t mode) {
  switch (mode & kTypeBits) {
    case 0100000: return (mode & kExecuteBits) != 0 ? FileKind::executable : FileKind::regular;
    case 0120000: return FileKind::symlink;
    default: return std::nullopt;
  }
}

class DiffReader {
 public:
  DiffReader(BlockReading& reading, const DiffSource& source)
      : reading_(reading),
        findings_(reading.findings),
        source_(source) {}

  void read() {
    diff::ParseResult result = diff::parse_unified(source_.text, {.end_is_certain = source_.end_is_certain});
    for (const diff::ParseFault& fault : result.errors) error(fault.code, fault.offset, fault.message, fault.hint);
    findings_.add_not_listed(result.more_errors, 0);
    for (const diff::ParseFault& fault : result.repairs) warning(fault.code, fault.offset, fault.message, fault.hint);
    if (result.files.empty() && result.errors.empty())
      error(
          Code::diff_syntax, 0, "there is no hunk in the diff", "give a unified diff with '---', '+++' and '@@' lines");
    if (!result.files.empty() && result.errors.empty()) check_last_line(result);
    // The names of a file that was cut off may be incomplete: no rule can judge them.
    bool truncated =
        std::ranges::find(result.errors, Code::diff_truncated, &diff::ParseFault::code) != result.errors.end();
    if (!result.files.empty() && truncated) result.files.pop_back();
    for (diff::FilePatch& patch : result.files) {
      constexpr size_t kLeastBlobName = 7;
      bool last = &patch == &result.files.back();
      end_ = last ? source_.text.size() : (&patch + 1)->offset;
      size_t entries = reading_.plan.files.size();
      BlobNames blobs{std::string(patch.index_old), std::string(patch.index_new)};
      add(patch);
      bool proven = std::min(blobs.before.size(), blobs.after.size()) >= kLeastBlobName;
      if (reading_.plan.files.size() == entries || !proven) continue;
      reading_.plan.files.back().proof.blobs = std::move(blobs);
      reading_.plan.files.back().proof.needed = last && result.needs_proof;
    }
    if (source_.entry_path && !named_.empty() && !named(*source_.entry_path))
      warning(Code::diff_path_mismatch, 0,
          "the diff does not name " + excerpt_in_quotes(source_.entry_path->str()) + ", but " +
              excerpt_in_quotes(named_.front().str()),
          "make 'path' the file that the diff changes");
  }

 private:
  size_t place(size_t offset) const {
    return source_.in_json ? source_.in_json->offset : std::max(offset, source_.text_before) - source_.text_before;
  }
  std::string pointer() const { return source_.in_json ? std::string(source_.in_json->pointer) : std::string(); }

  void error(Code code, size_t offset, std::string message, std::string hint) {
    findings_.error(code, place(offset), pointer(), std::move(message), std::move(hint));
  }
  void warning(Code code, size_t offset, std::string message, std::string hint) {
    findings_.warning(code, place(offset), pointer(), std::move(message), std::move(hint));
  }

  // Counts don't show that the last line was cut in its middle; a line feed after it does. If the header names the
  // blobs, they will tell whether only that was left out.
  void check_last_line(const diff::ParseResult& result) {
    const diff::FilePatch& patch = result.files.back();
    if (source_.fence_is_open && !result.counted && !result.needs_proof)
      return error(Code::diff_truncated, patch.offset,
          "the code block has no closing fence, and no count in the last hunk header shows that the diff is whole",
          "give the whole diff, and close its code block");
    if (source_.end_is_certain || result.needs_proof || patch.hunks.empty() || patch.hunks.back().lines.empty()) return;
    const diff::HunkLine& last = patch.hunks.back().lines.back();
    if (last.kind == diff::HunkLine::Kind::context || last.no_newline || source_.text.ends_with('\n')) return;
    if (last.text.data() + last.text.size() + 1 < source_.text.data() + source_.text.size()) return;  // more than a CR
    std::string kind = last.kind == diff::HunkLine::Kind::added ? "an added" : "a removed";
    error(Code::diff_truncated, source_.text.size(), "the diff may end inside " + kind + " line",
        "end the diff with a newline");
  }

  void add(diff::FilePatch& patch) {
    bool separators = unify_separators(patch);
    bool absolute = take_off_root(patch, reading_.options.root);
    DiffNames names = names_of(patch);
    if (names.none()) return add_nameless(patch);
    if (names.subject() == kNoFile)
      return error(
          Code::diff_syntax, patch.offset, "both sides of the patch are '/dev/null'", "name the file on one side");
    if (deletes_two(patch, names))
      return error(Code::diff_syntax, patch.offset,
          "the patch deletes one file under two names: " + excerpt_in_quotes(names.old_name) + " and " +
              excerpt_in_quotes(names.new_name),
          "name the same file on both sides, or '/dev/null' as the new one");
    std::optional<RelPath> path = path_of(names.subject(), patch), from;
    if (is_move(patch)) from = path_of(names.old_name, patch);
    if (!path || (is_move(patch) && !from)) return;
    if (separators || absolute)
      warning(Code::path_repaired, patch.offset,
          "the diff names " + excerpt_in_quotes(path->str()) +
              (absolute ? " by its absolute path" : " with backslashes"),
          absolute ? "name files relative to the root" : "separate folders with '/'");
    if (names.doubled_prefix)
      warning(Code::path_repaired, patch.offset,
          "the diff names " + excerpt_in_quotes(path->str()) + " with its prefixes twice",
          "put 'a/' and 'b/' before the names once");
    size_t added = reading_.plan.files.size();
    add_named(patch, names, std::move(*path), std::move(from));
    if (reading_.plan.files.size() != added) reading_.plan.files.back().names.others = other_names(names, patch);
  }

  // Other names that may be meant: without one or two folders, the '---' name, and the path of the gitPatch entry.
  std::vector<Names::Other> other_names(const DiffNames& names, const diff::FilePatch& patch) const {
    std::vector<Names::Other> others;
    std::string_view name = names.subject();
    std::string_view old_name = names.old_name;
    for (int folders = 1; folders <= kMostFoldersTooMany; ++folders) {
      name.remove_prefix(std::min(name.find('/'), name.size() - 1) + 1);
      old_name.remove_prefix(std::min(old_name.find('/'), old_name.size() - 1) + 1);
      bool words = drops_words(names.subject(), name) || (is_move(patch) && drops_words(names.old_name, old_name));
      if (words && !names.prefixed) break;
      Result<RelPath> path = RelPath::parse(std::string(source_.root) + std::string(name));
      if (!path) break;
      std::vector<RelPath> rivals = words ? after_words(names.subject(), name) : std::vector<RelPath>();
      if (!is_move(patch)) {
        others.push_back({std::move(*path), std::nullopt, std::move(rivals)});
      } else if (Result<RelPath> from = RelPath::parse(std::string(source_.root) + std::string(old_name))) {
        others.push_back({std::move(*path), std::move(*from), std::move(rivals)});
      }
    }
    std::optional<RelPath> plain = is_move(patch) ? std::nullopt : without_header_words(names.subject());
    if (plain) others.push_back({std::move(*plain), std::nullopt});
    if (!patch.is_git && !is_move(patch)) add_old_name(names, others);
    if (source_.entry_path && !is_move(patch) && !named(*source_.entry_path))
      others.push_back({*source_.entry_path, std::nullopt});
    return others;
  }

  // The name in the '---' line, if it differs: one of the two may be a copy that somebody made.
  void add_old_name(const DiffNames& names, std::vector<Names::Other>& others) const {
    if (names.old_name == names.subject() || names.old_name.empty() || names.old_name == kNoFile) return;
    Result<RelPath> path = RelPath::parse(std::string(source_.root) + names.old_name);
    if (!path) return;
    if (std::optional<RelPath> plain = without_header_words(names.old_name)) others.push_back({*plain, std::nullopt});
    others.push_back({std::move(*path), std::nullopt});
  }

  // "repo/src/a.c" in "my repo/src/a.c", if `shorter` is "src/a.c".
  std::vector<RelPath> after_words(std::string_view name, std::string_view shorter) const {
    std::vector<RelPath> paths;
    for (size_t blank = name.find(' '); blank < name.size() - shorter.size(); blank = name.find(' ', blank + 1))
      if (Result<RelPath> path = RelPath::parse(std::string(source_.root) + std::string(name.substr(blank + 1))))
        paths.push_back(std::move(*path));
    return paths;
  }

  bool named(const RelPath& path) const { return std::find(named_.begin(), named_.end(), path) != named_.end(); }

  std::optional<RelPath> path_of(const std::string& name, const diff::FilePatch& patch) {
    std::optional<RelPath> path = path_below(findings_, source_.root, name, place(patch.offset), pointer());
    if (path) named_.push_back(*path);
    return path;
  }

  void add_nameless(diff::FilePatch& patch) {
    std::optional<RelPath> path;
    if (source_.entry_path) path = *source_.entry_path;
    else if (!source_.name_hint.empty())
      path = dialect_path(reading_, source_.name_hint, place(patch.offset), pointer());
    else
      error(Code::diff_syntax, patch.offset, "the hunk names no file", "put '--- a/path' and '+++ b/path' before it");
    if (!path) return;
    if (!source_.in_call)
      warning(Code::diff_header_repaired, patch.offset,
          "the diff names no file; " + excerpt_in_quotes(path->str()) + " is used",
          "put '--- a/path' and '+++ b/path' before the hunk");
    named_.push_back(*path);
    add_named(patch, {}, std::move(*path), std::nullopt);
  }

  void add_named(diff::FilePatch& patch, const DiffNames& names, RelPath path, std::optional<RelPath> from) {
    findings_.about(path.str());
    FileEdit edit{.operation = operation_of(patch, names),
        .path = std::move(path),
        .from = std::move(from),
        .contract = Contract::unique,
        .order = Order::as_before,
        .block = reading_.options.block_index,
        .origin = reading_.origin(place(patch.offset), pointer())};
    edit.fills_empty = edit.operation == Operation::create && !patch.new_file && names.old_name != kNoFile;
    if (edit.from && *edit.from == edit.path) {
      edit.operation = Operation::modify;
      edit.from.reset();
    }
    bool by_header = patch.hunks.empty() && !patch.binary && findings_.ok() && !diff::states_empty_file(patch);
    if (edit.operation == Operation::remove && by_header) {
      edit.order = Order::as_written;
      warning(Code::diff_syntax, patch.offset, "the diff deletes '" + edit.path.str() + "' without showing its lines",
          "give its lines, each with a '-'");
    }
    if (read_kinds(patch, edit) && hunks_agree(patch, edit.operation)) {
      if (!patch.binary) add_hunks(patch, edit);
      else if (!add_contents(patch, edit)) return findings_.about({});
      bool says_nothing = edit.operation == Operation::modify && edit.edits.empty() && !edit.kinds.after;
      if (!says_nothing) reading_.plan.files.push_back(std::move(edit));
    }
    findings_.about({});
  }

  bool read_kinds(const diff::FilePatch& patch, FileEdit& edit) {
    std::optional<uint32_t> expected = patch.old_mode ? patch.old_mode : patch.index_mode;
    if (!read_kind(patch, patch.new_mode, edit.kinds.after) || !read_kind(patch, expected, edit.kinds.before))
      return false;
    // `index a..b 100644` describes the file and does not ask for a mode, except for a link.
    if (!patch.old_mode && edit.kinds.before != FileKind::symlink) edit.kinds.before.reset();
    return true;
  }

  bool read_kind(const diff::FilePatch& patch, std::optional<uint32_t> mode, std::optional<FileKind>& kind) {
    if (!mode) return true;
    kind = kind_of(*mode);
    if (kind) return true;
    bool submodule = (*mode & kTypeBits) == 0160000;
    error(submodule ? Code::path_special : Code::diff_syntax, patch.offset,
        submodule ? "the patch changes a submodule, which is not a file" : "the patch states a mode that no file has",
        submodule ? "change submodules with git" : "write 100644, 100755 or 120000");
    return false;
  }

  bool hunks_agree(const diff::FilePatch& patch, Operation operation) {
    if (operation == Operation::create) {
      bool one = patch.hunks.size() <= 1;
      if (one && (patch.hunks.empty() || patch.hunks[0].old_count() == 0)) return true;
      error(Code::diff_syntax, one ? patch.hunks[0].offset : patch.hunks[1].offset,
          "the patch creates the file, yet it has old lines",
          "give one hunk of added lines, or the name of the old file");
      return false;
    }
    if (operation != Operation::remove) return true;
    for (const diff::Hunk& hunk : patch.hunks) {
      if (hunk.new_count() == 0) continue;
      error(Code::diff_syntax, hunk.offset, "the patch deletes the file, yet it leaves lines",
          "remove every line, or name the new file");
      return false;
    }
    return true;
  }

  void add_hunks(diff::FilePatch& patch, FileEdit& edit) {
    if (edit.operation == Operation::create && patch.hunks.empty()) edit.edits.push_back({Whole{}, edit.origin});
    // Tools end the header lines of a diff with LF, whatever the file has. A CR there was added to all lines in
    // transport.
    bool in_transport =
        edit.operation == Operation::create && first_line(source_.text.substr(patch.offset)).ends_with('\r');
    for (diff::Hunk& hunk : patch.hunks) {
      if (in_transport)
        for (diff::HunkLine& line : hunk.lines) line.carriage_return = false;
      std::string_view last = hunk.lines.empty() ? source_.text.substr(0, 0) : hunk.lines.back().text;
      hunk.ends_input = source_.ends_input && last.data() + last.size() == source_.text.data() + source_.text.size();
      Origin origin{findings_.origin(place(hunk.offset)).offset, edit.origin.pointer};
      edit.edits.push_back({std::move(hunk), origin});
    }
  }

  // A binary patch contains both contents. False if it cannot be read; this was reported.
  bool add_contents(const diff::FilePatch& patch, FileEdit& edit) {
    std::string_view whole = source_.text.substr(0, end_);
    size_t at = whole.find("\n" + std::string(diff::kBinaryHeader), patch.offset);
    if (at == std::string_view::npos || at > whole.find("\ndiff --git ", patch.offset))
      return no_contents(Code::format_unsupported, patch, "the diff says that the file differs, but not how",
          "make the diff with 'git diff --binary'");
    diff::BinaryReading reading =
        diff::read_binary(source_.text.substr(at + 1), most_unpacked(reading_.options.limits, source_.text.size()));
    bool changes_a_file = edit.operation != Operation::create;
    using State = diff::BinaryReading::State;
    if (reading.state == State::whole && changes_a_file && !reading.before) reading.state = State::needs_base;
    switch (reading.state) {
      case State::whole: break;
      case State::cut:
        if (!source_.end_is_certain)
          return no_contents(Code::diff_truncated, patch, "the diff ends inside a binary patch",
              "give the whole diff, up to its last line");
        [[fallthrough]];
      case State::damaged:
        return no_contents(
            Code::diff_syntax, patch, "the binary patch is damaged", "make the diff again with 'git diff --binary'");
      case State::needs_base:
        return no_contents(Code::format_unsupported, patch, "the binary patch can only be read beside the old file",
            "apply it with 'aptix gitpatch'");
      case State::too_large:
        return no_contents(Code::limit_exceeded, patch, "the binary patch has more bytes than the limit allows",
            "raise the limits with --max-growth and --max-result");
    }
    std::string_view after = reading_.plan.keep(std::move(reading.after));
    Edit& all = edit.edits.emplace_back(Edit{.what = Whole{after}, .origin = edit.origin});
    if (changes_a_file) all.what = Binary{after, sha256(*reading.before)};
    return true;
  }

  bool no_contents(Code code, const diff::FilePatch& patch, std::string message, std::string hint) {
    error(code, patch.offset, std::move(message), std::move(hint));
    return false;
  }

  BlockReading& reading_;
  Findings& findings_;
  const DiffSource& source_;
  size_t end_ = 0;  // of the patch that is read: where the next one begins
  std::vector<RelPath> named_;
};

}  // namespace

void read_diff_text(BlockReading& reading, const DiffSource& source) { DiffReader(reading, source).read(); }

}  // namespace aptix::answer
