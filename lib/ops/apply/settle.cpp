// Decides which files a plan means: the tree resolves ambiguous names, and --only removes entries.
#include "ops/apply/steps.h"

#include <fmt/format.h>

#include <iterator>
#include <ranges>
#include <utility>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "edit/basis/messages.h"
#include "edit/fit/gaps.h"
#include "edit/tree/settle_names.h"
#include "ops/files/tree_file.h"
#include "ops/registry/registry.h"

namespace aptix::ops {
namespace {

// Non-ASCII letters make a name ambiguous, too: they may be composed or decomposed.
bool has_open_names(const FileEdit& file) {
  auto may_be_composed = [](char byte) { return static_cast<unsigned char>(byte) >= 0x80; };
  std::string_view path = (file.from ? *file.from : file.path).str();
  return !file.names.others.empty() || !file.names.rivals.empty() || file.names.of_prose ||
      std::ranges::any_of(path, may_be_composed);
}

Diagnostics check_entries(const Input& chain, const ReadAnswer& answer, const ApplyRequest& request) {
  return answer::check_plan(chain, answer.plan,
      {.limits = request.limits,
          .allow_overlap = request.allow_overlap,
          .formatting = request.formatting,
          .blocks = answer.blocks});
}

}  // namespace

Diagnostics check_plan(const Input& chain, const ReadAnswer& answer, const ApplyRequest& request) {
  Diagnostics said = check_entries(chain, answer, request);
  if (said.ok() && request.stop == Stop::after_parse)
    said.add(edit::check_without_files(
        chain, answer.plan, {.limits = request.limits, .allow_placeholders = request.allow_placeholders}));
  return said;
}

void keep_only(const ApplyRequest& request, Plan& plan) {
  if (request.only.empty()) return;
  auto is_taken = [&](const RelPath& path) { return request.takes_file(path); };
  // Some forms may change a file and then move it: selecting the move also selects the change. The entries of a diff
  // start from the files before the answer.
  std::set<std::pair<uint32_t, std::string>> sources;
  std::vector<FileEdit> taken;
  for (FileEdit& file : std::views::reverse(plan.files)) {
    bool named = is_taken(file.path) ||
        std::ranges::any_of(file.names.others, [&](const Names::Other& name) { return is_taken(name.path); }) ||
        (file.names.of_prose && is_taken(*file.names.of_prose));
    bool feeds = file.operation == Operation::modify && file.order != Order::as_before &&
        sources.contains({file.block, file.path.str()});
    if (!named && !feeds) continue;
    if (file.from && file.order != Order::as_before) sources.insert({file.block, file.from->str()});
    taken.push_back(std::move(file));
  }
  std::reverse(taken.begin(), taken.end());
  plan.files = std::move(taken);
  for (PassedOver& block : plan.passed_over)
    std::erase_if(block.rivals, [&](const RelPath& path) { return !is_taken(path); });
}

namespace {

bool is_missing(Reader& reader, const RelPath& path) {
  Result<FileImage> image = reader.read(path);
  return image && !image->exists;
}

bool may_lack_folders(const FileEdit& file, Reader& reader) {
  bool edits = file.operation == Operation::modify || file.operation == Operation::write;
  if (file.contract != Contract::unique || !edits || file.edits.empty()) return false;
  std::string_view path = file.path.str();
  size_t slash = path.find('/');
  if (file.operation == Operation::write && slash != path.npos) {
    const Whole* whole = whole_of(file);
    if (whole == nullptr || whole->is_ordered() || reader.names_in(path.substr(0, slash))) return false;
  }
  return is_missing(reader, file.path);
}

// Finds paths of the tree ignoring case.
class Twins {
 public:
  explicit Twins(Reader& reader) : reader_(reader) {}

  // A file whose path differs only in case from `path`, if `path` does not exist.
  std::optional<RelPath> of(const RelPath& path) {
    for (const std::string& twin : in_any_letters(path.parent(), path.name())) {
      auto parsed = RelPath::parse(twin);
      if (parsed && *parsed != path && !is_missing(reader_, *parsed) && is_missing(reader_, path)) return *parsed;
    }
    return std::nullopt;
  }

 private:
  using Folded = std::unordered_multimap<std::string, std::string>;

  std::vector<std::string> in_any_letters(std::string_view parent, std::string_view name) {
    std::vector<std::string> found;
    for (const std::string& folder : folders_like(parent)) {
      const Folded& names = names_in(folder);
      if (names.empty()) continue;
      auto [first, last] = names.equal_range(fold_case(name));
      for (; first != last; ++first) found.push_back(disk::join_path(folder, first->second));
    }
    return found;
  }

