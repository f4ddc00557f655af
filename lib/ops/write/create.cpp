// Tries the ways to express a change, weakest first, and uses the first that reads back as meant.
#include "ops/write/write.h"

#include <fmt/format.h>

#include <deque>

#include "answer/outline/extract.h"
#include "answer/tree/compose.h"
#include "base/text/text.h"
#include "edit/lines/edits_between.h"
#include "render/diff.h"

namespace aptix::ops {
namespace {

// How a form is written, and its operations besides find and replace.
struct FormRow {
  std::string_view name;
  DocumentForm form;
  std::string (*compose)(std::span<const answer::ComposedFile> files);
  bool creates, replaces, deletes, has_diffs;
};
constexpr FormRow kForms[] = {
    {"bundle", DocumentForm::bundle, answer::compose_bundle, true, true, true, true},
    {"patch", DocumentForm::patch, answer::compose_patch, false, false, false, false},
    {"line-patch", DocumentForm::line_patch, nullptr, false, false, false, false},
    {"gitpatch", DocumentForm::gitpatch, nullptr, false, false, false, true},
    {"search-replace", DocumentForm::search_replace, answer::compose_search_replace, true, false, false, false},
    {"v4a", DocumentForm::v4a, answer::compose_v4a, true, false, true, false},
    {"whole", DocumentForm::whole, answer::compose_whole, true, true, false, false},
};

const FormRow& form_row(DocumentForm form) {
  return *std::find_if(std::begin(kForms), std::end(kForms), [form](const FormRow& row) { return row.form == form; });
}

// The old side of the changes as a tree.
class OldSide final : public Reader {
 public:
  explicit OldSide(const ChangeSet& changes) {
    for (const FileChange& change : changes.changes)
      if (change.before.exists) images_.emplace(change.path.str(), change.before);
  }
  Result<FileImage> read(const RelPath& path) override {
    auto found = images_.find(path.str());
    return found == images_.end() ? FileImage{} : found->second;
  }

 private:
  std::map<std::string, FileImage, std::less<>> images_;
};

// The files that docPaths name.
using DocPathsUsed = std::map<std::string, RelPath>;

struct ReadBack {
  DocPathsUsed doc_paths = {};
  bool allow_placeholders = true;
};

bool is_same(const ChangeSet& made, const ChangeSet& meant) {
  std::map<RelPath, const FileChange*> by_path;
  for (const FileChange& change : made.changes) by_path.emplace(change.path, &change);
  return by_path.size() == meant.changes.size() && std::ranges::all_of(meant.changes, [&](const FileChange& change) {
    auto found = by_path.find(change.path);
    if (found == by_path.end() || found->second->after_exists != change.after_exists) return false;
    return !change.after_exists ||
        (found->second->after_kind == change.after_kind && found->second->after_bytes() == change.after_bytes());
  });
}

struct BackRead {
  bool as_meant = false;
  Diagnostics said = {};
};

// Reads the document back and applies it to the old files.
BackRead read_back(const std::string& text, const ChangeSet& meant, const ReadBack& how) {
  Input input("the document", text);
  Plan plan;
  BackRead out;
  answer::Extracted extracted = out.said.take(answer::extract(input));
  for (const Block& block : extracted.blocks)
    if (block.format != nullptr) out.said.add(block.format->parse(input, block, {}, plan));
  if (!out.said.ok() || plan.files.empty()) return out;
  for (FileEdit& file : plan.files) {
    if (file.names.doc_path.empty()) continue;
    auto found = how.doc_paths.find(file.names.doc_path);
    if (found == how.doc_paths.end()) return out;
    file.path = found->second;
  }
  out.said.add(answer::check_plan(input, plan, {}));
  if (!out.said.ok()) return out;
  OldSide reader(meant);
  ChangeSet made = out.said.take(
      edit::resolve(input, plan, reader, {.whole = WholeMode::replace, .allow_placeholders = how.allow_placeholders}));
  out.as_meant = out.said.ok() && made.complete() && is_same(made, meant);
  return out;
}

bool says(const std::string& text, const ChangeSet& meant, const ReadBack& how = {}) {
  return read_back(text, meant, how).as_meant;
}

bool is_plain_file(const FileImage& image) { return image.exists && image.kind != FileKind::symlink; }

ChangeSet only(const FileChange& change) {
  ChangeSet set;
  set.changes.push_back(change);
  set.changes.back().from.reset();
  return set;
}

// Makes entries of bundles and patches; owns the texts that they view.
class EntryMaker {
 public:
  explicit EntryMaker(const FormRow& row) : row_(row) {}

  using Entry = std::optional<answer::ComposedFile>;

  // nullopt if the form cannot express it.
  Entry entry_for(const FileChange& change) {
    ChangeSet meant = only(change);
    auto is_meant = [&](const Entry& entry) { return entry && says(row_.compose({&*entry, 1}), meant); };
    for (auto way : {&EntryMaker::by_patches, &EntryMaker::by_content, &EntryMaker::by_deletion})
      if (Entry entry = (this->*way)(change); is_meant(entry)) return entry;
    for (auto contents : {render::Contents::as_git_does, render::Contents::as_binary})
      if (Entry entry = by_diff(meant, contents); is_meant(entry)) return entry;
    return {};
  }

