#include "edit/replace/piece_writer.h"

#include "base/assert.h"

namespace aptix::edit {

void PieceWriter::keep_to(size_t end) {
  if (end <= kept_) return;
  pieces_.push_back(text_.substr(kept_, end - kept_));
  kept_ = end;
  adding_ = false;
}

// Pieces that follow each other in `added_` are one.
void PieceWriter::append(std::string_view bytes) {
  if (bytes.empty()) return;
  ASSERT(added_.size() + bytes.size() <= added_.capacity());
  if (!adding_) pieces_.push_back({added_.data() + added_.size(), 0});
  adding_ = true;
  added_ += bytes;
  pieces_.back() = {pieces_.back().data(), pieces_.back().size() + bytes.size()};
}

}  // namespace aptix::edit
