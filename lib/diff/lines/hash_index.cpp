// Builds the index from the last line to the first, so that chains run forward.
#include "diff/lines/hash_index.h"

#include "diff/lines/line_table.h"
#include "diff/lines/pattern.h"

namespace aptix::diff {

uint64_t HashIndex::hash_of_trimmed(std::string_view raw_line) { return hash_line(trimmed(raw_line)); }

HashIndex::HashIndex(std::string_view text, KeyOf key_of) : key_of_(key_of) {
  for (size_t start = 0; start < text.size(); start += raw_line(text, start).size()) starts_.push_back(start);
  std::vector<uint64_t> hashes(starts_.size());
  for (size_t line = 0; line < starts_.size(); ++line) hashes[line] = key_of(raw_line(text, starts_[line]));
  build(hashes);
}

void HashIndex::build(const std::vector<uint64_t>& hashes) {
  next_.resize(hashes.size());
  size_t size = 16;
  while (size < hashes.size() * 2) size *= 2;
  table_.resize(size);
  mask_ = size - 1;
  for (size_t line = hashes.size(); line-- > 0;) {
    Entry& found = entry(hashes[line]);
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

HashIndex::Occurrences HashIndex::find(std::string_view line) const { return find(key_of_(line)); }

HashIndex::Occurrences HashIndex::find(uint64_t hash) const {
  size_t slot = hash & mask_;
  while (table_[slot].lines.count != 0 && table_[slot].hash != hash) slot = (slot + 1) & mask_;
  return table_[slot].lines;
}

}  // namespace aptix::diff
