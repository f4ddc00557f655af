// Checks of the whole plan, before any file is read. Each finding names both places.
#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "answer/format.h"
#include "base/text/text.h"
#include "model/known_folders.h"

namespace aptix::answer {
namespace {

bool has_whole(const FileEdit& file) { return std::ranges::any_of(file.edits, is_whole); }

// A block with a path may be only a part of its file, and so may others. The file tells.
bool may_be_part(const FileEdit& file) {
  const Whole* whole = whole_of(file);
  return whole != nullptr && !whole->is_ordered() && file.operation == Operation::write;
}

// A diff that itself says that the file is new also gives the whole content.
bool is_made_of_lines(const FileEdit& file) {
  return file.order == Order::as_before && file.operation == Operation::create && !file.fills_empty && !has_whole(file);
}

class PlanCheck {
 public:
  PlanCheck(const Input& input, const Plan& plan, const CheckOptions& options)
      : input_(input),
        plan_(plan),
        options_(options) {}

  Diagnostics run() {
    check_limits();
    if (!out_.ok()) return std::move(out_);
    collect_paths();
    check_each_path();
    check_case_twins();
    check_folders();
    if (options_.formatting) check_single_document();
    return std::move(out_);
  }

 private:
  // What the plan says about one path.
  struct PathState {
    const RelPath* path = nullptr;
    const FileEdit* first = nullptr;          // the first edit for it
    const FileEdit* content = nullptr;        // the first one with the whole content
    const FileEdit* other_kind = nullptr;     // the first one in another kind of block than `first`
    const FileEdit* left_by = nullptr;        // the last one, unless it deletes or moves the file
    std::vector<const FileEdit*> repeated{};  // further ones with the whole content
  };

  void collect_paths() {
    states_.reserve(plan_.files.size());
    index_.reserve(plan_.files.size());
    for (const FileEdit& file : plan_.files) {
      using Told = Whole::Told;
      const Whole* whole = whole_of(file);
      if (whole != nullptr && (whole->told == Told::again || whole->told == Told::recap || whole->told == Told::cited))
        continue;
      if (file.from) state_of(*file.from, file).left_by = file.operation == Operation::rename ? nullptr : &file;
      PathState& state = state_of(file.path, file);
      state.left_by = file.operation == Operation::remove ? nullptr : &file;
      if (!has_whole(file) && !is_made_of_lines(file)) continue;
      if (state.content == nullptr) {
        state.content = &file;
        continue;
      }
      // Answers repeat diffs as a whole: resolve sees then that the file exists already.
      const Format* format = format_of(*state.content);
      bool diff_again = format != nullptr && format->is_diff && format_of(file) == format &&
          is_made_of_lines(*state.content) && is_made_of_lines(file);
      if (!diff_again && !(may_be_part(*state.content) && may_be_part(file))) state.repeated.push_back(&file);
    }
  }

  PathState& state_of(const RelPath& path, const FileEdit& file) {
    auto [at, is_new] = index_.emplace(path.str(), states_.size());
    if (is_new) {
      states_.push_back({.path = &path, .first = &file});
      folders_.add(path.str());
    }
    PathState& state = states_[at->second];
    if (state.other_kind == nullptr && format_of(file) != format_of(*state.first)) state.other_kind = &file;
    return state;
  }

  const Format* format_of(const FileEdit& file) const {
    return file.block < options_.blocks.size() ? options_.blocks[file.block].format : nullptr;
  }

  std::string format_name(const FileEdit& file) const {
    const Format* format = format_of(file);
    return format == nullptr ? std::string() : std::string(format->name);
  }

  // `first`: the edit that it contradicts. Each error costs a pass over the input for its places.
  void error(Code code, const FileEdit& file, const FileEdit& first, std::string message, std::string hint) {
    constexpr size_t kMostErrors = 300;
    if (out_.errors.size() >= kMostErrors) return;
    Diagnostic error = make_error(code, std::move(message), std::move(hint));
    error.path = file.path.str();
    error.where = input_.place_of(file.origin.offset, file.origin.pointer);
    Place place = input_.place_of(first.origin.offset);
    error.notes.push_back("the first is at " + place.input + ":" + std::to_string(place.line));
    out_.errors.push_back(std::move(error));
  }

