// The steps of apply(), in order. Only run.cpp calls them.
#pragma once

#include <set>

#include "model/input.h"
#include "ops/apply/apply.h"

namespace aptix::ops {

// A file named in the answer: by the last edit of a block, or by the name of a block without edits.
struct NamedFile {
  std::string path;
  std::optional<uint32_t> block{};  // the block with the edit, as an index into ReadAnswer::blocks
};

// A code block that may belong to other blocks: it was read as a whole file or a part of one, or no format reads it and
// no label calls it an example.
struct ShownBlock {
  Block block;
  size_t found = 0;                // index into ReadAnswer::found
  std::optional<uint32_t> kept{};  // index into ReadAnswer::blocks; nullopt: it has no name
  NamedFile last{};                // the last file named before it
  bool is_beside = false;          // at most a short paragraph separates it from the block before
  Origin origin{};
};

// What was read of all inputs, which must outlive it.
struct ReadAnswer {
  Plan plan;
  std::vector<Block> blocks;        // those that were read, with their format; FileEdit::block is an index
  std::vector<BlockReport> found;   // all blocks of the inputs
  std::vector<Block> batch_blocks;  // line-patch batches without errors
  std::vector<ShownBlock> shown;    // in order
  bool declined = false;            // the prose contains a refusal sentence
};

// `root`: the absolute path of the root.
Outcome<ReadAnswer> read_answer(
    std::span<const std::unique_ptr<Input>> inputs, std::string_view root, const ApplyRequest& request);

// The entries that give a whole text, but whose block only repeats lines of an edit of the same file in another form.
// `blocks`: those that were read; FileEdit::block is an index into them.
std::vector<FileEdit*> shown_again(Plan& plan, std::span<const Block> blocks);

// If an answer has a diff of a file and also shows the file, that is the expected result, or else a part of the file as
// it was: moves its entry after those of the diff, to be compared with what they produce.
void mark_recaps(Plan& plan, std::span<const Block> blocks);

// Replaces the docPaths of entries by paths. An entry whose file is not found is an error and is removed from the plan,
// so that errors of the other files are found, too. Without --root, docPaths may lead anywhere in the workspace: if all
// entries have docPaths, returns the workspace opened at its top as the new root; else null, and `given` stays in use.
Outcome<std::unique_ptr<disk::Workspace>> locate(
    const Input& chain, Plan& plan, const ApplyRequest& request, disk::Workspace& given);

// Errors of the plan as a whole that show without the tree. REQUIRES: keep_only().
Diagnostics check_plan(const Input& chain, const ReadAnswer& answer, const ApplyRequest& request);

// --only: removes the other entries.
void keep_only(const ApplyRequest& request, Plan& plan);

// Looks in the tree which files ambiguous names mean. If an entry changes its file, the plan is checked again. If the
// root is below the workspace's top, it also reports file_missing for a path that only the top has: an entry deletes
// that file, or creates it in a folder that the root does not have.
Diagnostics settle(const Input& chain, ReadAnswer& answer, Reader& reader, const disk::Workspace& workspace,
    const ApplyRequest& request);

// Keeps only the entries of line-patch batches whose file is known. A change with a format error becomes one that does
// nothing. False if no entry is left, or it is unclear which changes have the errors.
bool leave_sound_changes(const Diagnostics& faults, Plan& plan);

// Names a file by its docPath if the document did so.
void name_doc_paths(const Plan& plan, Diagnostics& said);

// Assigns code blocks without a name to files, by what the files contain.
// - A pair: the file contains the first block once, and the next block is similar. The second replaces the first. The
//   file is the one that a half names or the last one named; else the only file of the answer with such a pair.
// - A part: a block of nothing but definitions of the file named last, or whose lines show that it is of that file and
//   have one place in it. Without such a place it is an error: half of an answer must not be applied alone.
// Each is a warning, and so is a block left out that is in the language of a changed file. Two blocks that may both
// replace one are an error. Skips files that --only leaves out. Uses up ReadAnswer::shown: a second call does nothing.
Diagnostics adopt_loose_blocks(const Input& chain, ReadAnswer& answer, Reader& reader, const ApplyRequest& request);

// --- --interactive: a person chooses among the edits of a plan that fits, before the lock is taken. The choice is a
// plan again and is resolved like any other; files that changed since are an error.

// Groups of entries that cannot be decided separately, in order of first mention: entries of one file, of files that
// are renamed or copied to each other, and of files one of which becomes a folder of another. Groups do not affect each
// other.
std::vector<std::vector<size_t>> related_entries(const Plan& plan);

// Looks up changes by path. Views the set, which must outlive it.
class ChangesByPath {
 public:
  explicit ChangesByPath(const ChangeSet& all);
  const FileChange* find(const RelPath& path) const;
  // The changes of the files that these entries name, in the order of the set.
  ChangeSet of(const Plan& plan, const std::vector<size_t>& entries) const;

