// The lines of one file in a V4A patch, gathered into chunks. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/basis/line.h"
#include "model/plan.h"

namespace aptix::answer {

// "*** End Patch" for "*** End Patch ***": trimmed, and without the stars that some close a marker with.
std::string_view without_closing_stars(std::string_view line);

struct V4aChunk {
  TextBlock block;
  size_t offset = 0;  // of its first line in the text
};

class V4aChunks {
 public:
  // A new file: modify (chunks), create (lines with '+') or remove (no lines).
  void begin(Operation operation);

  // One more line of `text`. Says what is wrong with it when it is not one of a chunk.
  std::optional<std::string> take(std::string_view text, const Line& line);

  bool any() const { return !chunks_.empty(); }
  std::vector<V4aChunk> finish();

 private:
  std::optional<std::string> take_new(std::string_view raw, const Line& line);
  void take_header(const Line& line);
  std::optional<std::string> take_line(std::string_view raw, const Line& line);
  V4aChunk& chunk_at(size_t offset);

  Operation operation_ = Operation::modify;
  std::vector<V4aChunk> chunks_;
  bool complete_ = true;                 // the last chunk takes no more lines
  std::vector<std::string_view> blank_;  // empty lines that may only part sections
};

}  // namespace aptix::answer
