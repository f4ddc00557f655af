// Errors and warnings: the table of codes, and what a diagnostic contains. Data only; lib/render/ prints them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace aptix {

// Each has a row in base/diagnostic.cpp (printed id, exit class, meaning). The printed ids are a contract with scripts:
// add rows, never rename them.
enum class Code : uint16_t {
  // The edits don't fit the files: exit 1.
  match_not_found,
  match_ambiguous,
  match_none_applied,
  match_several,
  match_whitespace,
  match_fuzzy,
  file_missing,
  file_exists,
  file_changed,
  file_unchanged,
  file_read_only,
  mode_mismatch,
  undo_changed,
  undo_nothing,
  undo_unknown,
  version_unknown,
  form_cannot_say,
  form_no_change,
  undo_later,
  index_kept,
  hash_mismatch,
  session_stale_read,
  source_mismatch,
  line_mismatch,
  line_beyond_end,
  docpath_twins,
  merge_made,
  merge_conflict,
  batch_unknown,
  batch_applied,
  cloud_conflict,
  // The command line or the input file: exit 2.
  usage,
  input_unreadable,
  config_invalid,
  cloud_not_configured,
  session_unknown,
  // The request does not match what exists: exit 1.
  range_invalid,
  check_failed,
  audit_damaged,
  approval_unknown,
  approval_stale,
  // The input is malformed: exit 3.
  input_no_edit,
  input_alternatives,
  input_encoding,
  input_think_unclosed,
  json_syntax,
  json_truncated,
  json_duplicate_key,
  json_surrogate,
  json_too_deep,
  json_repaired,
  fence_unclosed,
  block_passed_over,
  block_unread,
  block_left,
  block_doubtful,
  syntax_failed,
  syntax_unchecked,
  block_unterminated,
  block_syntax,
  format_mixed,
  format_unsupported,
  field_missing,
  field_type,
  field_value,
  field_unknown,
  field_unexpected,
  find_empty,
  content_twice,
  block_overlap,
  whole_doubtful,
  placeholder,
  part_no_place,
  part_ambiguous,
  part_unbalanced,
  part_merged,
  diff_syntax,
  diff_truncated,
  diff_header_repaired,
  diff_path_mismatch,
  path_repaired,
  root_missing,
  limit_exceeded,
  style,
  line_order,
  line_overlap,
  line_count,
  docpath_repeated,
  source_rag,
  // Refused by the path rules: exit 4.
  path_invalid,
  path_reserved,
  path_case_twin,
  path_conflict,
  path_symlink,
  path_special,
  path_outside_root,
  root_escapes,
  hard_link_broken,
  owner_changed,
  state_untrusted,
  policy_denied,
  policy_approval_needed,
  policy_sensitive,
  policy_secret,
  policy_budget,
  // The machine: exit 5.
  io_error,
  io_no_space,
  lock_busy,
  audit_failed,
  // Roll-back failed: exit 6.
  rollback_failed,
  recovered,
  recovered_kept,
  // The answer declines: exit 7.
  answer_declined,
  // The edits fit, and a check of the result failed: exit 8.
  verify_failed,
  verify_changed,
  // A bug of ours: exit 70. Interrupted: exit 130.
  internal,
  interrupted,
};

struct CodeInfo {
  Code code;
  std::string_view id;       // "match.ambiguous"
  int exit_class;            // the exit code when it is an error, see aptix(1)
  bool strict;               // as a warning: "not exactly as written", an error under --strict
  std::string_view meaning;  // one line, for the manual
};

const CodeInfo& info(Code code);
std::span<const CodeInfo> all_codes();

// A place in an input. Lines and columns count from 1, columns in code points; 0: unknown.
struct Place {
  std::string input;  // the input's name, "<stdin>" for standard input
  uint64_t line = 0;
  uint64_t column = 0;
  std::string pointer{};  // JSON pointer into the document; "" if unknown

  bool known() const { return line != 0; }
};

