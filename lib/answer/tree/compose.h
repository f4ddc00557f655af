// The text of documents, the reverse of parsing; pure. JSON is canonical (SYS-004 §7): pretty-printed, one field
// a line. Whether the text reads back as what was meant (a line of a content may look like a marker) the
// caller must see.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answer/tree/kind.h"
#include "base/hash/sha256.h"
#include "model/plan.h"

namespace aptix::answer {

struct ComposedPatch {
  std::string_view find, replace;
};

// One entry of a bundle's `files`. All texts must be valid UTF-8: JSON can say no other.
struct ComposedFile {
  std::string path;
  std::string_view operation;  // of SYS-004 §3.2
  std::optional<std::string_view> content{};
  std::vector<ComposedPatch> patches{};
};

// SYS-004 §3, with a line end at the end.
std::string compose_bundle(std::span<const ComposedFile> files);

// SYS-004 §4, the flat shape. REQUIRES: every file has patches and nothing else.
std::string compose_patch(std::span<const ComposedFile> files);

// One entry of a line-patch batch. REQUIRES: every line is valid UTF-8, no change is a match.
struct ComposedLines {
  std::string doc_path;
  Sha256 original;
  std::vector<LineChange> changes{};
  std::vector<std::string_view> lines{};  // owns their lists of lines
};

// TUL-002 §4, with a line end at the end.
std::string compose_line_patch(std::span<const ComposedLines> files);

// SEARCH/REPLACE blocks, one fence each; content is that of a new file.
std::string compose_search_replace(std::span<const ComposedFile> files);

// Whole files, each in a code block below its path. What has no content is left out.
std::string compose_whole(std::span<const ComposedFile> files);

// V4A: from "*** Begin Patch" to "*** End Patch".
std::string compose_v4a(std::span<const ComposedFile> files);

// The canonical form of a JSON document: one field a line, the fields in one order, what a reader repairs or fills in
// made good. It means the same. Nothing for what is no document. REQUIRES: it was read as `kind` without an error.
std::optional<std::string> canonical_document(const Block& block, JsonKind kind);

}  // namespace aptix::answer
