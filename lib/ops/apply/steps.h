// The steps of apply(), in their order: what each takes, gives and says. Nobody else calls them.
#pragma once

#include <set>

#include "model/input.h"
#include "ops/apply/apply.h"

namespace aptix::ops {

// A file as the answer names it: by the last edit of a block, or by a name that nothing is taken under.
struct NamedFile {
  std::string path;
  std::optional<uint32_t> block{};  // which one has the edit, of those that were read
};

// A code block that is a whole file or a part for all that is known, or that no format takes and no label calls an
// example: it may belong to others.
struct ShownBlock {
  Block block;
  size_t found = 0;                // which of all that were found
  std::optional<uint32_t> kept{};  // which of those that were read; nothing: it has no name
  NamedFile last{};                // the file that was named last before it
  bool is_beside = false;          // nothing but a short paragraph is between it and the block before
  Origin origin{};
};

// What has been read of all inputs, which must outlive it.
struct ReadAnswer {
  Plan plan;
  std::vector<Block> blocks;        // those that were read, with who has read them; FileEdit::block counts them
  std::vector<BlockReport> found;   // all that were found
  std::vector<Block> batch_blocks;  // line-patch batches without faults
  std::vector<ShownBlock> shown;    // in order
  bool declined = false;            // a refusal sentence stands in the prose
};

// `root`: the absolute path of the root.
Outcome<ReadAnswer> read_answer(
    std::span<const std::unique_ptr<Input>> inputs, std::string_view root, const ApplyRequest& request);

// `blocks`: those that were read; FileEdit::block counts them. The entries whose block only shows a part of an edit of
// another form to the same file; each gives the whole text.
std::vector<FileEdit*> shown_again(Plan& plan, std::span<const Block> blocks);

// A file that is shown as a whole next to a diff of it says what is to come out: its entry goes after those of the
// diff, to be held against what they make.
void mark_recaps(Plan& plan, std::span<const Block> blocks);

// Looks up the docPaths of the entries. Without --root they may lead anywhere in the workspace; its own folder is the
// root then, unless other entries name their files by paths: that is given then, and else null. An entry whose file is
// not found is an error and leaves the plan, so that the faults of the other files are found, too.
Outcome<std::unique_ptr<disk::Workspace>> locate(
    const Input& chain, Plan& plan, const ApplyRequest& request, disk::Workspace& given);

// The faults of the plan as a whole, as far as it is known before the tree is looked at. REQUIRES: keep_only().
Diagnostics check_plan(const Input& chain, const ReadAnswer& answer, const ApplyRequest& request);

// --only: leaves the other entries out.
void keep_only(const ApplyRequest& request, Plan& plan);

// Decides by the tree what the names of the plan mean that may mean several files. Where they mean other files than
// before, the plan is checked once more. Errors also, file_missing, where the root is below the workspace's top: an
// entry deletes a file, or makes one in a folder that is not below the root, and the top has a file of that path.
Diagnostics settle(const Input& chain, ReadAnswer& answer, Reader& reader, const disk::Workspace& workspace,
    const ApplyRequest& request);

// Leaves only the entries of line-patch batches whose file is known. In them, a change with a fault of form becomes one
// that does nothing. False: no entry is left, or it is not clear which changes have the faults.
bool leave_sound_changes(const Diagnostics& faults, Plan& plan);

// Names the file by its docPath where the document did so.
void name_doc_paths(const Plan& plan, Diagnostics& said);

// A block whose text the file has once, and the one after it that is like it, are a pair: the second takes the place of
// the first. The file is the one that a half names or that was named last, else the only one of the answer that has it.
// One that is nothing but things of its file is a part of it. What is neither stays left, and what is for a file that
// '--only' leaves out. Each is a warning, and so is what stays left in the language of a file that the plan changes;
// two that may take the place of the same are an error. Uses up ReadAnswer::shown: a second call adds nothing.
Diagnostics adopt_loose_blocks(const Input& chain, ReadAnswer& answer, Reader& reader, const ApplyRequest& request);

// --- --interactive: a person chooses among the edits of a plan that fits, before the lock is taken, and is then held
// to what was shown. What comes out is a plan again, to be resolved as any other.

// The entries of one file, of files that are renamed or copied to each other, and of files of which one becomes a
// folder for another; in order of first mention. What is left out of one group does not matter to another.
std::vector<std::vector<size_t>> related_entries(const Plan& plan);

// Changes, found by their paths. Views the set, which must outlive it.
class ChangesByPath {
 public:
  explicit ChangesByPath(const ChangeSet& all);
  const FileChange* find(const RelPath& path) const;
  // Those of the paths that these entries name, in the order of the set.
  ChangeSet of(const Plan& plan, const std::vector<size_t>& entries) const;

