// Plans in a line each, and what a resolver made of them.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edit/basis/line_stats.h"
#include "edit/resolve.h"
#include "support/mem_reader.h"

namespace aptix::test {

inline RelPath path(std::string_view text) { return RelPath::parse(text).value(); }

inline FileEdit entry(Operation operation, std::string_view file, std::vector<Edit> edits = {}) {
  FileEdit made{.operation = operation, .path = path(file)};
  made.edits = std::move(edits);
  return made;
}
inline Edit whole(std::string_view content) { return {Whole{content}, {}}; }
inline Edit once(std::string_view find, std::string_view replace) {
  return {FindReplace{find, replace, Limit::once}, {}};
}
inline Edit all(std::string_view find, std::string_view replace) {
  return {FindReplace{find, replace, Limit::all}, {}};
}

// Lines as a diff has them: " a", "-a", "+a".
inline Edit hunk(uint64_t start, std::vector<std::string_view> lines) {
  diff::Hunk made;
  made.old_start = made.new_start = start;
  made.has_numbers = start != 0;
  for (std::string_view line : lines) {
    auto kind = line.front() == '+' ? diff::HunkLine::Kind::added
        : line.front() == '-'       ? diff::HunkLine::Kind::removed
                                    : diff::HunkLine::Kind::context;
    made.lines.push_back({kind, line.substr(1)});
  }
  return {std::move(made), {}};
}

// An entry as the diff format makes it.
inline FileEdit of_diff(FileEdit made, std::string_view pointer = {}) {
  made.contract = Contract::unique;
  made.order = Order::as_before;
  made.origin.pointer = pointer;
  return made;
}
// An entry as a dialect makes it whose entries follow each other.
inline FileEdit of_dialect(FileEdit made) {
  made.contract = Contract::unique;
  return made;
}
inline FileEdit moved(Operation operation, std::string_view from, std::string_view to, std::vector<Edit> edits = {}) {
  FileEdit made = entry(operation, to, std::move(edits));
  made.from = path(from);
  return made;
}

struct Resolved {
  Outcome<ChangeSet> out;

  const ChangeSet& set() const { return out.value; }
  const std::vector<Diagnostic>& errors() const { return out.diagnostics.errors; }
  const std::vector<Diagnostic>& warnings() const { return out.diagnostics.warnings; }
  const FileChange* change(std::string_view file) const {
    for (const FileChange& change : out.value.changes)
      if (change.path.str() == file) return &change;
    return nullptr;
  }
  // The content after, "(none)" when the file is gone, "(same)" when it is not among the changes.
  std::string after(std::string_view file) const {
    const FileChange* found = change(file);
    if (found == nullptr) return "(same)";
    return found->after_exists ? found->after_bytes() : "(none)";
  }
  const EditOutcome& edit(size_t file, size_t number) const { return out.value.outcomes.at(file).edits.at(number); }
};

inline Resolved resolved(
    MemReader& reader, std::vector<FileEdit> files, const edit::ResolveOptions& options = {}, std::string input = "") {
  Input text("answer.md", std::move(input));
  Plan plan;
  plan.files = std::move(files);
  Resolved done{edit::resolve(text, plan, reader, options)};
  edit::count_changed_lines(done.out.value);
  for (const FileChange& change : done.set().changes) CHECK(change.after_bytes().size() == change.after_size);
  CHECK(done.set().outcomes.size() == plan.files.size());
  return done;
}

// REQUIRES one error or warning: the code and the message of it.
inline const Diagnostic& only(const std::vector<Diagnostic>& said) {
  REQUIRE(said.size() == 1);
  return said.front();
}

}  // namespace aptix::test