  const std::vector<std::string>& folders_like(std::string_view path) {
    auto known = alike_.find(std::string(path));
    if (known != alike_.end()) return known->second;
    size_t slash = path.rfind('/');
    std::string_view parent = path.substr(0, slash == path.npos ? 0 : slash);
    std::string_view name = path.substr(slash == path.npos ? 0 : slash + 1);
    std::vector<std::string> found = path.empty() ? std::vector<std::string>{""} : in_any_letters(parent, name);
    return alike_.emplace(path, std::move(found)).first->second;
  }

  const Folded& names_in(const std::string& folder) {
    auto [known, is_new] = names_.try_emplace(folder);
    if (is_new)
      for (std::string& name : reader_.names_in(folder).value_or(std::vector<std::string>()))
        known->second.emplace(fold_case(name), std::move(name));
    return known->second;
  }

  Reader& reader_;
  std::unordered_map<std::string, std::vector<std::string>> alike_;  // folders that match a path ignoring case
  std::unordered_map<std::string, Folded> names_;
};

// The files of the tree by the end of their paths, without those that git ignores.
class FilesByName {
 public:
  explicit FilesByName(const disk::Workspace& workspace) : workspace_(workspace) {}

  // The files whose path ends in "/" + `path`.
  std::vector<RelPath> ending_in(const RelPath& path) {
    if (!listing_) list();
    std::string end = "/" + path.str();
    std::vector<RelPath> longer;
    auto [first, last] = names_.equal_range(path.name());
    for (; first != last; ++first)
      if (auto known = RelPath::parse(first->second); known && first->second.ends_with(end))
        longer.push_back(std::move(*known));
    return longer;
  }

 private:
  void list() {
    disk::FileSystem& fs = disk::posix_file_system();
    GitTree tree;
    tree.exists = true;  // with no tracked files, so that ignored files are skipped even if git tracks them
    tree.top = disk::Fd(fs, fs.open_root(workspace_.path().c_str()));
    tree.start = workspace_.root_prefix();
    listing_ = tree.top.ok() ? walk(fs, {.tree = tree}).value : Listing();
    for (const RegisteredFile& known : listing_->files)
      if (!known.link) names_.emplace(base_name(known.path), known.path);
  }

