// Applies the edits of one plan entry to the content of its file: what edits of every kind need, and the steps that
// have a file of their own.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/basis/messages.h"
#include "edit/basis/options.h"
#include "edit/fit/fit.h"
#include "edit/left_out/left_out.h"
#include "edit/rung/refit.h"
#include "edit/tree/file_state.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::edit {

// What edits need besides their entry.
struct Bench {
  FileStates& states;
  ChangeSet& changes;
  Speaker& speaker;
  const ResolveOptions& options;
  uint64_t nearest_budget = 0;                  // bytes that searches for similar texts may still read
  uint64_t nearest_left = 0;                    // how many misses may still be explained
  std::map<std::string, AnswerStyle> styles{};  // by path

  // Is there budget left for a search that reads `cost` bytes? Takes it from the budget.
  bool may_look_for_near(uint64_t cost) {
    if (nearest_left == 0 || nearest_budget < cost) return false;
    --nearest_left;
    nearest_budget -= cost;
    return true;
  }
};

class EntryEdits {
 public:
  EntryEdits(Bench& given, const FileEdit& edited, Content& text, std::vector<EditOutcome>& of_edits)
      : bench(given),
        entry(edited),
        content(text),
        outcomes(of_edits),
        kind(code_or_prose(edited.path.str())) {}

  void fail(size_t at, Diagnostic what);
  void fail_all(size_t first, size_t end, Diagnostic what);  // one error for several edits, placed at the entry
  void warn(size_t at, Diagnostic what);
  void explain_encoding(size_t at, Diagnostic& what);  // adds that a text was not found because the file is not UTF-8
  // Fails the edit when a line of its replacement stands for text that was left out.
  void check_replaced(size_t at, const FindReplace& edit);

  AnswerStyle& style() { return bench.styles[entry.path.str()]; }
  // The text of the file before the answer changed it.
  std::string_view original();
  std::string_view text() { return bench.states.flat(content); }
  void take_outcomes(size_t first, std::vector<EditOutcome>&& of_run);
  void take_content(std::vector<std::string_view>&& pieces, std::deque<std::string>&& texts);

  Bench& bench;
  const FileEdit& entry;
  Content& content;
  std::vector<EditOutcome>& outcomes;
  CodeOrProse kind;
  bool ok = true;                        // no edit has failed
  std::optional<bool> other_encoding{};  // is the file in another encoding than UTF-8? Set on first use
};

// Applies the edits [first, end), which are all FindReplace, and sets their outcomes (replacements.cpp).
void apply_replacements(EntryEdits& to, size_t first, size_t end);

// Applies the edits to `content`, sets the outcomes (parallel to entry.edits) and reports errors and warnings
// (edits.cpp). False if an edit failed; `content` then has the others.
bool apply_edits(Bench& bench, const FileEdit& entry, Content& content, std::vector<EditOutcome>& outcomes);

// Applies the edits [first, end), each a Whole; several are parts of the file. Content that was only shown beside the
// name of its file creates it if it is missing. An existing file is changed as ResolveOptions::whole says; else the
// edit fails: whole_doubtful, placeholder, or no place. A replaced file keeps its line ends, its byte-order mark and a
// missing last line end.
void write_wholes(EntryEdits& to, size_t first, size_t end);

// The content of the edit `at`.
struct PartAt {
  size_t at = 0;
  PartText text;
};
struct Laid {
  bool is_whole = false;
  std::optional<Diagnostic> warning = {};
};
// Places the contents of edits in the file as it is (ddrs/APX-022): the content changes, or the edits fail. Beside
// edits in another form, they are placed in the original file, and fail if both change the same lines or lines that
// touch. A single one that is the whole file is not written: `is_whole`, with a warning for when it is. REQUIRES: the
// file exists.
Laid write_parts(EntryEdits& to, std::vector<PartAt> parts);

// The error for edits in two forms that contradict each other.
Diagnostic two_kinds(const RelPath& path, std::string_view how);

}  // namespace aptix::edit