 private:
  static bool is_text(std::string_view bytes) { return !find_invalid_utf8(bytes); }

  Entry by_patches(const FileChange& change) {
    if (!is_plain_file(change.before) || !change.after_exists || change.after_kind != change.before.kind) return {};
    std::string_view after = keep(change.after_bytes());
    if (!is_text(change.before.bytes) || !is_text(after)) return {};
    auto found = edit::find_texts(change.before.bytes, after);
    if (!found) return {};
    answer::ComposedFile file{.path = change.path.str(), .operation = "patch"};
    size_t size = 0;
    for (const edit::Replacement& one : *found) {
      file.patches.push_back({one.find, one.replace});
      size += one.find.size() + one.replace.size();
    }
    bool longer_than_the_file = row_.replaces && size > after.size();
    if (longer_than_the_file) return {};
    return file;
  }

  Entry by_content(const FileChange& change) {
    bool new_file = !change.before.exists && change.after_exists && change.after_kind == FileKind::regular;
    bool same_kind = is_plain_file(change.before) && change.after_exists && change.after_kind == change.before.kind;
    std::string_view after = keep(change.after_bytes());
    bool can_say = (new_file && row_.creates) || (same_kind && row_.replaces);
    if (!can_say || !is_text(after)) return {};
    return answer::ComposedFile{
        .path = change.path.str(), .operation = new_file ? "create" : "replace", .content = after};
  }

  Entry by_deletion(const FileChange& change) {
    if (!row_.deletes || change.after_exists || !is_plain_file(change.before)) return {};
    return answer::ComposedFile{.path = change.path.str(), .operation = "delete"};
  }

