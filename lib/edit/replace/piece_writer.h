// Puts a new text together as pieces: views of the old text, and of one store of what is added. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace aptix::edit {

class PieceWriter {
 public:
  // REQUIRES: `added` has room for all that will be appended; both outlive the pieces.
  PieceWriter(std::string_view text, std::string& added) : text_(text), added_(added) {}

  // Takes the text up to `end` over. What is beyond that already is left alone.
  void keep_to(size_t end);
  // What is not taken over up to `end` is gone.
  void drop_to(size_t end) { kept_ = end; }
  void append(std::string_view bytes);

  size_t kept() const { return kept_; }  // up to here the text is in the pieces, or gone
  std::vector<std::string_view>& pieces() { return pieces_; }

 private:
  std::string_view text_;
  std::string& added_;  // never grows beyond its capacity: pieces view it
  std::vector<std::string_view> pieces_;
  bool adding_ = false;  // the last piece is the end of `added_`
  size_t kept_ = 0;
};

// What one edit leaves of a text, from one end to the other: as pieces while they are few, else joined.
class NewText {
 public:
  NewText(std::string_view original, size_t most_pieces) : original_(original), most_(most_pieces) {}

  bool in_pieces() const { return most_ != 0; }
  void replace(size_t start, size_t size, std::string_view text) {
    put(original_.substr(done_, start - done_));
    put(text);
    done_ = start + size;
  }

  std::vector<std::string_view> pieces;
  std::string joined;

 private:
  void put(std::string_view piece) {
    if (pieces.size() < most_) pieces.push_back(piece);
    else join(piece);
  }
  void join(std::string_view piece) {
    if (joined.empty()) joined.reserve(original_.size());
    for (std::string_view one : std::exchange(pieces, {})) joined.append(one);
    most_ = 0;
    joined.append(piece);
  }

  std::string_view original_;
  size_t most_;
  size_t done_ = 0;
};

}  // namespace aptix::edit
