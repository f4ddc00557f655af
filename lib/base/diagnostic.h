// Errors and warnings: the one table of codes, and what a diagnostic carries.
// Data only; how it is shown is render/'s business.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace aptix {

// One row each in base/diagnostic.cpp (printed id, exit class, meaning). The printed ids are a
// contract with scripts: rows may be added, never renamed.
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
  // What was asked for does not fit what there is: exit 1.
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
  bool strict;               // as a warning it means "not exactly as written": an error under --strict
  std::string_view meaning;  // one line, for the manual
};

const CodeInfo& info(Code code);
std::span<const CodeInfo> all_codes();

// A place in an input. Lines and columns count from 1 in the whole input, columns in code points;
// 0 means not known.
struct Place {
  std::string input;  // the input's name, "<stdin>" for standard input
  uint64_t line = 0;
  uint64_t column = 0;
  std::string pointer{};  // JSON pointer into the document, "" when not known

  bool known() const { return line != 0; }
};

// A place in a file of the tree where an edit would fit, or nearly fits.
struct Candidate {
  uint64_t line = 0;         // from 1
  std::string text;          // the file's own text there, a few lines at most
  std::string differs;       // what differs, in words; "" when nothing does
  uint64_t above = 0;        // lines of `text` that stand above the place, to tell it from others
  bool white_space = false;  // that differs, or is among what does: a listing has to make it visible

  uint64_t first_line() const { return line - above; }  // of `text`
};

// A longer text that belongs to a diagnostic: a diff, a conflict.
struct Extract {
  std::string name;   // "changed since", in words
  uint64_t line = 0;  // of the file, where it begins; 0 when it has no one place
  std::string text;
  bool is_end = false;  // of what a program printed: its last lines are shown, and not its first
};

// Lines of one text in a conflict, without their line ends.
struct ConflictSide {
  uint64_t first = 1;  // number of the first line in its text; of none: of the line before which they would stand
  std::vector<std::string> lines;
};

// Where two changes of one base touch the same lines.
struct Conflict {
  ConflictSide base, ours, theirs;
};

// Refused by the policy, as it cannot be audited, or after it was made: git has no exit code for it, so 'gitpatch'
// gives ours.
constexpr bool has_no_git_code(Code code) {
  return code == Code::policy_denied || code == Code::policy_approval_needed || code == Code::policy_sensitive ||
      code == Code::policy_secret || code == Code::policy_budget || code == Code::session_stale_read ||
      code == Code::audit_failed || code == Code::verify_failed;
}

// An error or a warning. Built in few places; context is added once per level with at().
struct Diagnostic {
  Code code = Code::internal;
  std::string message;   // what failed, lower case, no full stop, the subject in single quotes
  std::string path;      // the file it is about, as the user wrote it; "" when none
  std::string doc_path;  // its key; "" when it is not named by one
  Place where;
  std::vector<std::string> notes;
  std::string hint;      // one thing the reader can do now
  std::string approval;  // policy_approval_needed: the id under which the change is stored; or ""
  bool hidden = false;   // the file is sensitive, and what was said of its content is left out for a model
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

// What is about the file of a key, which then is its path as well where no other is known.
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

// About the file of that path.
inline Error error_at(std::string_view path, Code code, std::string message, std::string hint = {}) {
  return make_error(code, std::move(message), std::move(hint)).at(path);
}

// All that a step has to say. A step that can fail in several places at once collects here.
struct Diagnostics {
  std::vector<Diagnostic> errors{};
  std::vector<Diagnostic> warnings{};
  // Found besides, and only counted.
  uint64_t more_errors = 0, more_warnings = 0;

  bool ok() const { return errors.empty(); }
  void add(Diagnostics&& other);
  // Adds what a step has to say, and gives what it made.
  template <class Outcome>
  auto take(Outcome outcome) {
    add(std::move(outcome.diagnostics));
    return std::move(outcome.value);
  }
  // --strict: moves every warning whose code is `strict` in the table to the errors.
  void make_strict();
  void make_errors(std::initializer_list<Code> codes);  // of the warnings with these codes
};

// What the operating system says about an errno: "permission denied".
std::string system_message(int error);

// The exit code for a set of errors: the largest class among 1, 3 and 4 that one of them has; any
// other class (2, 5, 6, 7, 70, 130) outranks those. 0 when there is none.
int exit_code(std::span<const Diagnostic> errors);

}  // namespace aptix