  const disk::Workspace& workspace_;
  std::optional<Listing> listing_;
  std::unordered_multimap<std::string_view, std::string_view> names_;
};

// True if the path comes from a comment that is a line of the file that the prose names: then the comment names no
// file.
bool is_line_of_other(const FileEdit& file, FilesByName& files, Reader& reader) {
  const Whole* whole = whole_of(file);
  if (whole == nullptr || !file.names.of_prose) return false;
  RelPath path = *file.names.of_prose;
  std::vector<RelPath> longer = is_missing(reader, path) ? files.ending_in(path) : std::vector<RelPath>();
  Result<FileImage> image = reader.read(longer.size() == 1 ? longer.front() : path);
  return image && image->exists && edit::has_line(image->bytes, trim(whole->name_line));
}

// Finds files by the end of their path, for entries whose path does not exist: a bare file name or, in a shown block
// whose first folder does not exist either, a longer path. One match goes to Names::others; several go to
// Names::rivals. Before that, Names::of_prose replaces the path where is_line_of_other(). Returns how often.
size_t add_longer_names(Plan& plan, const disk::Workspace& workspace, Reader& reader) {
  FilesByName files(workspace);
  size_t changed = 0;
  for (FileEdit& file : plan.files) {
    if (is_line_of_other(file, files, reader)) {
      file.path = *file.names.of_prose;
      file.names.others.clear();
      ++changed;
    }
    if (!may_lack_folders(file, reader)) continue;
    std::vector<RelPath> longer = files.ending_in(file.path);
    // A shown block that is not called new may be a part of one of the files.
    const Whole* whole = whole_of(file);
    bool may_be_part = whole != nullptr && !whole->is_ordered() && !whole->of_new && !file.path.str().starts_with('.');
    if (longer.size() == 1) file.names.others.push_back({std::move(longer.front()), std::nullopt});
    else if (may_be_part) std::ranges::move(longer, std::back_inserter(file.names.rivals));
  }
  return changed;
}

// Errors: path_case_twin, if an entry creates a file whose path differs only in case from that of a file that stays.
Diagnostics check_case_twins(const Input& chain, const Plan& plan, Reader& reader) {
  std::set<std::string_view> leaving;
  for (const FileEdit& file : plan.files) {
    if (file.from) leaving.insert(file.from->str());
    if (file.operation == Operation::remove) leaving.insert(file.path.str());
  }
  Diagnostics said;
  Twins twins(reader);
  for (const FileEdit& file : plan.files) {
    bool makes = file.operation == Operation::create || file.operation == Operation::write;
    std::optional<RelPath> twin = makes || file.from ? twins.of(file.path) : std::nullopt;
    if (!twin || leaving.contains(twin->str())) continue;
    Diagnostic error = make_error(Code::path_case_twin,
        fmt::format("{} is not there, and {} is, which differs only in case", in_quotes(file.path), in_quotes(*twin)),
        "write the path as the file is called");
    error.at(file.path.str());
    error.where = chain.place_of(file.origin.offset, file.origin.pointer);
    said.errors.push_back(std::move(error));
  }
  return said;
}

// The value after `key`, in quotes or up to the end of the line: the last component if it is a path.
std::string value_after(std::string_view text, std::string_view key) {
  size_t at = text.find(key);
  if (at == std::string_view::npos) return {};
  std::string_view value = text.substr(at + key.size());
  value = first_line(value);
  value = value.substr(std::min(value.find_first_not_of(" \t:=\"'"), value.size()));
  value = value.substr(0, value.find_first_of("\"', \r"));
  return std::string(base_name(value));
}

// Names of the project that an answer may put before its paths.
std::vector<std::string> names_of_root(std::string_view root, Reader& reader, const ApplyRequest& request) {
  constexpr std::pair<std::string_view, std::string_view> kManifests[] = {{"package.json", "\"name\""},
      {"Cargo.toml", "\nname"}, {"pyproject.toml", "\nname"}, {"go.mod", "module "}, {"composer.json", "\"name\""}};
  std::vector<std::string> names = {std::string(base_name(root)), request.repository};
  for (const auto& [file, key] : kManifests) {
    Result<RelPath> path = RelPath::parse(file);
    Result<FileImage> image = path ? reader.read(*path) : FileImage{};
    if (image && image->exists) names.push_back(value_after(image->bytes, key));
  }
  std::erase(names, "");
  return names;
}

// A root below the workspace's top does not reach files of the top.
Diagnostics refuse_files_of_top(
    const Input& chain, const Plan& plan, Reader& reader, const disk::Workspace& workspace) {
  Diagnostics said;
  if (workspace.root_prefix().empty()) return said;
  auto root = Tree::open_root(workspace);
  auto top = Tree::open_top(workspace.path(), workspace.guard());
  if (!root || !top) return said;
  for (const FileEdit& entry : plan.files) {
    const std::string& path = entry.path.str();
    // Such a path suggests another root: the entry deletes a missing file, or creates one in a missing folder.
    bool makes = entry.operation == Operation::create || entry.operation == Operation::write;
    if (!makes && entry.operation != Operation::remove) continue;
    size_t slash = path.find('/');
    bool lacks_folder = slash != std::string::npos && !root->exists(path.substr(0, slash)).value_or(true);
    if (!is_missing(reader, entry.path) || (makes && !lacks_folder) || !top->open_file(path)) continue;
    Error error = error_at(path, Code::file_missing,
        fmt::format("{} is not below the root, and the workspace's top has such a file", in_quotes(path)),
        fmt::format("run this with -C {}", in_quotes(workspace.path())));
    if (entry.operation != Operation::remove) error.hint += ", or make its folder here first if the file is new";
    error.where = chain.place_of(entry.origin.offset, entry.origin.pointer);
    said.errors.push_back(std::move(error));
  }
  return said;
}

}  // namespace

Diagnostics settle(const Input& chain, ReadAnswer& answer, Reader& reader, const disk::Workspace& workspace,
    const ApplyRequest& request) {
  Plan& plan = answer.plan;
  Diagnostics said;
  size_t renamed = add_longer_names(plan, workspace, reader);
  if (!plan.passed_over.empty() || std::ranges::any_of(plan.files, has_open_names)) {
    edit::SettledNames settled =
        edit::settle_names(chain, plan, reader, names_of_root(workspace.root_path(), reader, request));
    for (FileEdit& file : plan.files) file.names.others.clear();
    keep_only(request, plan);
    if (settled.changed + renamed != 0) said.errors = check_entries(chain, answer, request).errors;
    said.add(std::move(settled.diagnostics));
  }
  if (said.ok()) {
    Diagnostics adopted = adopt_loose_blocks(chain, answer, reader, request);
    if (!adopted.warnings.empty()) said.errors = check_entries(chain, answer, request).errors;
    said.add(std::move(adopted));
  }
  said.add(check_case_twins(chain, plan, reader));
  said.add(refuse_files_of_top(chain, plan, reader, workspace));
  return said;
}

}  // namespace aptix::ops
