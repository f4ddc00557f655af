// Documents out: the reverse of applying. What is written is proved before it is handed out: read and resolved against
// the old files it gives the new ones, byte for byte.
#pragma once

#include <utility>

#include "base/text/literal.h"
#include "ops/apply/apply.h"
#include "ops/files/tree_file.h"
#include "ops/gitpatch/git_repository.h"

namespace aptix::ops {

// --- where the changes come from

// The files that `paths` name (folders: all below) as if they were new. Paths are relative to the root.
// Errors: those of Tree, path_*.
Outcome<ChangeSet> whole_files(const Tree& tree, Reader& reader, const std::vector<std::string>& paths);

struct GitRange {
  std::optional<std::string> from;  // nothing: the last commit, or no file where there is no commit
  std::optional<std::string> to;    // nothing: the work tree, with the files that git neither tracks nor ignores
  // The file that the document is written to: device and inode. It is not a change of the work tree.
  std::optional<std::pair<uint64_t, uint64_t>> output;
};

// What differs between the two, below `paths` (none: everything below the root). Paths are relative to the
// root, which must be in a git work tree. Errors: io_error (git failed), path_special (a submodule), path_*.
Outcome<ChangeSet> git_changes(
    const RunGit& git, Reader& reader, const GitRange& range, const std::vector<std::string>& paths);

// Turns the paths of changes, which are the workspace's, into those of its root. Errors: path_outside_root.
Status move_to_root(ChangeSet& changes, const std::string& root_prefix);

// --- a document of them

enum class DocumentForm : uint8_t { bundle, patch, line_patch, gitpatch, search_replace, v4a, whole };

// Nothing: there is no such form.
std::optional<DocumentForm> document_form(std::string_view name);
inline constexpr Literal kDocumentForms = "bundle|patch|line-patch|gitpatch|search-replace|v4a|whole";

// The document that makes of the old side of `changes` the new one. Each change is said by the weakest
// operation that says it: find and replace, whole content, a diff. Errors: form_cannot_say for each
// file that the form has no words for, and what `doc_path_of` fails with; then there is no document.
Outcome<std::string> create_document(const ChangeSet& changes, DocumentForm form, const DocPathOf& doc_path_of);

// --- a document in another form

struct Converted {
  Report report;                        // of the apply that stopped before its first write, and of the composing
  std::optional<std::string> document;  // nothing: the report says why
  std::vector<std::string> paths;       // of the files it changes, below the root
};

// Errors in addition to those of apply: form_no_change, form_cannot_say, path_outside_root (a docPath may lead there).
Converted convert(std::span<const std::unique_ptr<Input>> inputs, disk::Workspace& workspace, ApplyRequest request,
    DocumentForm form);

// A JSON document as it ought to be written.
struct CanonicalDocument {
  uint64_t block;  // its number, from 1
  std::string_view form;
  std::string text;
};

// Of the blocks that `request` takes, in order. Errors: form_cannot_say for a block that is not a JSON document.
// REQUIRES: they were read without an error, as an answer, and all files are taken.
Outcome<std::vector<CanonicalDocument>> canonical_documents(
    std::span<const std::unique_ptr<Input>> inputs, const ApplyRequest& request);

// --- instructions that make a model answer in a form

enum class PromptLength : uint8_t {
  brief,  // rules, an example and what to say where no answer can be given
  full,   // the fields and how to choose among operations as well
};

std::string prompt_for(DocumentForm form, PromptLength length);

// What the example of a prompt changes: the files before, and after.
ChangeSet prompt_example(DocumentForm form);

}  // namespace aptix::ops
