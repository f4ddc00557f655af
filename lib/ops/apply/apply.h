// The main job: an answer in, a transaction out. `bundle apply`, `bundle validate`, `patch` and every preview use this
// one path (run.cpp); a preview stops earlier.
#pragma once

#include <algorithm>
#include <span>

#include "answer/format.h"
#include "model/input.h"
#include "model/limits.h"
#include "model/report.h"
#include "ops/files/known_bases.h"
#include "ops/publish/publish.h"

namespace aptix::ops {

// --- the seam to a person who chooses among the edits of a plan before anything is written

// One question: about a file together with the files it belongs to (the source of a rename), about one edit, or about
// an edit that no longer fits because earlier ones were skipped.
struct Question {
  enum class About : uint8_t { file, edit, misfit };
  About about = About::file;
  std::string path = {};              // the file, or the first of the group
  size_t number = 0, count = 0;       // this is number 2 of 5 files, or of 5 edits of the file
  std::string diff = {};              // what Choice::take would change; "" for a misfit
  std::vector<Diagnostic> said = {};  // warnings about it, or why it does not fit
  bool can_split = false, can_edit = false;
};

enum class Choice : uint8_t {
  take,
  skip,       // leave it out
  split,      // file: ask about each edit
  edit,       // change the new content by hand; then ask again
  take_rest,  // take this and the following files, or edits of the file
  skip_rest,
  again,  // misfit: start again with the file
  quit,   // write nothing at all
};

class Reviewer {
 public:
  virtual ~Reviewer() = default;
  // Returns only what the question allows: `split` and `edit` if can_split and can_edit; for a misfit `skip`, `again`
  // or `quit`. Fails with interrupted, io_error: then nothing is written.
  virtual Result<Choice> choose(const Question& question) = 0;
  // Returns the number of one of these blocks, which exclude each other; nullopt: none of them. Fails as choose() does.
  virtual Result<std::optional<uint64_t>> pick(std::span<const BlockReport> blocks) = 0;
  // Returns the content as edited; nullopt if the person made none and was told why. Fails as choose() does.
  virtual Result<std::optional<std::string>> rewrite(const RelPath& path, std::string_view content) = 0;
  // Tells the person why a content made by hand cannot be used.
  virtual void tell(const std::vector<Diagnostic>& said) = 0;
};

// --- the request

enum class Stop : uint8_t { after_commit, dry_run, before_stage, after_parse };

// What a tool call says about the one file that its edit is for.
struct ExpectedFile {
  std::string path{};      // relative to the root; "": the one file that is changed
  std::string sha{};       // first digits of the hash that the file must have; "": not stated
  bool needs_sha = false;  // `sha` must be stated if the file exists and would change
};

// No step changes the request.
struct ApplyRequest {
  std::string command = "bundle apply";
  Stop stop = Stop::after_commit;  // before_stage: validate; after_parse: validate without files
  // If set, inputs are read only as this form: --format whole, gitpatch --lenient. Null: all forms.
  const answer::Format* alone = nullptr;
  std::vector<std::string_view> formats;  // `patch`: blocks of other forms are refused; empty: any form
  std::string repository;                 // first component of docPaths; "": git's origin, or the folder's name
  BasePlaces bases;                       // where to look for the old texts that line changes were made for
  bool root_given = false;                // --root: docPaths must be below it; else anywhere in the workspace
  bool strict = false;
  bool want_diff = false;                // --diff
  std::optional<PageRequest> page = {};  // --html
  bool formatting = false;               // report SYS-004 §6-§8 as findings
  bool allow_overlap = false;
  bool allow_placeholders = false;
  // --interactive: chooses before the lock is taken. The choice is then resolved again under the lock; a file that
  // changed meanwhile is an error. Not with keep_going.
  Reviewer* reviewer = nullptr;
  bool merge = false;  // --merge: line changes for an older text are merged if that is clean
  MatchMode match = MatchMode::exact;
  WholeMode whole = WholeMode::automatic;
  bool append = false;           // --append
  bool keep_going = false;       // write the files that fit even if others do not
  bool keep_line_ends = true;    // false: --line-ends as-given
  std::vector<uint64_t> blocks;  // --block N: only these; empty: all
  std::vector<Glob> only;        // --only GLOB: only these files; empty: all
  // Called with the changes that were, or would be, written, and the workspace whose root their paths are relative to.
  std::function<void(const ChangeSet&, const disk::Workspace&)> see;
  std::optional<ExpectedFile> expected = {};  // any other changed file is an error
  bool certain = false;  // an edit that matches nowhere or several times refuses the answer, in any form
  Limits limits;
  Checks checks = {};  // --check-syntax, --verify
  disk::CommitOptions commit;

  bool writes() const { return stop == Stop::after_commit; }
  // True if --block selects that block; numbers count from 1.
  bool takes_block(uint64_t number) const {
    return blocks.empty() || std::find(blocks.begin(), blocks.end(), number) != blocks.end();
  }
  // True if --only selects the file.
  bool takes_file(const RelPath& path) const {
    return only.empty() || std::ranges::any_of(only, [&](const Glob& glob) {
      return glob.matches(path.str()) || glob.pattern() == path.str();  // "app/[id]" may be a file's name
    });
  }
};

// Applies all inputs, in order, as one transaction.
Report apply(std::span<const std::unique_ptr<Input>> inputs, disk::Workspace& workspace, const ApplyRequest& request);

}  // namespace aptix::ops
