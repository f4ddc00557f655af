#include "ops/apply/steps.h"

#include <fmt/format.h>

#include <unordered_set>
#include <utility>

#include "base/hash/sha256.h"
#include "base/text/text.h"

namespace aptix::ops {
namespace {

// If '--block' or '--only' leaves nothing.
std::optional<Diagnostic> left_out_by_options(const ApplyRequest& request, const ReadAnswer& answer) {
  auto is_taken = [&](const BlockReport& block) { return request.takes_block(block.number); };
  if (!request.blocks.empty() && std::ranges::none_of(answer.found, is_taken))
    return make_error(Code::input_no_edit, fmt::format("the input has no block {}", fmt::join(request.blocks, " or ")),
        fmt::format("'aptix bundle validate -v' lists its blocks: {}", answer.found.size()));
  if (!answer.blocks.empty() && !request.only.empty())
    return make_error(
        Code::input_no_edit, "the input changes no file that fits '--only'", "'aptix bundle validate' lists the files");
  return std::nullopt;
}

}  // namespace

Diagnostic nothing_to_do(
    std::span<const std::unique_ptr<Input>> inputs, const ApplyRequest& request, const ReadAnswer& answer) {
  if (answer.declined)
    return make_error(Code::answer_declined, "the answer declines: it says that no safe change can be given",
        "ask for a file bundle, or give the model the files it needs");
  bool empty = std::ranges::all_of(inputs, [](const auto& input) { return is_blank(input->bytes); });
  if (auto left_out = left_out_by_options(request, answer)) return std::move(*left_out);
  bool is_plain = inputs.size() == 1 && request.formats.empty() && request.alone == nullptr;
  size_t colours = is_plain ? inputs.front()->bytes.find("\x1b[") : std::string_view::npos;
  if (colours != std::string_view::npos) {
    Diagnostic error = make_error(Code::block_unread, "terminal colours stand in the input",
        "give it without them, as 'git diff --no-color' prints it");
    error.where = {.input = inputs.front()->name, .line = line_at(inputs.front()->bytes, colours), .column = 1};
    return error;
  }
  std::string_view hint =
      "give each change as a diff, or each file in a code block with its path on the line above; 'aptix help bundle "
      "apply' shows all forms";
  if (request.alone != nullptr && !request.alone->hint_alone.empty()) hint = request.alone->hint_alone;
  if (!request.formats.empty())
    hint = "give a line-patch batch or a structured patch; 'aptix bundle apply' reads the other forms";
  if (request.formats.size() == 1) hint = "give a line-patch batch; 'aptix bundle apply' reads the other forms";
  Diagnostic error =
      make_error(Code::input_no_edit, empty ? "the input is empty" : "the input holds no edit", std::string(hint));
  error.where.input = inputs.empty() ? std::string() : inputs.front()->name;
  for (const BlockReport& block : answer.found) {
    if (error.notes.size() == 5) break;
    if (block.why.empty()) continue;
    if (error.where.line == 0 && inputs.size() == 1) error.where.line = block.line;
    error.notes.push_back(fmt::format("block {} at line {} was skipped: {}", block.number, block.line, block.why));
  }
  return error;
}

namespace {

void check_base(const ExpectedFile& expected, const FileImage& file, Diagnostics& said) {
  if (expected.sha.empty() && (!expected.needs_sha || !file.exists)) return;
  std::string now = file.exists ? sha256(file.bytes).hex() : "";
  std::string name = in_quotes(expected.path);
  if (expected.sha.empty()) {
    said.errors.push_back(error_at(expected.path, Code::file_exists,
        fmt::format("{} is there, and it is not said which text of it is to be replaced", name),
        fmt::format("read it; if all of it is to go, give 'base_sha256' \"{}\"", now)));
  } else if (!now.starts_with(expected.sha)) {
    std::string what = now.empty() ? fmt::format("{} is not there any more", name)
                                   : fmt::format("{} has changed since it was read: its SHA-256 is {}", name, now);
    said.errors.push_back(
        error_at(expected.path, Code::hash_mismatch, std::move(what), "read the file again and make the edit anew"));
  }
}

}  // namespace

Diagnostics hold_to_expected(ExpectedFile expected, const Outcome<ChangeSet>& resolved, Reader& reader) {
  const std::vector<FileChange>& all = resolved.value.changes;
  Diagnostics said;
  if (expected.path.empty() && all.size() > 1)
    said.errors.push_back(make_error(Code::usage,
        fmt::format("the patch changes {} files, and 'base_sha256' is the SHA-256 of one", all.size()),
        "give each file a patch of its own, or leave 'base_sha256' out"));
  auto path_before = [](const FileChange& change) { return change.from ? change.from->str() : change.path.str(); };
  auto is_changed = [](const FileChange& change) {
    return !change.before.exists || !change.after_exists || change.after_kind != change.before.kind ||
        change.after_bytes() != change.before.bytes;
  };
  if (expected.path.empty() && all.size() == 1) expected.path = path_before(all.front());
  if (expected.path.empty()) return said;
  bool changes = !resolved.ok();
  for (const FileChange& change : all) {
    bool meant = change.path.str() == expected.path || path_before(change) == expected.path;
    if (meant) changes = changes || is_changed(change);
    else
      said.errors.push_back(error_at(change.path.str(), Code::diff_path_mismatch,
          fmt::format(
              "the patch changes {}, and 'filepath' names {}", in_quotes(change.path.str()), in_quotes(expected.path)),
          "leave 'filepath' out where the patch names its files"));
  }
  auto path = RelPath::parse(expected.path, PathRules::documents);
  if (!changes || !path) return said;
  if (auto file = reader.read(*path)) check_base(expected, *file, said);
  return said;
}

namespace {

void add_edits(const FileEdit& entry, const FileOutcome& outcome, FileReport& file) {
  if (file.edits.empty()) file.edits.reserve(outcome.edits.size());
  for (size_t k = 0; k < outcome.edits.size() && k < entry.edits.size(); ++k) {
    file.edits.push_back(edit_report(outcome.edits[k], entry.edits[k].origin.pointer));
    if (file.edits.back().status == EditStatus::failed) file.status = "failed";
  }
}

void add_change(const FileChange& change, Done done, FileReport& file) {
  if (file.operation.empty()) file.operation = name(Operation::remove);  // removed by a rename
  bool came_again = change.after_exists && file.operation == name(Operation::remove);
  bool made = change.after_exists && !change.before.exists && file.from.empty();
  if (made || came_again) file.operation = name(change.before.exists ? Operation::write : Operation::create);
  if (file.status != "failed") file.status = done == Done::yes ? "changed" : "held";
  if (change.before.exists) file.before_sha = change.before_sha;
  if (done == Done::yes && change.after_exists) file.after_sha = change.after_sha;
  file.lines_added = change.lines_added;
  file.lines_removed = change.lines_removed;
}

}  // namespace

std::vector<FileReport> describe_files(const Plan& plan, const ChangeSet& changes, Done done) {
  std::vector<FileReport> files;
  std::unordered_map<std::string_view, size_t> places;
  files.reserve(plan.files.size());
  places.reserve(plan.files.size());
  auto report_of = [&](std::string_view path) -> FileReport& {
    auto [place, is_new] = places.try_emplace(path, files.size());
    if (is_new) files.emplace_back().path = path;
    return files[place->second];
  };
  for (size_t i = 0; i < plan.files.size(); ++i) {
    const FileEdit& entry = plan.files[i];
    FileReport& file = report_of(entry.path.str());
    bool is_new = file.operation.empty(), moves = entry.from && file.from.empty();
    if (is_new) file.doc_path = entry.names.doc_path;
    if (is_new) file.status = "unchanged";
    if (moves) file.from = entry.from->str();
    if (is_new || moves) file.operation = name(entry.operation);
    if (i < changes.outcomes.size()) add_edits(entry, changes.outcomes[i], file);
  }
  std::unordered_set<std::string_view> sources;
  for (const FileChange& change : changes.changes)
    if (change.from) sources.insert(change.from->str());
  for (const FileChange& change : changes.changes) {
    std::string_view path = change.path.str();
    bool told_with_target = sources.contains(path) && !places.contains(path);
    if (!told_with_target) add_change(change, done, report_of(path));
  }
  for (const KeptFile& kept : changes.kept)
    if (auto file = places.find(kept.path.str()); file != places.end())  // absent: the source of a copy
      files[file->second].before_sha = files[file->second].after_sha = kept.sha;
  return files;
}

}  // namespace aptix::ops