 private:
  std::unordered_map<std::string_view, const FileChange*> by_path_;
};

// The edits [first, end) of an entry. Without edits: what else the entry does (a rename, a mode).
struct ReviewUnit {
  size_t entry = 0, first = 0, end = 0;
  bool is_head = false;  // a rename, which the following edits need, or a mode, which they do not
};
uint64_t unit_count(const FileEdit& entry);
std::vector<ReviewUnit> units_of(const Plan& plan, const std::vector<size_t>& entries);

// Collects entries that contain only the chosen edits.
class Chosen {
 public:
  explicit Chosen(const Plan& plan) : plan_(&plan) {}
  void add(const ReviewUnit& unit);
  void add(FileEdit by_hand);
  const std::vector<FileEdit>& files() const { return files_; }

 private:
  const Plan* plan_;
  std::vector<FileEdit> files_;
  std::optional<size_t> last_;  // the entry that files_.back() is part of
};

// The difference between two results for the same files. Views both sets, which must outlive it.
ChangeSet step_between(const ChangeSet& now, const ChangeSet& next);

using Counts = std::map<RelPath, uint64_t>;
using Resolve = std::function<Outcome<ChangeSet>(const Plan&)>;

struct Reviewed {
  std::vector<FileEdit> files = {};  // the chosen entries; views the plan's owners
  bool any = false;                  // something that changes a file was chosen
  Counts left_out = {};              // number of edits that were not chosen, by path
  std::set<RelPath> by_hand = {};    // files whose content was edited by hand
};

// `changes` and `warnings`: the whole plan, resolved without errors. Entries that change nothing are kept without a
// question. A content made by hand becomes an entry after those of its file; the plan owns its text.
Result<Reviewed> review(Plan& plan, const ChangeSet& changes, const std::vector<Diagnostic>& warnings,
    const Resolve& resolve, Reviewer& reviewer);

struct PersonsChoice {
  bool was_made = false;
  bool ends = false;                // nothing is left to do, or nobody could be asked
  std::vector<FileEdit> all = {};   // the entries that were asked about
  std::map<RelPath, Sha256> shown;  // hashes of the files at that time
  Reviewed made = {};
};

// Leaves only the chosen entries in the plan. `resolved`: the plan, resolved without errors.
Outcome<PersonsChoice> choose(
    Plan& plan, Outcome<ChangeSet>& resolved, const Resolve& resolve, const ApplyRequest& request);

// Reports each file that has changed since it was shown. If there are any, all other diagnostics are dropped.
void hold_to_shown(const PersonsChoice& choice, Outcome<ChangeSet>& resolved, unsigned threads);

// Adds the files of which nothing was chosen, the number of edits left out of the others, and which files were edited
// by hand.
void describe_choice(const PersonsChoice& choice, std::vector<FileReport>& files);

// Why inputs without errors contain nothing to do.
Diagnostic nothing_to_do(
    std::span<const std::unique_ptr<Input>> inputs, const ApplyRequest& request, const ReadAnswer& answer);

// Checks the changes against `expected`. Errors: diff_path_mismatch (another file is changed), hash_mismatch,
// file_exists (no hash is stated), usage (several files are changed, but one hash is stated). No hash is checked if the
// file already has the result, so that a call repeated after a time-out succeeds.
Diagnostics hold_to_expected(ExpectedFile expected, const Outcome<ChangeSet>& resolved, Reader& reader);

enum class Done : uint8_t { no, yes };

// One FileReport per path, in order of first mention, with the edits of all its entries. `done`: whether the run did
// (or, as a preview, would do) what it reports. Views the plan.
std::vector<FileReport> describe_files(const Plan& plan, const ChangeSet& changes, Done done);

}  // namespace aptix::ops
