// Files are made by two threads where there are enough of them: measured, those make them in 0.6 of the time of one.
#include "disk/run/staging.h"

#include <algorithm>
#include <memory>

#include "base/parallel.h"
#include "disk/os/io_error.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

constexpr size_t kWorthAThread = 64;  // files
constexpr size_t kMostThreads = 2;    // each holds hundreds of folders open, and all make their files in one
constexpr size_t kInARow = 64;        // steps that one thread takes at once: neighbours share a folder

}  // namespace

Status Staging::run(Draft& draft, const std::vector<std::string>& made) {
  std::vector<Step>& steps = draft.steps;
  auto written =
      static_cast<size_t>(std::count_if(steps.begin(), steps.end(), [](const Step& step) { return step.has_data(); }));
  if (int status = flusher_.choose(written); status < 0)
    return fail(io_failure("cannot write", std::string(kStateName) + "/tx", -status));
  // Where each file is flushed by itself, its name has to be, too: few files, so nothing to gain.
  trees_.emplace(NewTrees(made));
  if (!flusher_.wants_files() && draft.saved_folders.empty()) TRY(build_trees(steps, made));

  size_t threads = written < kWorthAThread ? 1 : std::min<size_t>(run_.threads, kMostThreads);
  return in_parallel(steps.size(), {.most = threads, .in_a_row = kInARow}, [&] {
    auto stager = std::make_shared<Stager>(run_, *trees_, flusher_);
    return [&, stager](size_t i) -> Status {
      if (run_.site.interrupted()) return fail(interruption());
      if (!steps[i].file.after.exists) return {};
      return stager->stage(i, steps[i]);
    };
  });
}

// Only those that something is staged in: they will be published, and what is left tells roll-back
// that nothing in them was. Not where new folders take something over from the one above, by which they
// would have to be made there.
Status Staging::build_trees(const std::vector<Step>& steps, const std::vector<std::string>& made) {
  FileSystem& fs = run_.site.fs;
  Folders above(fs, run_.site.top.get());
  Heritages heritages(above);
  std::set<size_t> wanted;
  for (const Step& step : steps)
    if (std::optional<size_t> tree = trees_->new_tree_of(step)) wanted.insert(*tree);
  for (size_t tree : wanted) {
    const Heritage* heritage = nullptr;
    int status = heritages.find(split_path(trees_->trees.tops()[tree]).first, heritage);
    if (status == 0 && !heritage->has_group && !heritage->has_acl) trees_->built.insert(tree);
  }
  Folders built(fs, run_.tx);
  for (const std::string& folder : made) {
    size_t tree = *trees_->trees.tree_of(folder);
    if (!trees_->built.contains(tree)) continue;
    std::string path = trees_->trees.built_path(tree, folder);
    auto [parent, name] = split_path(path);
    int dir = built.open(parent);
    int status = dir < 0 ? dir : fs.mkdir(dir, std::string(name).c_str(), 0777 & ~run_.site.around.umask);
    if (status < 0) return fail(io_failure("cannot make the folder", folder, -status));
  }
  return {};
}

}  // namespace aptix::disk
