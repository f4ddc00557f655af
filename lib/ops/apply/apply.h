// The main job: an answer in, a transaction out. `bundle apply`, `bundle validate`, `patch` and every preview walk
// this one path (run.cpp); a preview stops earlier.
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

// --- the seam to somebody who chooses among the edits of a plan, before anything is written: file by file, and edit by
// edit

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

// --- what is asked for

enum class Stop : uint8_t { after_commit, dry_run, before_stage, after_parse };

// What a tool says of the one file that its edit is for.
struct ExpectedFile {
  std::string path{};      // from the root on; "": the one file that is changed
  std::string sha{};       // the text that the edit was made for: the first digits of its hash; "": it does not say
  bool needs_sha = false;  // where the file is there and would be another one
};

// What is asked for. No step changes it.
struct ApplyRequest {
  std::string command = "bundle apply";
  Stop stop = Stop::after_commit;  // before_stage: validate; after_parse: validate without files
  // The inputs are read for this form, and for nothing else: --format whole, gitpatch --lenient. Null: all of an
  // answer.
  const answer::Format* alone = nullptr;
  std::vector<std::string_view> formats;  // `patch`: blocks of other forms are refused; empty: every form
  std::string repository;                 // first part of every docPath; "": from git's origin, or the folder's name
  BasePlaces bases;                       // where a text may be found that line changes were made for
  bool root_given = false;                // --root: docPaths lead only below it; else anywhere in the workspace
  bool strict = false;
  bool want_diff = false;                // --diff
  std::optional<PageRequest> page = {};  // --html
  bool formatting = false;               // SYS-004 §6-§8 as findings
  bool allow_overlap = false;
  bool allow_placeholders = false;
  // --interactive: chooses before the lock is taken; then what was chosen is resolved once more, and refused where a
  // file has changed since. Not with keep_going.
  Reviewer* reviewer = nullptr;
  bool merge = false;  // --merge: line changes for an earlier text of a file are merged where that is clean
  MatchMode match = MatchMode::exact;
  WholeMode whole = WholeMode::automatic;
  bool append = false;           // --append
  bool keep_going = false;       // write the files that fit, though others do not
  bool keep_line_ends = true;    // false: --line-ends as-given
  std::vector<uint64_t> blocks;  // --block N: only these; empty: all
  std::vector<Glob> only;        // --only GLOB: only these files; empty: all
  // Shown what would be or was written once the edits fit, with the workspace whose root the paths are relative to.
  std::function<void(const ChangeSet&, const disk::Workspace&)> see;
  std::optional<ExpectedFile> expected = {};  // any other file is refused
  bool certain = false;  // an edit that fits nowhere, or in several places, refuses the answer, whatever its form says
  Limits limits;
  Checks checks = {};  // --check-syntax, --verify
  disk::CommitOptions commit;

  bool writes() const { return stop == Stop::after_commit; }
  // Whether --block takes the block of that number, which counts from 1.
  bool takes_block(uint64_t number) const {
    return blocks.empty() || std::find(blocks.begin(), blocks.end(), number) != blocks.end();
  }
  // Whether --only takes the file.
  bool takes_file(const RelPath& path) const {
    return only.empty() || std::ranges::any_of(only, [&](const Glob& glob) {
      return glob.matches(path.str()) || glob.pattern() == path.str();  // "app/[id]" may be its name
    });
  }
};

// Several inputs are one transaction, in order.
Report apply(std::span<const std::unique_ptr<Input>> inputs, disk::Workspace& workspace, const ApplyRequest& request);

}  // namespace aptix::ops