 private:
  std::unordered_map<std::string_view, const FileChange*> by_path_;
};

// Some edits of an entry, [first, end); without edits, what else the entry does: a rename, a mode.
struct ReviewUnit {
  size_t entry = 0, first = 0, end = 0;
  bool is_head = false;  // the edits after it need it (a rename), or do not (a mode)
};
uint64_t unit_count(const FileEdit& entry);
std::vector<ReviewUnit> units_of(const Plan& plan, const std::vector<size_t>& entries);

// Entries with the chosen edits only.
class Chosen {
 public:
  explicit Chosen(const Plan& plan) : plan_(&plan) {}
  void add(const ReviewUnit& unit);
  void add(FileEdit by_hand);
  const std::vector<FileEdit>& files() const { return files_; }

 private:
  const Plan* plan_;
  std::vector<FileEdit> files_;
  std::optional<size_t> last_;  // the entry that files_.back() is a part of
};

// What lies between two results for the same files. Views both sets, which must outlive it.
ChangeSet step_between(const ChangeSet& now, const ChangeSet& next);

using Counts = std::map<RelPath, uint64_t>;
using Resolve = std::function<Outcome<ChangeSet>(const Plan&)>;

struct Reviewed {
  std::vector<FileEdit> files = {};  // what was chosen; views what the plan views
  bool any = false;                  // something that changes a file was chosen
  Counts left_out = {};              // what could have been chosen and was not, by path
  std::set<RelPath> by_hand = {};    // files that were given another content
};

// `changes` and `warnings` are what the whole plan resolves to, without errors. Entries that change nothing are kept
// unasked. A content made by hand is a further entry, after those of its file; its text is kept in the plan.
Result<Reviewed> review(Plan& plan, const ChangeSet& changes, const std::vector<Diagnostic>& warnings,
    const Resolve& resolve, Reviewer& reviewer);

struct PersonsChoice {
  bool was_made = false;
  bool ends = false;                // nothing is left to be done, or nobody could be asked
  std::vector<FileEdit> all = {};   // what was asked about
  std::map<RelPath, Sha256> shown;  // the files as they were then
  Reviewed made = {};
};

// Leaves what was chosen in the plan. `resolved` is what the plan resolves to, without errors.
Outcome<PersonsChoice> choose(
    Plan& plan, Outcome<ChangeSet>& resolved, const Resolve& resolve, const ApplyRequest& request);

// A file that has changed since is an error, and then nothing else is said.
void hold_to_shown(const PersonsChoice& choice, Outcome<ChangeSet>& resolved, unsigned threads);

// Adds the files of which nothing was chosen, how many edits were left out of the others, and which files a person gave
// a content of their own.
void describe_choice(const PersonsChoice& choice, std::vector<FileReport>& files);

// Why inputs without a fault hold nothing to be done.
Diagnostic nothing_to_do(
    std::span<const std::unique_ptr<Input>> inputs, const ApplyRequest& request, const ReadAnswer& answer);

// Errors: diff_path_mismatch (another file is changed), hash_mismatch, file_exists (it is not said for which text),
// usage (several files are changed, and there is a hash of one).
// None where the result stands in the file already: whoever asks a second time after a time-out is told that it is
// done.
Diagnostics hold_to_expected(ExpectedFile expected, const Outcome<ChangeSet>& resolved, Reader& reader);

enum class Done : uint8_t { no, yes };

// One FileReport a path, in order of first mention, with the edits of all its entries. `done`: the
// run did (or, as a preview, would have done) what it reports. Views the plan.
std::vector<FileReport> describe_files(const Plan& plan, const ChangeSet& changes, Done done);

}  // namespace aptix::ops
