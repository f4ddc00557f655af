#include "model/batch.h"

namespace aptix {

uint64_t BatchNames::change_count() const {
  uint64_t count = 0;
  for (const FilePatchNames& file : files) count += file.changes.size();
  return count;
}

BatchPart part_of(const BatchNames& batch, uint32_t number) {
  if (number == 0) return {.exists = true};
  uint64_t next = 1;
  for (size_t file = 0; file < batch.files.size(); ++file) {
    uint64_t changes = batch.files[file].changes.size();
    if (number == next) return {.file = static_cast<int64_t>(file), .exists = true};
    if (number - next <= changes)
      return {.file = static_cast<int64_t>(file), .change = static_cast<int64_t>(number - next - 1), .exists = true};
    next += changes + 1;
  }
  return {};
}

}  // namespace aptix
