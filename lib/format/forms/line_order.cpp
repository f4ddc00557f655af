// A change is compared with the lowest place of all before it, so that one that is out of order is
// reported once and the ones behind it are not.
#include "format/forms/line_order.h"

#include <algorithm>

namespace aptix::format {
namespace {

std::string place_of(const LineChange& change) {
  if (change.kind == LineChange::Kind::insert) return "behind line " + std::to_string(change.first);
  if (change.first == change.last) return "at line " + std::to_string(change.first);
  return "at lines " + std::to_string(change.first) + " to " + std::to_string(change.last);
}

}  // namespace

void OrderCheck::add(const LineChange& change, size_t offset, const std::string& pointer) {
  bool insert = change.kind == LineChange::Kind::insert;
  if (change.kind == LineChange::Kind::match || (!insert && change.first == 0)) return;
  uint64_t last = std::max(change.first, change.last);
  // Behind the last line of a range an insert is outside of it.
  bool on_range = insert ? change.first < replaced_to_ && change.first >= position_
                         : change.first <= replaced_to_ && last >= position_;
  bool around_insert = !insert && inserted_ && change.first <= inserted_at_ && inserted_at_ < last;
  if (on_range || around_insert) {
    findings_.error(Code::line_overlap, offset, pointer,
        "the change " + place_of(change) + " overlaps an earlier one, which reaches " +
            (around_insert && !on_range ? "behind line " + std::to_string(inserted_at_)
                                        : "to line " + std::to_string(replaced_to_)),
        "put both into one 'replace'; line numbers are those of the file as it was read");
  } else if (change.first < position_) {
    findings_.error(Code::line_order, offset, pointer,
        "the change " + place_of(change) + " stands behind one further down, at line " + std::to_string(position_),
        "order the changes from top to bottom");
  }
  position_ = std::max(position_, change.first);
  if (insert) {
    inserted_at_ = inserted_ ? std::max(inserted_at_, change.first) : change.first;
    inserted_ = true;
  } else {
    replaced_to_ = std::max(replaced_to_, last);
  }
}

}  // namespace aptix::format
