// Puts a new text together as pieces: views of the old text, and of what is added. Pure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::edit {

class PieceWriter {
 public:
  // What is appended is copied to `texts`; both outlive the pieces.
  PieceWriter(std::string_view text, std::deque<std::string>& texts) : text_(text), texts_(texts) {}

  // Takes the text up to `end` over. What is beyond that already is left alone.
  void keep_to(size_t end) {
    if (end <= kept_) return;
    pieces_.push_back(text_.substr(kept_, end - kept_));
    kept_ = end;
    adding_ = false;
  }
  // What is not taken over up to `end` is gone.
  void drop_to(size_t end) { kept_ = end; }
  // Pieces that follow each other are one, as long as there is room where they are copied to, which never moves.
  void append(std::string_view bytes) {
    if (bytes.empty()) return;
    if (room_ == nullptr || room_->capacity() - room_->size() < bytes.size()) {
      size_t size = room_ == nullptr ? 256 : 2 * room_->capacity();
      room_ = &texts_.emplace_back();
      room_->reserve(std::max(size, bytes.size()));
      adding_ = false;
    }
    if (!adding_) pieces_.push_back({room_->data() + room_->size(), 0});
    adding_ = true;
    room_->append(bytes);
    pieces_.back() = {pieces_.back().data(), pieces_.back().size() + bytes.size()};
  }

  size_t kept() const { return kept_; }  // up to here the text is in the pieces, or gone
  std::vector<std::string_view>& pieces() { return pieces_; }

 private:
  std::string_view text_;
  std::deque<std::string>& texts_;
  std::string* room_ = nullptr;  // the last of them that is its own
  std::vector<std::string_view> pieces_;
  bool adding_ = false;  // the last piece is the end of `room_`
  size_t kept_ = 0;
};

}  // namespace aptix::edit
