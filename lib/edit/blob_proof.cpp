#include "edit/blob_proof.h"

#include <algorithm>

#include "base/sha1.h"

namespace aptix::edit {
namespace {

using diff::HunkLine;

bool is_named(std::string_view name, const Content& content) {
  if (!content.exists) return name.find_first_not_of('0') == std::string_view::npos;
  return git_blob_name(content.pieces).starts_with(name);
}

bool has_tabs(const Content& content) {
  return std::any_of(content.pieces.begin(), content.pieces.end(), [](std::string_view piece) { return piece.find('\t') != std::string_view::npos; });
}

size_t blanks_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

}  // namespace

bool starts_from(const FileEdit::Blobs& blobs, const Content& before) { return is_named(blobs.before, before); }
bool becomes(const FileEdit::Blobs& blobs, const Content& after) { return is_named(blobs.after, after); }

bool may_hide_tabs(const FileEdit& entry, const Content& before) {
  bool indents = false;
  for (const Edit& edit : entry.edits) {
    const auto* hunk = std::get_if<diff::Hunk>(&edit.what);
    if (hunk == nullptr) return false;
    for (const HunkLine& line : hunk->lines) {
      if (line.text.find('\t') != std::string_view::npos) return false;
      indents = indents || (line.kind == HunkLine::Kind::added && blanks_of(line.text) > 1);
    }
  }
  return indents && (!before.exists || has_tabs(before));
}

FileEdit with_tabs(const FileEdit& entry, size_t width, std::deque<std::string>& texts) {
  FileEdit made = entry;
  for (Edit& edit : made.edits) {
    for (HunkLine& line : std::get<diff::Hunk>(edit.what).lines) {
      size_t blanks = blanks_of(line.text);
      if (line.kind != HunkLine::Kind::added || blanks < width) continue;
      std::string tabs(blanks / width, '\t');
      line.text = texts.emplace_back(tabs.append(line.text.substr(blanks / width * width)));
    }
  }
  return made;
}

}  // namespace aptix::edit
