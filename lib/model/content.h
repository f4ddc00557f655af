// The content of a file after the edits so far, in pieces: unchanged parts are views of what was read. Plain data.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/change_set.h"

namespace aptix {

// One side of a change.
struct Content {
  bool exists = false;
  FileKind kind = FileKind::regular;
  uint32_t mode = 0;                   // permission bits
  std::optional<RelPath> metadata_of;  // the file whose owner, ACL and attributes it gets
  std::vector<std::string_view> pieces;
  uint64_t size = 0;

  void set(std::vector<std::string_view> new_pieces);
  void clear() { *this = Content{}; }
};

bool same_bytes(std::string_view bytes, const Content& content);

// The content as one view. Several pieces are joined and stored in `texts`.
std::string_view flat(const Content& content, std::deque<std::string>& texts);

// The change from `before` to `now`. Lines are compared with `image`: for a renamed or copied file, its source.
FileChange make_change(const RelPath& path, const std::optional<RelPath>& from, const FileImage& before,
    std::string_view image, Content now);

}  // namespace aptix
