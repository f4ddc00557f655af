// A text under edit: the original and the regions that were replaced. Nothing is moved and nothing is
// copied when a region is replaced that was not touched before. Pure.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::edit {

// A byte of the current text: at `base` of the original, or, when a region begins there, at `inner`
// of what stands in its place. Positions compare as they stand in the text. They stay valid while
// no splice touches the region.
struct Position {
  size_t base = 0;
  size_t inner = 0;
  auto operator<=>(const Position&) const = default;
};

class SplicedText {
 public:
  SplicedText(const SplicedText&) = delete;
  SplicedText& operator=(const SplicedText&) = delete;
  // The original must outlive this.
  // Texts that a splice has to put together are kept in `texts`; it must outlive this, too.
  SplicedText(std::string_view original, std::deque<std::string>& texts);

  std::string_view original() const { return original_; }
  uint64_t size() const { return size_; }
  bool untouched() const { return regions_.empty(); }
  // No region begins, ends or lies in original[start, start + size).
  bool untouched(size_t start, size_t size) const;

  // Whether `at` is a byte of the current text.
  bool valid(Position at) const;
  // REQUIRES for all below: `at` is valid, or the end of the text.
  Position advance(Position at, size_t count) const;  // stops at the end
  struct Step {
    Position at;
    size_t count = 0;  // how far it went
  };
  Step retreat(Position at, size_t count) const;  // stops at the start
  // The next bytes, at most `count`: a view of the text, or of `room` when they are in pieces.
  std::string_view after(Position at, size_t count, std::string& room) const;
  // The bytes before, at most `count`.
  std::string_view before(Position at, size_t count, std::string& room) const;

  // Puts `text` in place of `count` bytes from `at` on; count > 0. Gives the position of the start of the
  // region that has it now; what else was in it is in it still. `text` must outlive this.
  Position splice(Position at, size_t count, std::string_view text);
  // The text of the region that begins at `base`, and where it ends. REQUIRES: there is one.
  std::string_view region_text(size_t base) const { return region_from(base)->second.text; }
  size_t region_end(size_t base) const { return region_from(base)->second.end; }

  // The current text: views of the original and of what was spliced in.
  std::vector<std::string_view> pieces() const;
  uint64_t bytes_copied() const { return bytes_copied_; }  // by splices that touched regions

 private:
  struct Region {
    size_t end = 0;  // in the original
    std::string_view text;
  };
  using Regions = std::map<size_t, Region>;

  Regions::const_iterator region_from(size_t base) const;
  Regions::const_iterator region_at(size_t base) const;
  Position settled(Position at) const;
  std::string_view chunk(Position at) const;
  void mark(size_t start, size_t end);

  std::string_view original_;
  Regions regions_;
  mutable Regions::const_iterator last_found_ = regions_.end();  // an edit asks for the same few again and again
  std::vector<uint64_t> dirty_;  // a bit for each block of the original that a region touches
  uint64_t size_ = 0;
  uint64_t bytes_copied_ = 0;
  std::deque<std::string>& texts_;
};

}  // namespace aptix::edit