  Entry by_diff(const ChangeSet& change, render::Contents contents) {
    if (!row_.has_diffs) return {};
    std::string_view diff = keep(render::unified_diff(change, contents));
    if (!is_text(diff)) return {};
    return answer::ComposedFile{.path = change.changes.front().path.str(), .operation = "gitPatch", .content = diff};
  }

  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  const FormRow& row_;
  std::deque<std::string> texts_;
};

Diagnostic cannot_say(const FileChange& change, DocumentForm form) {
  std::string_view others =
      form_row(form).has_diffs ? "leave the file out" : "take the form 'bundle' or 'gitpatch', or leave the file out";
  return error_at(change.path.str(), Code::form_cannot_say,
      fmt::format(
          "the form '{}' cannot say the change of '{}'", form_row(form).name, escape_for_display(change.path.str())),
      std::string(others));
}

// Each change can be expressed alone. Checks that together they still mean the same, if possible without an option.
Diagnostics prove(
    const std::string& document, const ChangeSet& changes, DocumentForm form, const DocPathsUsed& doc_paths) {
  Diagnostics said;
  if (says(document, changes, {.doc_paths = doc_paths, .allow_placeholders = false})) return said;
  BackRead back = read_back(document, changes, {.doc_paths = doc_paths});
  if (back.as_meant) {
    said.warnings.push_back(
        make_error(Code::placeholder, "the new text has lines that look as if they stood for text that was left out",
            "apply the document with '--allow-placeholders'"));
    return said;
  }
  Diagnostic& what = said.errors.emplace_back(make_error(Code::form_cannot_say,
      fmt::format("the form '{}' cannot say these changes in one document", form_row(form).name),
      "create a document for fewer files"));
  if (!back.said.errors.empty()) what.notes.push_back("it would be refused: " + back.said.errors.front().message);
  return said;
}

Outcome<std::string> create_entries(const ChangeSet& changes, DocumentForm form) {
  Outcome<std::string> outcome;
  EntryMaker maker(form_row(form));
  std::vector<answer::ComposedFile> files;
  for (const FileChange& change : changes.changes) {
    if (auto entry = maker.entry_for(change)) files.push_back(std::move(*entry));
    else outcome.diagnostics.errors.push_back(cannot_say(change, form));
  }
  outcome.value = form_row(form).compose(files);
  return outcome;
}

// The line changes of a file; nullopt if lines cannot express the change.
std::optional<answer::ComposedLines> lines_entry(
    const FileChange& change, const std::string& doc_path, const std::string& after) {
  if (!is_plain_file(change.before) || !change.after_exists) return {};
  edit::LineChangesBetween made = edit::line_changes_between(change.before.bytes, after);
  answer::ComposedLines file{.doc_path = doc_path,
      .original = sha256(change.before.bytes),
      .changes = std::move(made.changes),
      .lines = std::move(made.lines)};
  if (std::ranges::any_of(file.lines, [](std::string_view line) { return find_invalid_utf8(line).has_value(); }))
    return {};
  if (!says(answer::compose_line_patch({&file, 1}), only(change), {.doc_paths = {{doc_path, change.path}}})) return {};
  return file;
}

Outcome<std::string> create_line_patch(const ChangeSet& changes, const DocPathOf& doc_path_of) {
  Outcome<std::string> outcome;
  DocPathsUsed doc_paths;
  std::deque<std::string> afters;
  std::vector<answer::ComposedLines> files;
  for (const FileChange& change : changes.changes) {
    Result<std::string> doc_path = doc_path_of(change.path);
    if (!doc_path) {
      outcome.diagnostics.errors.push_back(std::move(doc_path).error().at(change.path.str()));
    } else if (auto entry = lines_entry(change, *doc_path, afters.emplace_back(change.after_bytes()))) {
      files.push_back(std::move(*entry));
      doc_paths.emplace(*doc_path, change.path);
    } else {
      outcome.diagnostics.errors.push_back(cannot_say(change, DocumentForm::line_patch));
    }
  }
  outcome.value = answer::compose_line_patch(files);
  if (outcome.ok()) outcome.diagnostics.add(prove(outcome.value, changes, DocumentForm::line_patch, doc_paths));
  return outcome;
}

Outcome<std::string> create_diff(const ChangeSet& changes) {
  Outcome<std::string> outcome;
  outcome.value = render::unified_diff(changes, render::Contents::as_git_does);
  if (says(outcome.value, changes)) return outcome;  // renames are kept as renames
  outcome.value.clear();
  for (const FileChange& change : changes.changes) {
    ChangeSet meant = only(change);
    std::string diff = render::unified_diff(meant, render::Contents::as_git_does);
    if (!says(diff, meant)) diff = render::unified_diff(meant, render::Contents::as_binary);
    if (!says(diff, meant)) outcome.diagnostics.errors.push_back(cannot_say(change, DocumentForm::gitpatch));
    outcome.value += diff;
  }
  return outcome;
}

}  // namespace

std::optional<DocumentForm> document_form(std::string_view name) {
  for (const FormRow& row : kForms)
    if (row.name == name) return row.form;
  return {};
}

Outcome<std::string> create_document(const ChangeSet& changes, DocumentForm form, const DocPathOf& doc_path_of) {
  if (form == DocumentForm::line_patch) return create_line_patch(changes, doc_path_of);
  Outcome<std::string> outcome = form == DocumentForm::gitpatch ? create_diff(changes) : create_entries(changes, form);
  if (outcome.ok()) outcome.diagnostics.add(prove(outcome.value, changes, form, {}));
  return outcome;
}

namespace {

Diagnostic no_canonical_form(const Input& input, const Block& block, uint64_t number, const answer::Format& form) {
  Diagnostic what = make_error(Code::form_cannot_say,
      fmt::format("block {} is of the form '{}', and only JSON documents have a canonical one", number, form.name),
      "make a document of all blocks with 'aptix convert --to bundle', or name the others with '--block'");
  what.where = input.place_of(block.to_input(input, 0));
  return what;
}

}  // namespace

Converted convert(std::span<const std::unique_ptr<Input>> inputs, disk::Workspace& workspace, ApplyRequest request,
    DocumentForm form) {
  Converted converted;
  Diagnostics said;
  auto compose = [&](const ChangeSet& found, const disk::Workspace& at) {
    ChangeSet changes;  // with paths below the root of `workspace`; those in `found` are relative to the root of `at`
    changes.changes = found.changes;
    bool moves = at.root_prefix() != workspace.root_prefix();
    if (Status moved = moves ? move_to_root(changes, workspace.root_prefix()) : Status(); !moved)
      return said.errors.push_back(std::move(moved).error());
    if (changes.changes.empty())
      return said.errors.push_back(make_error(Code::form_no_change,
          "there is nothing to convert: the files are already as the document makes them",
          "convert it against the files as they were before"));
    Outcome<std::string> document = create_document(changes, form, doc_paths_of(workspace, request.repository));
    bool made = document.ok();
    said.add(std::move(document.diagnostics));
    if (!made) return;
    converted.document = std::move(document.value);
    for (const FileChange& change : changes.changes) converted.paths.push_back(change.path.str());
  };
  request.stop = Stop::before_stage;
  request.see = compose;
  converted.report = apply(inputs, workspace, request);
  converted.report.diagnostics.add(std::move(said));
  return converted;
}

Outcome<std::vector<CanonicalDocument>> canonical_documents(
    std::span<const std::unique_ptr<Input>> inputs, const ApplyRequest& request) {
  Outcome<std::vector<CanonicalDocument>> outcome;
  uint64_t number = 0;
  for (const auto& input : inputs) {
    auto extracted = answer::extract(*input);
    for (const Block& block : extracted.value.blocks) {
      const answer::Format* form = block.format;
      if (!request.takes_block(++number) || form == nullptr) continue;
      if (auto text = answer::canonical_document(block, form->json))
        outcome.value.push_back({number, form->name, std::move(*text)});
      else outcome.diagnostics.errors.push_back(no_canonical_form(*input, block, number, *form));
    }
  }
  return outcome;
}

}  // namespace aptix::ops
