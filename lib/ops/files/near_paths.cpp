#include "ops/files/near_paths.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "disk/confined.h"

namespace aptix::ops {
namespace {

constexpr size_t kMostFiles = 20'000;  // looked at
constexpr size_t kMostMissing = 20;    // answered in one run
constexpr size_t kMostNearPaths = 5;

using Components = std::vector<std::string_view>;

// The larger, the nearer. Without regard to case.
struct Likeness {
  bool same_name = false;
  size_t last = 0, first = 0;  // how many components are the same, from the end and from the start
  size_t letters = 0;          // of the name that are the same, where the folder is
  auto operator<=>(const Likeness&) const = default;
};

// Of what stands before the ending: "a.txt" and "b.txt".
bool shares_no_letter(std::string_view one, std::string_view other) {
  auto stem = [](std::string_view name) { return name.substr(0, name.find('.', 1)); };
  return stem(other).find_first_of(stem(one)) == std::string_view::npos;
}

Likeness likeness(const Components& missing, const Components& file) {
  Likeness like;
  like.same_name = missing.back() == file.back();
  like.last = static_cast<size_t>(
      std::mismatch(missing.rbegin(), missing.rend(), file.rbegin(), file.rend()).first - missing.rbegin());
  like.first = static_cast<size_t>(
      std::mismatch(missing.begin(), missing.end(), file.begin(), file.end()).first - missing.begin());
  if (like.same_name) return like;
  bool same_folder = missing.size() == file.size() && like.first + 1 == missing.size();
  size_t most = std::max<size_t>(1, missing.back().size() / 3);
  size_t distance = same_folder ? edit_distance(missing.back(), file.back(), most) : most + 1;
  return distance > most || shares_no_letter(missing.back(), file.back())
      ? Likeness{}
      : Likeness{.first = like.first, .letters = missing.back().size() + 1 - distance};
}

bool tells_of_missing(const Diagnostic& error) { return error.code == Code::file_missing && !error.path.empty(); }

// A root below the workspace's top does not reach what stands there.
void name_files_at_top(const disk::Workspace& workspace, std::span<Diagnostic> errors) {
  if (workspace.root_prefix().empty()) return;
  auto top = Tree::open(disk::posix_file_system(), workspace.path());
  for (Diagnostic& error : errors) {
    if (!top || !tells_of_missing(error) || !top->open_file(error.path)) continue;
    error.hint = fmt::format("the workspace's top has such a file: run this with -C {}", in_quotes(workspace.path()));
  }
}

}  // namespace

std::vector<std::string> near_paths(std::string_view missing, std::span<const std::string> files) {
  std::string wanted = fold_case(missing);
  Components components = split(wanted, '/');
  std::vector<std::string> nearest;
  Likeness best;
  for (const std::string& file : files) {
    if (file == missing) continue;  // an earlier edit takes it away
    std::string folded = fold_case(file);
    Likeness like = likeness(components, split(folded, '/'));
    if (like == Likeness{} || like < best) continue;
    if (like > best) nearest.clear();
    best = like;
    if (nearest.size() < kMostNearPaths) nearest.push_back(file);
  }
  return nearest;
}

void name_near_files(const Tree& tree, std::span<Diagnostic> errors) {
  if (std::none_of(errors.begin(), errors.end(), tells_of_missing)) return;
  auto files = tree.list_files("", kMostFiles);
  if (!files) return;
  size_t answered = 0;
  for (Diagnostic& error : errors) {
    if (!tells_of_missing(error) || ++answered > kMostMissing) continue;
    std::vector<std::string> near = near_paths(error.path, *files);
    if (near.size() == 1) error.hint = fmt::format("did you mean {}?", in_quotes(near.front()));
    for (size_t i = 0; near.size() > 1 && i < near.size(); ++i) error.notes.push_back("there is " + in_quotes(near[i]));
  }
}

void name_near_files(disk::Workspace& workspace, std::span<Diagnostic> errors) {
  if (std::none_of(errors.begin(), errors.end(), tells_of_missing)) return;
  if (auto tree = Tree::open(disk::posix_file_system(), workspace.root_path())) name_near_files(*tree, errors);
  name_files_at_top(workspace, errors);
}

}  // namespace aptix::ops
