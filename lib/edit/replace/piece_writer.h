// Puts a new text together as pieces: views of the old text, and of one store of what is added. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
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

}  // namespace aptix::edit
