// Applies patches as git-apply(1) does: checks all patches of one input against the files and each other, then writes
// the results to a tree in memory. Pure except for the Reader and the Source.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "diff/compute/merge3.h"
#include "diff/find/locate.h"
#include "git/image.h"
#include "git/patch.h"
#include "git/patched_tree.h"
#include "git/reader.h"
#include "git/source.h"
#include "model/change_set.h"
#include "model/content.h"
#include "model/git_log.h"

namespace aptix::git {

enum class Verbosity : uint8_t { quiet, normal, verbose };
enum class Target : uint8_t { tree, tree_and_index, index };  // plain, --index, --cached

// A hunk that does not apply.
struct Misfit {
  size_t number, of;       // which hunk of how many
  const diff::Hunk& hunk;  // lines as they were to be applied
  diff::Locator& locator;  // of the text
  bool looks_further;      // explain what else would make it apply; each time that reads the text again
};

struct ApplyOptions {
  ApplyRules rules;  // except the whitespace rule, which comes from the patch
  WhitespaceAction whitespace = WhitespaceAction::warn;
  Target target = Target::tree;
  Verbosity verbosity = Verbosity::normal;
  bool writes = true;   // false: only --check or --stat
  bool reject = false;  // hunks that do not apply are skipped and written to .rej files
  bool three_way = false;
  diff::ConflictDetail conflicts = diff::ConflictDetail::reduced;  // of --3way
  bool trusts_file_modes = true;                                   // core.fileMode
  uint64_t result_limit = 0;                                       // bytes of one binary result; 0: none
  std::function<Error(const Misfit&)> explain = {};                // adds notes, a hint and candidates to git's message
};

// Counts violated whitespace rules over all inputs, and logs the first few.
class WhitespaceCount {
 public:
  uint64_t found = 0;          // lines that violate a rule
  uint64_t fixed = 0;          // lines that were fixed
  uint64_t squelch_after = 5;  // number of findings that are logged; 0: all

  void add(const std::string& input, const WhitespaceFinding& finding, GitLog& log);
};

// A patch and the result of applying it.
struct Work {
  const Patch* patch = nullptr;
  // As in the patch; what the patch leaves open is decided by the file.
  std::optional<std::string> old_name, new_name;
  uint32_t old_mode = 0, new_mode = 0;
  bool is_new = false, is_delete = false;
  bool rejected = true;
  bool straight_to_merge = false;  // --3way: creates a file that exists
  bool conflicted = false;         // --3way left conflict markers; the three sides follow
  std::optional<std::string_view> base;
  std::string_view ours = {}, theirs = {};
  Content result = {};
  std::vector<EditOutcome> hunks;  // parallel to patch->hunks
};

// A Work with the data of the patch, before any check.
Work work_of(const Patch& patch);

class Applier {
 public:
  // All arguments except `options` must outlive this. `input` is the name in whitespace findings.
  Applier(PatchedTree& tree, Source& source, const ApplyOptions& options, WhitespaceCount& whitespace, GitLog& log)
      : tree_(tree),
        source_(source),
        options_(options),
        whitespace_(whitespace),
        log_(log) {}

  enum class Checked : uint8_t { fits, does_not_fit, fatal };
  // Checks the patches of one input, in order; they are already reversed for -R. Logs what does not apply.
  Checked check(std::vector<Work>& works, const std::string& input);

  // Puts the results that are not rejected into the tree. some: a hunk or a patch was rejected, or a conflict was left.
  // fatal, and logged: a result would be below a link or a file that another one creates. REQUIRES: check() was not
  // fatal.
  enum class Written : uint8_t { all, some, fatal };
  Written write(const std::vector<Work>& works);

 private:
  // What this input has done, or will do, to a name.
  struct Fate {
    enum class Kind : uint8_t { will_go, gone, patched };
    Kind kind = Kind::will_go;
    const Work* work = nullptr;  // patched
  };

  void prepare(const std::vector<Work>& works);
  bool have_folders(const std::vector<Work>& works);
  Checked check_one(Work& work);
  Checked settle_old_side(Work& work);
  Checked settle_missing_side(Work& work, Standing standing);
  Checked check_out(Work& work, const IndexEntry& entry);
  Checked compare_modes(Work& work, uint32_t mode);
  Checked settle_new_side(Work& work);
  Checked check_to_create(Work& work, bool may_exist);
  Checked beyond_link(const Work& work);
  Checked cannot_look(Error error, const std::string& name);
  Checked check_types(Work& work);
  bool is_beyond_link(const std::string& name);
  const Fate* previous(const Work& work) const;
  Checked apply(Work& work);
  bool change(Work& work, Content& content);
  std::optional<Content> load_old(Work& work);
  std::optional<Content> load_submodule(Work& work);
  bool apply_hunks(Work& work, Content& content);
  void note_applied(Work& work, size_t index, const Image::Applied& applied);
  bool failed(Work& work, size_t hunk, diff::Locator& locator);
  bool apply_binary(Work& work, Content& content);
  bool is_base_of_binary(const Work& work, const Content& content);
  std::optional<std::string> binary_result(const Work& work, const Content& content);
  bool cannot_apply(Code code, const std::string& name, std::string text);
  bool merge_three_way(Work& work, Content& content);
  std::optional<std::string_view> base_of(const Work& work);
  bool may_merge_into(const std::string& name);
  std::optional<IndexEntry> index_entry(const std::string& name);
  bool matches_index(const std::string& name);
  bool must_match_index() const { return options_.target != Target::tree; }
  ApplyRules rules_for(const Work& work) const;
  void set_mode(const Work& work, Content& content) const;
  Status to_tree(const std::string& name, Content& content);
  void remember(const Work& work);
  bool write_result(const Work& work);
  bool write_rejects(const Work& work);
  void write_reject_file(const Work& work, std::string text);
  void say(const std::string& before, const Work& work, const std::string& after);
  Checked no(Code code, std::string text, const std::string& name);

  PatchedTree& tree_;
  Source& source_;
  const ApplyOptions& options_;
  WhitespaceCount& whitespace_;
  GitLog& log_;
  std::string input_;
  std::unordered_map<std::string, Fate> fates_;
  std::set<std::string> links_going_, links_coming_;
  bool looked_further_ = false;  // explained one hunk already
};

// "old => new", or the only name; quoted if needed.
std::string names_for_people(const Work& work);

}  // namespace aptix::git
