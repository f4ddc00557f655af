#include "ops/apply/steps.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/text/text.h"
#include "disk/confined.h"
#include "ops/registry/registry.h"

namespace aptix::ops {
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

// Is it shown, and not called new? Then it may be a part of a file that is there.
bool may_be_part(const FileEdit& file) {
  const Whole* whole = whole_of(file);
  return whole != nullptr && !whole->is_ordered() && !whole->of_new && !file.path.str().starts_with('.');
}

Listing files_below(const disk::Workspace& workspace) {
  disk::FileSystem& fs = disk::posix_file_system();
  disk::Fd top(fs, fs.open_root(workspace.path().c_str()));
  context::TrackedFiles none;  // what is ignored counts as if nobody had added it
  if (!top.ok()) return {};
  return walk(fs, {.top = top.get(), .start = workspace.root_prefix(), .tracked = &none}).value;
}

// Which paths are there, whatever their letters.
class Twins {
 public:
  explicit Twins(Reader& reader) : reader_(reader) {}

  // A file that differs only in case from the path, which is not there.
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
  std::unordered_map<std::string, std::vector<std::string>> alike_;  // the folders that a path may mean
  std::unordered_map<std::string, Folded> names_;
};

}  // namespace

void add_longer_names(Plan& plan, const disk::Workspace& workspace, Reader& reader) {
  std::optional<Listing> listing;
  std::unordered_multimap<std::string_view, std::string_view> names;
  for (FileEdit& file : plan.files) {
    if (!may_lack_folders(file, reader)) continue;
    if (!listing) {
      listing = files_below(workspace);
      for (const RegisteredFile& known : listing->files)
        if (!known.link) names.emplace(base_name(known.path), known.path);
    }
    std::string end = "/" + file.path.str();
    std::vector<RelPath> longer;
    auto [first, last] = names.equal_range(file.path.name());
    for (; first != last; ++first)
      if (auto path = RelPath::parse(first->second); path && first->second.ends_with(end))
        longer.push_back(std::move(*path));
    if (longer.size() == 1) file.names.others.push_back({std::move(longer.front()), std::nullopt});
    else if (may_be_part(file)) std::move(longer.begin(), longer.end(), std::back_inserter(file.names.rivals));
  }
}

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

}  // namespace aptix::ops
