// Writing documents: the reverse of applying. Each document is verified before it is returned: read back and resolved
// against the old files, it gives the new ones byte for byte.
#pragma once

#include <utility>

#include "base/text/literal.h"
#include "ops/apply/apply.h"
#include "ops/files/tree_file.h"
#include "ops/gitpatch/git_repository.h"

namespace aptix::ops {

// --- sources of changes

// The files at `paths` (for a folder: all files below) as if they were new. Paths are relative to the root. Errors:
// those of Tree, path_*.
Outcome<ChangeSet> whole_files(const Tree& tree, Reader& reader, const std::vector<std::string>& paths);

struct GitRange {
  std::optional<std::string> from;  // nullopt: the last commit, or nothing if there is no commit
  std::optional<std::string> to;    // nullopt: the work tree, with untracked files that are not ignored
  // Device and inode of the file that the document is written to: it is not a change of the work tree.
  std::optional<std::pair<uint64_t, uint64_t>> output;
};

// The differences between the two, below `paths` (none: everything below the root). Paths are relative to the root,
// which must be in a git work tree. Errors: io_error (git failed), path_special (a submodule), path_*.
Outcome<ChangeSet> git_changes(
    const RunGit& git, Reader& reader, const GitRange& range, const std::vector<std::string>& paths);

// Turns paths of the workspace into paths of its root. Errors: path_outside_root.
Status move_to_root(ChangeSet& changes, const std::string& root_prefix);

// --- making a document

enum class DocumentForm : uint8_t { bundle, patch, line_patch, gitpatch, search_replace, v4a, whole };

// nullopt if there is no such form.
std::optional<DocumentForm> document_form(std::string_view name);
inline constexpr Literal kDocumentForms = "bundle|patch|line-patch|gitpatch|search-replace|v4a|whole";

// The document that turns the old side of `changes` into the new one. Each change uses the weakest operation that can
// express it: find and replace, whole content, a diff. Errors: form_cannot_say for each file that the form cannot
// express, and those of `doc_path_of`; then there is no document.
Outcome<std::string> create_document(const ChangeSet& changes, DocumentForm form, const DocPathOf& doc_path_of);

// --- converting a document to another form

struct Converted {
  Report report;                        // of the apply, which stopped before its first write, and of composing
  std::optional<std::string> document;  // nullopt: the report says why
  std::vector<std::string> paths;       // the files it changes, relative to the root
};

// Errors in addition to those of apply: form_no_change, form_cannot_say, path_outside_root (a docPath may lead there).
Converted convert(std::span<const std::unique_ptr<Input>> inputs, disk::Workspace& workspace, ApplyRequest request,
    DocumentForm form);

// A JSON document in canonical form.
struct CanonicalDocument {
  uint64_t block;  // its number, counted from 1
  std::string_view form;
  std::string text;
};

// The documents of the blocks that `request` selects, in order. Errors: form_cannot_say for a block that is not a JSON
// document. REQUIRES: they were read without errors, as an answer, and no file is left out.
Outcome<std::vector<CanonicalDocument>> canonical_documents(
    std::span<const std::unique_ptr<Input>> inputs, const ApplyRequest& request);

// --- instructions that make a model answer in a form

enum class PromptLength : uint8_t {
  brief,  // rules, an example, and how to decline
  full,   // also the fields, and how to choose among operations
};

std::string prompt_for(DocumentForm form, PromptLength length);

// The files before and after the change in the example of a prompt.
ChangeSet prompt_example(DocumentForm form);

}  // namespace aptix::ops