  void over_limit(std::string_view what, uint64_t is, uint64_t limit, std::string_view flag) {
    if (limit == 0 || is <= limit) return;
    out_.errors.push_back(
        make_error(Code::limit_exceeded, fmt::format("the input has {} {}; at most {} are allowed", is, what, limit),
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

  void check_each_path() {
    for (const PathState& state : states_) {
      for (const FileEdit* file : state.repeated)
        error(Code::content_twice, *file, *state.content,
            "the whole content of " + in_quotes(*state.path) + " is given twice", "give one entry for it");
      if (state.other_kind != nullptr && !options_.allow_overlap)
        error(Code::block_overlap, *state.other_kind, *state.first,
            fmt::format("two kinds of block change {}: '{}' and '{}'", in_quotes(*state.path),
                format_name(*state.first), format_name(*state.other_kind)),
            "change each file in one block, or allow it with --allow-overlap");
    }
  }

  // Names the code points that differ if the letters may look alike.
  static std::string how_they_differ(std::string_view a, std::string_view b) {
    size_t at = static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
    while (at > 0 && at < a.size() && (static_cast<unsigned char>(a[at]) & 0xC0) == 0x80) --at;
    char32_t in_a = at < a.size() ? decode_utf8(a, at).value : 0;
    char32_t in_b = at < b.size() ? decode_utf8(b, at).value : 0;
    if (in_a < 0x80 && in_b < 0x80) return "case";
    return fmt::format("case or in how letters are composed: U+{:04X} and U+{:04X}", static_cast<uint32_t>(in_a),
        static_cast<uint32_t>(in_b));
  }

  // Not for diffs, which may rename a to A.
  void check_case_twins() {
    // Could simple case mapping or composition make another path of it?
    auto folds = [](char byte) { return (byte >= 'A' && byte <= 'Z') || static_cast<unsigned char>(byte) >= 0x80; };
    if (std::ranges::none_of(
            states_, [&](const PathState& state) { return std::ranges::any_of(state.path->str(), folds); }))
      return;
    std::unordered_map<std::string, const FileEdit*> first;
    first.reserve(plan_.files.size());
    for (const FileEdit& file : plan_.files) {
      if (const Format* format = format_of(file); format != nullptr && format->is_diff) continue;
      const FileEdit& other =
          *first.emplace(std::to_string(file.block) + '/' + fold_case(file.path.str()), &file).first->second;
      if (other.path == file.path) continue;
      error(Code::path_case_twin, file, other,
          "the paths " + in_quotes(other.path) + " and " + in_quotes(file.path) + " differ only in " +
              how_they_differ(other.path.str(), file.path.str()),
          "write the path as the file is called");
    }
  }

  // The topmost path above this one at which the plan leaves a file; null if there is none.
  const PathState* file_above(std::string_view path) const {
    const PathState* topmost = nullptr;
    for (path = folders_.above(path); !path.empty(); path = folders_.above(path)) {
      auto above = index_.find(path);
      if (above != index_.end() && states_[above->second].left_by != nullptr) topmost = &states_[above->second];
    }
    return topmost;
  }

  // Reports a file that would have to be a folder as well.
  void check_folders() {
    std::map<std::string_view, std::pair<const PathState*, const PathState*>> found;  // by the path inside
    for (const PathState& state : states_)
      if (const PathState* folder = state.left_by != nullptr ? file_above(state.path->str()) : nullptr)
        found.emplace(state.path->str(), std::pair(folder, &state));
    for (const auto& [path, pair] : found) {
      const auto& [folder, inside] = pair;
      error(Code::path_conflict, *inside->left_by, *folder->left_by,
          in_quotes(*folder->path) + " would be a file and the folder of " + in_quotes(*inside->path),
          "delete " + in_quotes(*folder->path) + " in the same answer, or choose another path");
    }
  }

  void check_single_document() {
    const FileEdit* first = nullptr;
    for (const FileEdit& file : plan_.files) {
      const Format* format = format_of(file);
      if (format == nullptr || !format->is_document) continue;
      if (first == nullptr) first = &file;
      if (file.block == first->block) continue;
      Diagnostic warning =
          make_error(Code::style, "there is more than one JSON document", "put all entries into one document");
      warning.where = input_.place_of(file.origin.offset, file.origin.pointer);
      out_.warnings.push_back(std::move(warning));
      return;
    }
  }

  const Input& input_;
  const Plan& plan_;
  const CheckOptions& options_;
  std::vector<PathState> states_;  // in the order in which they occur
  std::unordered_map<std::string_view, size_t> index_;
  KnownFolders folders_;  // of index_
  Diagnostics out_;
};

}  // namespace

Diagnostics check_plan(const Input& input, const Plan& plan, const CheckOptions& options) {
  return PlanCheck(input, plan, options).run();
}

}  // namespace aptix::answer
