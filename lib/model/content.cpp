#include "model/content.h"

#include <utility>

namespace aptix {

void Content::set(std::vector<std::string_view> new_pieces) {
  pieces = std::move(new_pieces);
  size = 0;
  for (std::string_view piece : pieces) size += piece.size();
}

bool same_bytes(std::string_view bytes, const Content& content) {
  if (bytes.size() != content.size) return false;
  size_t at = 0;
  for (std::string_view piece : content.pieces) {
    if (piece.data() != bytes.data() + at && bytes.substr(at, piece.size()) != piece) return false;
    at += piece.size();
  }
  return true;
}

std::string_view flat(const Content& content, std::deque<std::string>& texts) {
  if (content.pieces.empty()) return {};
  if (content.pieces.size() == 1) return content.pieces.front();
  std::string& joined = texts.emplace_back();
  joined.reserve(content.size);
  for (std::string_view piece : content.pieces) joined.append(piece);
  return joined;
}

FileChange make_change(const RelPath& path, const std::optional<RelPath>& from, const FileImage& before,
    std::string_view image, Content now) {
  FileChange change{.path = path};
  change.from = now.exists ? from : std::nullopt;
  change.before = before;
  change.after_exists = now.exists;
  change.after_kind = now.kind;
  change.after_mode = now.mode;
  change.metadata_of = now.metadata_of;
  change.after_size = now.size;
  change.pieces = std::move(now.pieces);
  change.compared_with = image;
  return change;
}

}  // namespace aptix
