// Documents out: the reverse of applying. What is written is proved before it is handed out: read and
// resolved against the old files it gives the new ones, byte for byte.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/text/literal.h"
#include "model/change_set.h"
#include "ops/files/doc_paths.h"

namespace aptix::ops {

enum class DocumentForm : uint8_t { bundle, patch, line_patch, gitpatch, search_replace, v4a, whole };

// Nothing: there is no such form.
std::optional<DocumentForm> document_form(std::string_view name);
inline constexpr Literal kDocumentForms = "bundle|patch|line-patch|gitpatch|search-replace|v4a|whole";

// The document that makes of the old side of `changes` the new one. Each change is said by the weakest
// operation that says it: find and replace, whole content, a diff. Errors: form_cannot_say for each
// file that the form has no words for, and what `doc_path_of` fails with; then there is no document.
Outcome<std::string> create_document(const ChangeSet& changes, DocumentForm form, const DocPathOf& doc_path_of);

}  // namespace aptix::ops
