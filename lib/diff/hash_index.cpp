// Builds the index from the last line to the first, so that chains run forward.
#include "diff/hash_index.h"

#include "diff/line_hash.h"
#include "diff/line_table.h"
#include "diff/pattern.h"

namespace aptix::diff {

HashIndex::HashIndex(std::string_view text) {
  for (size_t start = 0; start < text.size(); start += raw_line(text, start).size()) starts_.push_back(start);
  next_.resize(starts_.size());
  size_t size = 16;
  while (size < starts_.size() * 2) size *= 2;
  table_.resize(size);
  mask_ = size - 1;
  size_t end = text.size();
  for (size_t line = starts_.size(); line-- > 0; end = starts_[line]) {
    Entry& found = entry(hash_line(trimmed(text.substr(starts_[line], end - starts_[line]))));
    next_[line] = found.lines.first;
    found.lines.first = static_cast<uint32_t>(line);
    ++found.lines.count;
  }
}

HashIndex::Entry& HashIndex::entry(uint64_t hash) {
  size_t slot = hash & mask_;
  while (table_[slot].lines.count != 0 && table_[slot].hash != hash) slot = (slot + 1) & mask_;
  table_[slot].hash = hash;
  return table_[slot];
}

HashIndex::Occurrences HashIndex::find(std::string_view line) const {
  uint64_t hash = hash_line(trimmed(line));
  size_t slot = hash & mask_;
  while (table_[slot].lines.count != 0 && table_[slot].hash != hash) slot = (slot + 1) & mask_;
  return table_[slot].lines;
}

}  // namespace aptix::diff
