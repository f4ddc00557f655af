// Finds the places of many texts in one text at once. Each text is represented by one group of bytes
// (a gram) that few of the others have; bitsets tell at once where none of them can stand. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace aptix::edit {

// A text to look for. `normal` is what is compared. When it is tolerant its line feeds also stand
// for CR LF (see line_end_match.h), so that its gram has none in it.
struct SoughtText {
  std::string_view text;    // as given
  std::string_view normal;  // folded if tolerant, else `text`
  bool tolerant = false;

  // The literal text begins one byte before its place when it starts with CR LF.
  size_t lead() const { return tolerant && text.starts_with("\r\n") ? 1 : 0; }
  // Whether it stands byte for byte at a place where it stands.
  bool is_exact(std::string_view in, size_t place) const {
    return !tolerant || (place >= lead() && in.substr(place - lead()).starts_with(text));
  }
};

class GramIndex {
 public:
  // The gram at `offset` of the pattern's `normal`.
  struct Anchor {
    uint32_t pattern = 0;
    uint32_t offset = 0;
  };
  // What becomes of the pattern in this scan, or of the scan. After `stop` grams of other sizes may still be visited.
  enum class Next : uint8_t { go_on, drop_pattern, stop };
  // Called where the gram of a pattern stands, in order for each pattern; the rest of the pattern has
  // not been compared.
  using Visit = std::function<Next(const Anchor& anchor, size_t position)>;
  using PatternOf = std::function<SoughtText(uint32_t number)>;

  GramIndex() = default;
  // The patterns 0 to `count` - 1 that are not empty.
  GramIndex(size_t count, const PatternOf& pattern_of);

  // Several threads may scan at a time where none drops a pattern. A gram without the bytes of its pattern around it
  // may be passed over.
  void scan(std::string_view text, const Visit& visit);

  // A gram is found for certain where so many bytes of its pattern on either side of it, or all that there are, are in
  // the text that is scanned. Where some bytes of a text are new, a scan of them with so many before and after them
  // finds each pattern that they made whole and whose gram did not stand there before, with what is around it.
  static constexpr size_t kReach = 16;

 private:
  static constexpr size_t kLargeGram = 8;
  static constexpr size_t kShortPart = 128;  // of a text that is not longer every gram is looked up
  struct Entry {
    Anchor anchor;
    uint32_t next = 0;
    uint64_t gram = 0;
  };
  // A set of hashes: bits, or chains.
  struct Bits {
    explicit Bits(size_t grams = 0);
    std::vector<uint64_t> words;
    unsigned shift = 63;
  };
  // The grams of one size. Of each pattern a stretch of `stride` grams is in `around`, so that only
  // every stride-th position of a text is looked up there; then `exactly` tells the anchors, which
  // are in the middle of the stretch.
  struct Table {
    size_t gram = 8;
    size_t stride = 1;
    Bits around, exactly;
    unsigned head_shift = 63;
    std::vector<uint32_t> heads;
    std::vector<Entry> entries;
    bool dropped = false;
  };
  struct Wanted {
    uint32_t pattern = 0;
    uint32_t start = 0, size = 0;  // the part of `normal` in which the gram may lie
  };
  struct Short {
    Anchor anchor;
    int second = -1;  // the byte after the first; -1: any
  };

  template <size_t kSize>
  static Table make_table(const PatternOf& pattern_of, std::span<const Wanted> wanted);
  static void link(Table& table);
  void add_short(const Wanted& wanted, std::string_view normal);
  template <size_t kSize>
  static void scan_table(Table& table, std::string_view text, const Visit& visit);
  static bool visit_chain(Table& table, uint64_t gram, size_t position, const Visit& visit);  // false: stop
  void scan_short(std::string_view text, const Visit& visit);

  std::vector<Table> tables_;
  std::vector<std::vector<Short>> short_;  // by the first byte; empty when no pattern is that short
  std::vector<uint64_t> short_bits_;       // by two bytes; likewise
};

}  // namespace aptix::edit
