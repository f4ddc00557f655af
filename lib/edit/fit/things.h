// The things of a text: a first line that names something, with the lines that belong to it, found by layout alone.
// Pure; n log n.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text/source_kind.h"
#include "edit/fit/scan.h"

namespace aptix::edit {

inline constexpr uint32_t kNoLine = UINT32_MAX;

// Lines from 0. What leads a thing: comments, then decorators, attributes, a type on a line of its own.
struct Thing {
  uint32_t doc = 0, start = 0;  // the first line of the comments, of the decorators; else that of what follows them
  uint32_t head = 0;
  uint32_t last = kNoLine;  // kNoLine: its end is not shown
  bool to_end = false;      // no line comes after it: more of it may follow
  bool callback = false;    // a call that a body is given to
  std::string name;         // "" when only the head as a whole tells it from others
  std::string_view head_text;

  bool ends() const { return last != kNoLine; }
  bool has_body() const { return ends() && last > head; }
};

struct Things {
  std::vector<Thing> all;  // in the order of their heads; also those of one line, and without an end
  std::unordered_map<std::string_view, std::vector<uint32_t>> by_head;
  std::unordered_map<std::string_view, std::vector<uint32_t>> by_name;
  std::vector<uint32_t> at_line;  // which has its head there; kNoLine: none

  const Thing* at(uint32_t line) const {
    return line < at_line.size() && at_line[line] != kNoLine ? &all[at_line[line]] : nullptr;
  }
};

// A bracket, or a word like "end".
bool begins_with_closer(const ScannedLine& line, const SourceKind& kind);

// `hidden` as in scan(): lines that stand for others. Views the scan.
Things things_of(const Scan& scan, const SourceKind& kind, const std::vector<bool>& hidden = {});

}  // namespace aptix::edit
