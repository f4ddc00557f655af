#include "ops/write/write.h"

#include <fmt/format.h>

#include "answer/format.h"
#include "answer/outline/extract.h"
#include "answer/tree/canonical.h"
#include "ops/files/doc_paths.h"

namespace aptix::ops {
namespace {

// The changes with paths below the root of `workspace`; `at` is the root that theirs are relative to.
Result<ChangeSet> at_root(const ChangeSet& changes, const disk::Workspace& workspace, const disk::Workspace& at) {
  ChangeSet moved;
  moved.changes = changes.changes;
  if (at.root_prefix() != workspace.root_prefix()) TRY(move_to_root(moved, workspace.root_prefix()));
  return moved;
}

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
    Result<ChangeSet> changes = at_root(found, workspace, at);
    if (!changes) return said.errors.push_back(std::move(changes).error());
    if (changes->changes.empty())
      return said.errors.push_back(make_error(Code::form_no_change,
          "there is nothing to convert: the files are already as the document makes them",
          "convert it against the files as they were before"));
    Outcome<std::string> document = create_document(*changes, form, doc_paths_of(workspace, request.repository));
    bool made = document.ok();
    said.add(std::move(document.diagnostics));
    if (!made) return;
    converted.document = std::move(document.value);
    for (const FileChange& change : changes->changes) converted.paths.push_back(change.path.str());
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