// A place in a file of the tree where an edit fits, or nearly fits.
struct Candidate {
  uint64_t line = 0;         // from 1
  std::string text;          // of the file, a few lines at most
  std::string differs;       // what differs, in words; "" if nothing does
  uint64_t above = 0;        // how many lines of `text` are above the place, to tell it from others
  bool white_space = false;  // white space differs, so a listing must make it visible

  uint64_t first_line() const { return line - above; }  // number of the first line of `text`
};

// A longer text that belongs to a diagnostic: a diff, a conflict.
struct Extract {
  std::string name;   // a title, in words: "changed since"
  uint64_t line = 0;  // of the file, where the text begins; 0 if it has no single place
  std::string text;
  bool is_end = false;  // output of a program: show its last lines, not its first
};

// One side of a conflict, as lines without their line ends.
struct ConflictSide {
  uint64_t first = 1;  // number of the first line; if there are none, of the line before which they would be
  std::vector<std::string> lines;
};

// A place where two changes of the same base touch the same lines.
struct Conflict {
  ConflictSide base, ours, theirs;
};

// Errors that git has no exit code for, so 'gitpatch' exits with ours: refused by the policy, by the audit or by
// --verify.
constexpr bool has_no_git_code(Code code) {
  return code == Code::policy_denied || code == Code::policy_approval_needed || code == Code::policy_sensitive ||
      code == Code::policy_secret || code == Code::policy_budget || code == Code::session_stale_read ||
      code == Code::audit_failed || code == Code::verify_failed;
}

// An error or a warning. Built in few places; context is added once per level with at().
struct Diagnostic {
  Code code = Code::internal;
  std::string message;   // what failed, lower case, no full stop, the subject in single quotes
  std::string path;      // the file it is about, as the user wrote it; "" if none
  std::string doc_path;  // the docPath of the file; "" if it was not named by one
  Place where;
  std::vector<std::string> notes;
  std::string hint;      // one thing the reader can do now
  std::string approval;  // policy_approval_needed: the id under which the change is stored; or ""
  bool hidden = false;   // the file is sensitive: what quotes its content was left out for a model
  std::vector<Candidate> candidates;
  std::vector<Extract> extracts;
  std::vector<Conflict> conflicts;

  Diagnostic& at(std::string_view file_path) & {
    if (path.empty()) path = file_path;
    return *this;
  }
  Diagnostic&& at(std::string_view file_path) && {
    if (path.empty()) path = file_path;
    return std::move(*this);
  }
};

using Error = Diagnostic;

// Sets the docPath that a diagnostic is about, which also stands in for an unknown path.
inline Diagnostic at_doc_path(Diagnostic what, std::string_view key) {
  what.doc_path = key;
  what.at(key);
  return what;
}

inline Error make_error(Code code, std::string message, std::string hint = {}) {
  Error error;
  error.code = code;
  error.message = std::move(message);
  error.hint = std::move(hint);
  return error;
}

// An error about the file at `path`.
inline Error error_at(std::string_view path, Code code, std::string message, std::string hint = {}) {
  return make_error(code, std::move(message), std::move(hint)).at(path);
}

// All diagnostics of a step that can fail in several places at once.
struct Diagnostics {
  std::vector<Diagnostic> errors{};
  std::vector<Diagnostic> warnings{};
  // Found as well, but only counted.
  uint64_t more_errors = 0, more_warnings = 0;

  bool ok() const { return errors.empty(); }
  void add(Diagnostics&& other);
  // Adds the diagnostics of a step and returns its value.
  template <class Outcome>
  auto take(Outcome outcome) {
    add(std::move(outcome.diagnostics));
    return std::move(outcome.value);
  }
  // --strict: makes each warning an error if its code is `strict` in the table.
  void make_strict();
  void make_errors(std::initializer_list<Code> codes);  // makes warnings with these codes errors
};

// The operating system's words for an errno: "permission denied".
std::string system_message(int error);

// The exit code for a set of errors, 0 if there are none: the largest class. Classes other than 1, 3 and 4 outrank
// those.
int exit_code(std::span<const Diagnostic> errors);

}  // namespace aptix
