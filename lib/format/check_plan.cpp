// Rules over the whole plan, before any file is read. Each finding names both places.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text.h"
#include "format/format.h"

namespace aptix::format {
namespace {

constexpr size_t kMostPerRule = 100;  // each costs a pass over the input for its places

bool is_whole(const FileEdit& file) {
  return std::any_of(file.edits.begin(), file.edits.end(), [](const Edit& edit) { return std::holds_alternative<Whole>(edit.what); });
}

std::string quoted(const RelPath& path) { return "'" + excerpt_for_display(path.str()) + "'"; }

// Folders before what is in them, and nothing in between: '/' sorts before every other byte.
bool is_before(std::string_view a, std::string_view b) {
  auto rank = [](char byte) { return byte == '/' ? 0 : static_cast<int>(static_cast<unsigned char>(byte)) + 1; };
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return rank(x) < rank(y); });
}

class PlanCheck {
 public:
  PlanCheck(const Input& input, const Plan& plan, const CheckOptions& options) : input_(input), plan_(plan), options_(options) {}

  Diagnostics run() {
    check_limits();
    check_content_twice();
    check_case_twins();
    check_folders();
    if (!options_.allow_overlap) check_overlap();
    if (options_.formatting) check_single_document();
    return std::move(out_);
  }

 private:
  // A path of the plan and the edit that names it.
  struct Named {
    const RelPath* path;
    const FileEdit* file;
  };

  std::vector<Named> all_paths() const {
    std::vector<Named> paths;
    for (const FileEdit& file : plan_.files) {
      if (file.from) paths.push_back({&*file.from, &file});
      paths.push_back({&file.path, &file});
    }
    return paths;
  }

  std::string_view format_of(const FileEdit& file) const {
    return file.block < options_.block_formats.size() ? options_.block_formats[file.block] : std::string_view();
  }

  Diagnostic& error(Code code, const FileEdit& file, std::string message, std::string hint) {
    Diagnostic error = make_error(code, std::move(message), std::move(hint));
    error.path = file.path.str();
    error.where = input_.place_of(file.origin.offset, file.origin.pointer);
    out_.errors.push_back(std::move(error));
    return out_.errors.back();
  }

  std::string first_at(const FileEdit& file) const {
    Place place = input_.place_of(file.origin.offset);
    return "the first is at " + place.input + ":" + std::to_string(place.line);
  }

  void over_limit(std::string_view what, uint64_t is, uint64_t limit, std::string_view flag) {
    if (limit == 0 || is <= limit) return;
    out_.errors.push_back(make_error(Code::limit_exceeded, "the input has " + std::to_string(is) + " " + std::string(what) + "; at most " + std::to_string(limit) + " are allowed",
                                     "raise the limit with " + std::string(flag)));
  }

  void check_limits() {
    uint64_t edits = 0;
    for (const FileEdit& file : plan_.files) edits += file.edits.size();
    for (const Input* input = &input_; input != nullptr; input = input->previous)
      over_limit("bytes", input->bytes.size(), options_.limits.document_bytes, "--max-input");
    over_limit("files", plan_.files.size(), options_.limits.files, "--max-files");
    over_limit("edits", edits, options_.limits.edits, "--max-edits");
  }

  void check_content_twice() {
    std::unordered_map<std::string_view, const FileEdit*> first;
    size_t found = 0;
    for (const FileEdit& file : plan_.files) {
      if (!is_whole(file)) continue;
      auto [at, is_new] = first.emplace(file.path.str(), &file);
      if (is_new || ++found > kMostPerRule) continue;
      error(Code::content_twice, file, "the whole content of " + quoted(file.path) + " is given twice", "give one entry for it").notes.push_back(first_at(*at->second));
    }
  }

  // Only in JSON documents: their paths are docPaths, which have no case. A diff may rename a to A.
  void check_case_twins() {
    std::unordered_map<std::string, Named> first;
    size_t found = 0;
    for (const Named& named : all_paths()) {
      if (format_of(*named.file) == "diff") continue;
      std::string key = std::to_string(named.file->block) + '/' + fold_case(named.path->str());
      const Named& other = first.emplace(std::move(key), named).first->second;
      if (*other.path == *named.path || other.file == named.file || ++found > kMostPerRule) continue;
      error(Code::path_case_twin, *named.file, "the paths " + quoted(*other.path) + " and " + quoted(*named.path) + " differ only in case", "write the path as the file is called")
          .notes.push_back(first_at(*other.file));
    }
  }

  // The paths that the plan leaves as files, each with the last edit that says so.
  std::vector<Named> files_left() const {
    std::unordered_map<std::string_view, const FileEdit*> last;
    for (const FileEdit& file : plan_.files) {
      if (file.operation == Operation::rename) last[file.from->str()] = nullptr;
      if (file.operation == Operation::copy) last[file.from->str()] = &file;
      last[file.path.str()] = file.operation == Operation::remove ? nullptr : &file;
    }
    std::vector<Named> left;
    for (const Named& named : all_paths()) {
      const FileEdit*& file = last[named.path->str()];
      if (file != nullptr) left.push_back({named.path, file});
      file = nullptr;  // once each
    }
    return left;
  }

  void check_folders() {
    std::vector<Named> left = files_left();
    std::sort(left.begin(), left.end(), [](const Named& a, const Named& b) { return is_before(a.path->str(), b.path->str()); });
    size_t found = 0;
    const Named* folder = nullptr;  // the last path that could be a folder of the next ones
    for (const Named& named : left) {
      if (folder == nullptr || !named.path->is_below(*folder->path)) {
        folder = &named;
        continue;
      }
      if (++found > kMostPerRule) return;
      error(Code::path_conflict, *named.file, quoted(*folder->path) + " would be a file and the folder of " + quoted(*named.path), "delete the one, or choose another path")
          .notes.push_back(first_at(*folder->file));
    }
  }

  void check_overlap() {
    std::unordered_map<std::string_view, const FileEdit*> first;
    std::unordered_map<std::string_view, bool> reported;
    size_t found = 0;
    for (const Named& named : all_paths()) {
      const FileEdit& other = *first.emplace(named.path->str(), named.file).first->second;
      if (format_of(other) == format_of(*named.file) || std::exchange(reported[named.path->str()], true) || ++found > kMostPerRule) continue;
      error(Code::block_overlap, *named.file,
            "two kinds of block change " + quoted(*named.path) + ": '" + std::string(format_of(other)) + "' and '" + std::string(format_of(*named.file)) + "'",
            "change each file in one block, or allow it with --allow-overlap")
          .notes.push_back(first_at(other));
    }
  }

  void check_single_document() {
    const FileEdit* first = nullptr;
    for (const FileEdit& file : plan_.files) {
      if (format_of(file) != "bundle" && format_of(file) != "patch") continue;
      if (first == nullptr) first = &file;
      if (file.block == first->block) continue;
      Diagnostic warning = make_error(Code::style, "there is more than one JSON document (SYS-004 §8)", "put all entries into one document");
      warning.where = input_.place_of(file.origin.offset, file.origin.pointer);
      out_.warnings.push_back(std::move(warning));
      return;
    }
  }

  const Input& input_;
  const Plan& plan_;
  const CheckOptions& options_;
  Diagnostics out_;
};

}  // namespace

Diagnostics check_plan(const Input& input, const Plan& plan, const CheckOptions& options) { return PlanCheck(input, plan, options).run(); }

}  // namespace aptix::format
