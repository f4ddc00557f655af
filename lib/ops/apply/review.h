// Lets somebody choose among the edits of a plan, before anything is written: file by file, and edit by edit.
// What comes out is a plan again, to be resolved as any other. Writes nothing, prints nothing.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/change_set.h"
#include "model/plan.h"
#include "model/report.h"

namespace aptix::ops {

// What is asked: a file with those that belong to it (the source of a rename), one edit, or an edit that
// does not fit any more without those that were left out.
struct Question {
  enum class About : uint8_t { file, edit, misfit };
  About about = About::file;
  std::string path = {};              // the file, or the first of those that belong together
  size_t number = 0, count = 0;       // the second of five files, or of five edits of the file
  std::string diff = {};              // what the answer `take` would change; "" for a misfit
  std::vector<Diagnostic> said = {};  // warnings about it, or why it does not fit
  bool can_split = false, can_edit = false;
};

enum class Choice : uint8_t {
  take,
  skip,       // leave it out
  split,      // file: ask about each of its edits
  edit,       // change the new content by hand; then it is asked about again
  take_rest,  // this and what follows: files, or edits of the file
  skip_rest,
  again,  // misfit: ask about the file from the start
  quit,   // write nothing at all
};

class Reviewer {
 public:
  virtual ~Reviewer() = default;
  // Only what the question allows: `split` and `edit` where they can be, `skip`, `again` and `quit` for a misfit.
  // Fails with interrupted, io_error: nothing is written then.
  virtual Result<Choice> choose(const Question& question) = 0;
  // The number of one of these blocks, which exclude each other; nothing: none of them. Fails as choose() does.
  virtual Result<std::optional<uint64_t>> pick(std::span<const BlockReport> blocks) = 0;
  // The content as a person wants it; nothing when they made none, and were told why. Fails as choose() does.
  virtual Result<std::optional<std::string>> rewrite(const RelPath& path, std::string_view content) = 0;
  // Why a content that was made by hand cannot be taken.
  virtual void tell(const std::vector<Diagnostic>& said) = 0;
};

using Counts = std::map<RelPath, uint64_t>;

struct Reviewed {
  std::vector<FileEdit> files = {};  // what was chosen; views what the plan views
  bool any = false;                  // something that changes a file was chosen
  Counts left_out = {};              // what could have been chosen and was not, by path
  std::set<RelPath> by_hand = {};    // files that were given another content
};

using Resolve = std::function<Outcome<ChangeSet>(const Plan&)>;

// `changes` and `warnings` are what the whole plan resolves to, without errors. Entries that change nothing are kept
// unasked. A content made by hand is a further entry, after those of its file; its text is kept in the plan.
Result<Reviewed> review(Plan& plan, const ChangeSet& changes, const std::vector<Diagnostic>& warnings,
    const Resolve& resolve, Reviewer& reviewer);

}  // namespace aptix::ops
