// The edits of one plan entry on their way into the content of its file: what edits of every kind need, and the steps
// that have a file of their own.
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

// What applying needs around it.
struct Bench {
  FileStates& states;
  ChangeSet& changes;
  Speaker& speaker;
  const ResolveOptions& options;
  uint64_t nearest_budget = 0;                  // bytes that looking for near texts may still read
  uint64_t nearest_left = 0;                    // how many misses are still explained
  std::map<std::string, AnswerStyle> styles{};  // by path

  // Takes a look of that cost out of the budget, when there is enough left.
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
  void fail_all(size_t first, size_t end, Diagnostic what);  // one error for a run of edits, told at the entry
  void warn(size_t at, Diagnostic what);
  void explain_encoding(size_t at, Diagnostic& what);  // why a text may not be found
  // Fails the edit when a line of its replacement stands for text that was left out.
  void check_replaced(size_t at, const FindReplace& edit);

  AnswerStyle& style() { return bench.styles[entry.path.str()]; }
  // Of the file, before the answer changed it.
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
  std::optional<bool> other_encoding{};  // of the file than UTF-8; found out when it is asked for
};

// Applies the edits [first, end), which are all FindReplace, and says what became of each (replacements.cpp).
void apply_replacements(EntryEdits& to, size_t first, size_t end);

// Changes `content` to what the edits make of it, fills the outcomes (parallel to entry.edits) and
// says what is to be said (edits.cpp). False when an edit failed; the content is then that of the others.
bool apply_edits(Bench& bench, const FileEdit& entry, Content& content, std::vector<EditOutcome>& outcomes);

// The edits [first, end) of the entry, each a Whole; several are parts of the file. Content that was only shown next to
// the name of its file makes a missing one. On an existing one it is laid as ResolveOptions::whole says; else
// whole_doubtful, placeholder, or what has no place. Of a file that is replaced its line ends stay, a byte-order mark,
// and that the last line has no line end.
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
// Lays the contents of edits on the file as it is (ddrs/APX-022): the content changes, or the edits fail. When there is
// one, and it is the whole of the file, nothing is done: `is_whole`, and what is to be said of it where it is written.
// REQUIRES: the file exists.
Laid write_parts(EntryEdits& to, const std::vector<PartAt>& parts);

}  // namespace aptix::edit
