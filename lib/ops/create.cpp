// Tries the ways to say a change, weakest first, and takes the first that reads back as what was meant.
#include "ops/create.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

#include "base/text.h"
#include "edit/find_texts.h"
#include "edit/resolve.h"
#include "format/compose.h"
#include "format/extract.h"
#include "format/format.h"
#include "render/diff.h"

namespace aptix::ops {
namespace {

// How a form is written, and which operations it has beside find and replace.
struct FormRow {
  std::string_view name;
  DocumentForm form;
  std::string (*compose)(std::span<const format::ComposedFile> files);
  bool creates, replaces, deletes, has_diffs;
};
constexpr FormRow kForms[] = {
    {"bundle", DocumentForm::bundle, format::compose_bundle, true, true, true, true},
    {"patch", DocumentForm::patch, format::compose_patch, false, false, false, false},
    {"gitpatch", DocumentForm::gitpatch, nullptr, false, false, false, true},
    {"search-replace", DocumentForm::search_replace, format::compose_search_replace, true, false, false, false},
    {"v4a", DocumentForm::v4a, format::compose_v4a, true, false, true, false},
};

const FormRow& row_of(DocumentForm form) {
  return *std::find_if(std::begin(kForms), std::end(kForms), [form](const FormRow& row) { return row.form == form; });
}

// The old side of the changes, as if it were the tree.
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

bool same_change(const FileChange& a, const FileChange& b) {
  if (a.path != b.path || a.after_exists != b.after_exists) return false;
  if (!a.after_exists) return true;
  return a.after_kind == b.after_kind && a.after_bytes() == b.after_bytes();
}

// Reads the document back and applies it to the old files.
bool says(const std::string& text, const ChangeSet& meant) {
  Input input("the document", text);
  Plan plan;
  Diagnostics diagnostics;
  auto extracted = format::extract(input);
  diagnostics.add(std::move(extracted.diagnostics));
  for (const Block& block : extracted.value.blocks)
    if (const format::Format* form = format::detect(block)) diagnostics.add(form->parse(input, block, {}, plan));
  if (!diagnostics.ok() || plan.files.empty() || !format::check_plan(input, plan, {}).ok()) return false;
  OldSide reader(meant);
  auto resolved = edit::resolve(input, plan, reader, {.allow_placeholders = true});
  if (!resolved.ok() || !resolved.value.complete()) return false;
  std::map<RelPath, const FileChange*> made;
  for (const FileChange& change : resolved.value.changes) made.emplace(change.path, &change);
  return made.size() == meant.changes.size() && std::all_of(meant.changes.begin(), meant.changes.end(), [&](const FileChange& change) {
           auto found = made.find(change.path);
           return found != made.end() && same_change(*found->second, change);
         });
}

ChangeSet only(const FileChange& change) {
  ChangeSet set;
  set.changes.push_back(change);
  set.changes.back().from.reset();
  return set;
}

// Entries of bundles and patches, with the texts that they view.
class EntryMaker {
 public:
  explicit EntryMaker(const FormRow& row) : row_(row) {}

  // Nothing: the form cannot say it.
  std::optional<format::ComposedFile> entry_for(const FileChange& change) {
    ChangeSet meant = only(change);
    for (auto way : {&EntryMaker::by_patches, &EntryMaker::by_content, &EntryMaker::by_deletion, &EntryMaker::by_diff}) {
      std::optional<format::ComposedFile> entry = (this->*way)(change);
      if (entry && says(row_.compose({&*entry, 1}), meant)) return entry;
    }
    return {};
  }

 private:
  using Entry = std::optional<format::ComposedFile>;

  static bool is_text(std::string_view bytes) { return !find_invalid_utf8(bytes); }
  static bool is_plain_file(const FileImage& image) { return image.exists && image.kind != FileKind::symlink; }

  Entry by_patches(const FileChange& change) {
    if (!is_plain_file(change.before) || !change.after_exists || change.after_kind != change.before.kind) return {};
    std::string_view after = keep(change.after_bytes());
    if (!is_text(change.before.bytes) || !is_text(after)) return {};
    auto found = edit::find_texts(change.before.bytes, after);
    if (!found) return {};
    format::ComposedFile file{.path = std::string(change.path.str()), .operation = "patch"};
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
    return format::ComposedFile{.path = std::string(change.path.str()), .operation = new_file ? "create" : "replace", .content = after};
  }

  Entry by_deletion(const FileChange& change) {
    if (!row_.deletes || change.after_exists || !is_plain_file(change.before)) return {};
    return format::ComposedFile{.path = std::string(change.path.str()), .operation = "delete"};
  }

  Entry by_diff(const FileChange& change) {
    if (!row_.has_diffs) return {};
    std::string_view diff = keep(render::unified_diff(only(change)));
    if (!is_text(diff)) return {};
    return format::ComposedFile{.path = std::string(change.path.str()), .operation = "gitPatch", .content = diff};
  }

  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  const FormRow& row_;
  std::deque<std::string> texts_;
};

Diagnostic cannot_say(const FileChange& change, DocumentForm form) {
  std::string_view others = form == DocumentForm::gitpatch ? "leave the file out" : "use '--as gitpatch', or leave the file out";
  return make_error(Code::form_cannot_say,
                    fmt::format("the form '{}' cannot say the change of '{}'", row_of(form).name, escape_for_display(change.path.str())),
                    std::string(others))
      .at(std::string(change.path.str()));
}

Outcome<std::string> create_entries(const ChangeSet& changes, DocumentForm form) {
  Outcome<std::string> outcome;
  EntryMaker maker(row_of(form));
  std::vector<format::ComposedFile> files;
  for (const FileChange& change : changes.changes) {
    if (auto entry = maker.entry_for(change)) files.push_back(std::move(*entry));
    else outcome.diagnostics.errors.push_back(cannot_say(change, form));
  }
  outcome.value = row_of(form).compose(files);
  return outcome;
}

Outcome<std::string> create_diff(const ChangeSet& changes) {
  Outcome<std::string> outcome;
  for (const FileChange& change : changes.changes) {
    ChangeSet meant = only(change);
    std::string diff = render::unified_diff(meant);
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

Outcome<std::string> create_document(const ChangeSet& changes, DocumentForm form) {
  Outcome<std::string> outcome = form == DocumentForm::gitpatch ? create_diff(changes) : create_entries(changes, form);
  // Each change can be said by itself; together they must still mean the same.
  if (outcome.ok() && !changes.changes.empty() && !says(outcome.value, changes))
    outcome.diagnostics.errors.push_back(
        make_error(Code::form_cannot_say, fmt::format("the form '{}' cannot say these changes in one document", row_of(form).name),
                   "create a document for fewer files"));
  return outcome;
}

}  // namespace aptix::ops
