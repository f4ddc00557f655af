// Line numbers in a text that is edited: of many places, each at its own time, without counting the
// text again for each. Asked first, answered together. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace aptix::edit {

class LineCounter {
 public:
  // Edit number `time` put `delta` more line feeds (or fewer) into the text at original offset `base`.
  void changed(size_t base, uint32_t time, int64_t delta);
  // `*line` is to become the line, from 1, of what stands `further` lines after `base` before edit `time`. `line` stays
  // where it is.
  void ask(size_t base, uint32_t time, uint64_t further, uint64_t* line);
  // Answers all. `original` is the text before edit 0.
  void answer(std::string_view original);

 private:
  struct Change {
    size_t base = 0;
    uint32_t time = 0;
    int64_t delta = 0;
  };
  struct Question {
    size_t base = 0;
    uint32_t time = 0;
    uint64_t further = 0;
    uint64_t* line = nullptr;
  };
  std::vector<Change> changes_;
  std::vector<Question> questions_;
};

}  // namespace aptix::edit
