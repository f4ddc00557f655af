#include "base/diagnostic.h"

#include <algorithm>
#include <iterator>
#include <system_error>

namespace aptix {
namespace {

constexpr bool kStrict = true;  // as a warning: "not exactly as written"
constexpr bool kLoose = false;

constexpr CodeInfo kCodes[] = {
    {Code::match_not_found, "match.not_found", 1, kStrict, "the text or hunk to be changed is not in the file"},
    {Code::match_ambiguous, "match.ambiguous", 1, kStrict, "an edit that must have one place fits several"},
    {Code::match_none_applied, "match.none_applied", 1, kStrict, "no edit of the whole input applied"},
    {Code::match_several, "match.several", 1, kStrict, "a 'once' edit fits several places; the first was used"},
    {Code::match_whitespace, "match.whitespace", 1, kStrict,
        "an edit fits except for white space; the file's own was kept"},
    {Code::match_fuzzy, "match.fuzzy", 1, kStrict, "an edit was made where the lines are like those that it names"},
    {Code::file_missing, "file.missing", 1, kStrict, "the file that is to be changed or deleted does not exist"},
    {Code::file_exists, "file.exists", 1, kStrict, "the file that is to be created exists with other content"},
    {Code::file_changed, "file.changed", 1, kStrict, "another process changed the file during the run"},
    {Code::file_unchanged, "file.unchanged", 1, kLoose, "the file has the wanted content already"},
    {Code::file_read_only, "file.read_only", 1, kStrict, "the file is read-only, and is changed all the same"},
    {Code::mode_mismatch, "mode.mismatch", 1, kStrict, "the file has another kind or mode than the diff says"},
    {Code::undo_changed, "undo.changed", 1, kStrict, "a file was changed since the transaction that is to be undone"},
    {Code::undo_nothing, "undo.nothing", 1, kStrict, "there is no transaction to undo or to redo"},
    {Code::undo_unknown, "undo.unknown", 1, kStrict, "there is no transaction with that id"},
    {Code::version_unknown, "version.unknown", 1, kStrict,
        "there is no such version of the file, or its text is no longer kept"},
    {Code::form_cannot_say, "form.cannot_say", 1, kStrict, "a form of document cannot express a change"},
    {Code::form_no_change, "form.no_change", 1, kStrict, "there is no change to make a document from"},
    {Code::undo_later, "undo.later", 1, kStrict, "a later transaction touched the same files"},
    {Code::index_kept, "index.kept", 1, kLoose, "the change of the files is undone, that of git's index is not"},
    {Code::hash_mismatch, "hash.mismatch", 1, kStrict, "the file is not the one that the changes were made for"},
    {Code::session_stale_read, "session.stale_read", 1, kStrict,
        "the session read the file as another one, and the change does not say for which text it was made"},
    {Code::source_mismatch, "source.mismatch", 1, kStrict, "the SHA-256 is not that of the source that is declared"},
    {Code::line_mismatch, "line.mismatch", 1, kStrict, "the expected lines are not at their place in the file"},
    {Code::line_beyond_end, "line.beyond_end", 1, kStrict, "a line change names a line after the end of the file"},
    {Code::docpath_twins, "docpath.twins", 1, kStrict, "two files have one docPath"},
    {Code::merge_made, "merge.made", 1, kStrict, "the changes were carried over to a file that had changed"},
    {Code::merge_conflict, "merge.conflict", 1, kStrict,
        "the changes touch lines that were changed in the file meanwhile"},
    {Code::batch_unknown, "batch.unknown", 1, kStrict, "there is no stored batch, file or change with that id"},
    {Code::batch_applied, "batch.applied", 1, kStrict, "the stored batch was applied already"},
    {Code::cloud_conflict, "cloud.conflict", 1, kStrict, "the cloud copy is not the one that the change was made for"},

    {Code::usage, "usage", 2, kStrict, "the command line is wrong"},
    {Code::input_unreadable, "input.unreadable", 2, kStrict, "the input file cannot be read"},
    {Code::config_invalid, "config.invalid", 2, kStrict, "the configuration file is wrong"},
    {Code::cloud_not_configured, "cloud.not_configured", 2, kStrict, "no Cloud File Set is configured"},
    {Code::session_unknown, "session.unknown", 2, kStrict,
        "there is no such session, it has ended, or what is known of it cannot be read"},
    {Code::range_invalid, "range.invalid", 1, kStrict, "the line range does not exist in the file"},
    {Code::check_failed, "check.failed", 1, kStrict,
        "a checksum does not match, or a file has what an answer left in it"},
    {Code::audit_damaged, "audit.damaged", 1, kLoose, "a line of the audit is missing, changed, out of order or torn"},
    {Code::approval_unknown, "approval.unknown", 1, kStrict, "no change of that id waits for an approval"},
    {Code::approval_stale, "approval.stale", 1, kStrict,
        "a file is no longer the one that the stored change was made for"},

    {Code::input_no_edit, "input.no_edit", 3, kStrict, "the input holds no edit"},
    {Code::input_alternatives, "input.alternatives", 3, kStrict,
        "the answer gives several ways to make a change, and only one of them can be meant"},
    {Code::input_encoding, "input.encoding", 3, kStrict,
        "the text is not UTF-8 where it must be, or is HTML-escaped code"},
    {Code::input_think_unclosed, "input.think_unclosed", 3, kStrict,
        "a <think> block has no end, so the answer was cut short"},
    {Code::json_syntax, "json.syntax", 3, kStrict, "the text is not JSON"},
    {Code::json_truncated, "json.truncated", 3, kStrict, "the JSON ends before it is complete"},
    {Code::json_duplicate_key, "json.duplicate_key", 3, kStrict, "an object has a key twice"},
    {Code::json_surrogate, "json.surrogate", 3, kStrict, "a string has half of a surrogate pair"},
    {Code::json_too_deep, "json.too_deep", 3, kStrict, "the JSON is nested too deeply"},
    {Code::json_repaired, "json.repaired", 3, kStrict,
        "a small fault in the JSON that has one possible meaning was repaired"},
    {Code::fence_unclosed, "fence.unclosed", 3, kStrict,
        "a fenced block around a complete document has no closing fence"},
    {Code::block_passed_over, "block.passed_over", 3, kStrict,
        "a block was skipped, or it is not clear whether an edit in it is meant"},
    {Code::block_unread, "block.unread", 3, kStrict,
        "something names a file and changes it, or is labelled as an edit, but cannot be read"},
    {Code::block_left, "block.left", 3, kStrict,
        "a code block names no file, and is in the language of one that the answer changes"},
    {Code::block_doubtful, "block.doubtful", 3, kStrict,
        "a label says that the block is old text, output or an example, or another edit undoes it"},
    {Code::syntax_failed, "syntax.failed", 3, kLoose, "a checker of '--check-syntax' finds a fault in the new text"},
    {Code::syntax_unchecked, "syntax.unchecked", 3, kLoose,
        "a checker of '--check-syntax' could not look at the new text"},
    {Code::block_unterminated, "block.unterminated", 3, kStrict, "a block has no end marker, so it may be cut short"},
    {Code::block_syntax, "block.syntax", 3, kStrict, "a SEARCH/REPLACE block or a V4A patch is malformed"},
    {Code::format_mixed, "format.mixed", 3, kStrict, "one object has both 'files' and 'patches'"},
    {Code::format_unsupported, "format.unsupported", 3, kStrict, "the form of the edits is known but cannot be read"},
    {Code::field_missing, "field.missing", 3, kStrict, "a required field is missing"},
    {Code::field_type, "field.type", 3, kStrict, "a field has the wrong type"},
    {Code::field_value, "field.value", 3, kStrict, "a field has a value that is not allowed"},
    {Code::field_unknown, "field.unknown", 3, kStrict, "a field is not known; it was ignored"},
    {Code::field_unexpected, "field.unexpected", 3, kStrict, "a field does not go with the operation"},
    {Code::find_empty, "find.empty", 3, kStrict, "the text to find is empty"},
    {Code::content_twice, "content.twice", 3, kStrict, "the whole content of a file is given twice"},
    {Code::block_overlap, "block.overlap", 3, kStrict, "two kinds of block change one file"},
    {Code::whole_doubtful, "whole.doubtful", 3, kStrict,
        "a code block with the path of a file may not be all of it, or not as it is to be"},
    {Code::placeholder, "placeholder", 3, kStrict, "a line stands for text that was left out"},
    {Code::part_no_place, "part.no_place", 3, kStrict, "a part of a file has no place in it"},
    {Code::part_ambiguous, "part.ambiguous", 3, kStrict, "a part of a file has several places in it, or readings"},
    {Code::part_unbalanced, "part.unbalanced", 3, kStrict,
        "a part of a file ends within a body, or leaves a bracket open"},
    {Code::part_merged, "part.merged", 3, kStrict, "a part of a file took the place of lines of it; the rest stays"},
    {Code::diff_syntax, "diff.syntax", 3, kStrict, "the diff is malformed"},
    {Code::diff_truncated, "diff.truncated", 3, kStrict, "the diff ends inside a hunk"},
    {Code::diff_header_repaired, "diff.header_repaired", 3, kStrict,
        "a hunk header was wrong; the lines of the hunk were used"},
    {Code::diff_path_mismatch, "diff.path_mismatch", 3, kStrict, "the diff does not name the file of its entry"},
    {Code::path_repaired, "path.repaired", 3, kStrict,
        "a path was not the file's name: './', a folder too many, backslashes"},
    {Code::root_missing, "root.missing", 3, kStrict, "the document has no 'root'; '.' is used"},
    {Code::limit_exceeded, "limit.exceeded", 3, kStrict, "the input asks for more than the limits allow"},
    {Code::style, "style", 3, kStrict, "the document does not keep to the formatting rules"},
    {Code::line_order, "line.order", 3, kStrict, "the line changes of a file are not ordered from top to bottom"},
    {Code::line_overlap, "line.overlap", 3, kStrict, "two line changes touch the same lines"},
    {Code::line_count, "line.count", 3, kStrict, "there are more or fewer expected lines than the range has"},
    {Code::docpath_repeated, "docpath.repeated", 3, kStrict, "a batch has two entries for one docPath"},
    {Code::source_rag, "source.rag", 3, kStrict, "an edit is based on RAG content"},

    {Code::path_invalid, "path.invalid", 4, kStrict, "the path breaks the path rules"},
    {Code::path_reserved, "path.reserved", 4, kStrict, "the path leads into .git or .aptix"},
    {Code::path_case_twin, "path.case_twin", 4, kStrict,
        "two paths of one document differ only in case, or in how letters are composed; or a new one and one that is "
        "there"},
    {Code::path_conflict, "path.conflict", 4, kStrict, "a path is a file and a folder at once"},
    {Code::path_symlink, "path.symlink", 4, kStrict, "the path is, or leads through, a symbolic link"},
    {Code::path_special, "path.special", 4, kStrict, "the path is not a regular file"},
    {Code::path_outside_root, "path.outside_root", 4, kStrict, "the path lies outside of the root"},
    {Code::root_escapes, "root.escapes", 4, kStrict, "the root of the document is not below the root"},
    {Code::hard_link_broken, "hard_link.broken", 4, kStrict, "the file has other names that keep the old content"},
    {Code::owner_changed, "owner.changed", 4, kStrict, "the file belongs to another user, and to you after the change"},
    {Code::state_untrusted, "state.untrusted", 4, kStrict,
        "the state folder belongs to somebody else or is not a folder"},
    {Code::policy_denied, "policy.denied", 4, kStrict, "the policy does not let the file be read or written"},
    {Code::policy_approval_needed, "policy.approval_needed", 4, kStrict, "the change waits until a person approves it"},
    {Code::policy_sensitive, "policy.sensitive", 4, kStrict,
        "the file may hold credentials, or is run by other programs on their own"},
    {Code::policy_secret, "policy.secret", 4, kStrict, "a new text holds what looks like a credential"},
    {Code::policy_budget, "policy.budget", 4, kStrict, "the session has used up what it may read or write"},

    {Code::io_error, "io.error", 5, kStrict, "the operating system refused"},
    {Code::io_no_space, "io.no_space", 5, kStrict, "the disk is full"},
    {Code::lock_busy, "lock.busy", 5, kStrict, "another run holds the lock"},
    {Code::audit_failed, "audit.failed", 5, kStrict, "the audit cannot be written, so nothing else was written"},

    {Code::rollback_failed, "rollback.failed", 6, kStrict, "the old tree could not be restored completely"},
    {Code::recovered, "recovered", 6, kLoose, "an interrupted run was rolled back"},
    {Code::recovered_kept, "recovered.kept", 6, kLoose,
        "a file that somebody else changed was left alone by the roll-back"},

    {Code::answer_declined, "answer.declined", 7, kStrict, "the answer declines to make the change"},

    {Code::verify_failed, "verify.failed", 8, kStrict,
        "the change was made, the command of '--verify' failed, and the change was undone"},
    {Code::verify_changed, "verify.changed", 8, kLoose,
        "the command of '--verify' changed a file that the run had written"},

    {Code::internal, "internal", 70, kStrict, "a bug in aptix"},
    {Code::interrupted, "interrupted", 130, kStrict, "a signal ended the run"},
};

// The table is indexed by the enum.
constexpr bool in_order() {
  for (size_t i = 0; i < std::size(kCodes); ++i)
    if (static_cast<size_t>(kCodes[i].code) != i) return false;
  return true;
}
static_assert(in_order() && std::size(kCodes) == static_cast<size_t>(Code::interrupted) + 1,
    "each value of enum class Code has its row, at the same place");

}  // namespace

const CodeInfo& info(Code code) { return kCodes[static_cast<size_t>(code)]; }

std::span<const CodeInfo> all_codes() { return kCodes; }

void Diagnostics::add(Diagnostics&& other) {
  std::move(other.errors.begin(), other.errors.end(), std::back_inserter(errors));
  std::move(other.warnings.begin(), other.warnings.end(), std::back_inserter(warnings));
  more_errors += other.more_errors;
  more_warnings += other.more_warnings;
}

void Diagnostics::make_strict() {
  auto loose = std::stable_partition(
      warnings.begin(), warnings.end(), [](const Diagnostic& warning) { return !info(warning.code).strict; });
  std::move(loose, warnings.end(), std::back_inserter(errors));
  warnings.erase(loose, warnings.end());
  more_errors += std::exchange(more_warnings, 0);  // warnings in such numbers are all strict
}

void Diagnostics::make_errors(std::initializer_list<Code> codes) {
  auto others = std::stable_partition(warnings.begin(), warnings.end(),
      [&](const Diagnostic& warning) { return std::find(codes.begin(), codes.end(), warning.code) == codes.end(); });
  std::move(others, warnings.end(), std::back_inserter(errors));
  warnings.erase(others, warnings.end());
}

std::string system_message(int error) {
  std::string text = std::generic_category().message(error);
  if (text.size() > 1 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'a')
    text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

int exit_code(std::span<const Diagnostic> errors) {
  int ours = 0;    // 1, 3, 4: faults that the caller can correct
  int others = 0;  // the machine, a refusal, a bug
  for (const Diagnostic& error : errors) {
    int exit_class = info(error.code).exit_class;
    bool mendable = exit_class == 1 || exit_class == 3 || exit_class == 4;
    (mendable ? ours : others) = std::max(mendable ? ours : others, exit_class);
  }
  return others != 0 ? others : ours;
}

}  // namespace aptix
