// Writes the text of documents, the reverse of parsing. Pure. JSON is canonical (SYS-004 §7): pretty-printed, one field
// a line. The caller must check that the text reads back as it was meant: a line of a content may look like a marker.
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

// One entry of a bundle's `files`. REQUIRES: all texts are valid UTF-8.
struct ComposedFile {
  std::string path;
  std::string_view operation;  // of SYS-004 §3.2
  std::optional<std::string_view> content{};
  std::vector<ComposedPatch> patches{};
};

// SYS-004 §3. Ends with a line end.
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

// TUL-002 §4. Ends with a line end.
std::string compose_line_patch(std::span<const ComposedLines> files);

// SEARCH/REPLACE blocks, one fence each. `content` becomes a block that creates the file.
std::string compose_search_replace(std::span<const ComposedFile> files);

// Whole files, each in a code block below its path. Skips files without content.
std::string compose_whole(std::span<const ComposedFile> files);

// A V4A patch.
std::string compose_v4a(std::span<const ComposedFile> files);

// The canonical form of a JSON document, with the same meaning: one field a line, in a fixed order, with defaults and
// repairs written out. Nothing if it is not a document. REQUIRES: it was read as `kind` without an error.
std::optional<std::string> canonical_document(const Block& block, JsonKind kind);

}  // namespace aptix::answer
