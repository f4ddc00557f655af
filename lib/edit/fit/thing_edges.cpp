#include "edit/fit/thing_edges.h"

#include <algorithm>

#include "base/text/bytes.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

// The key of "key = value", "key: value" or "key := value"; "" for any other line.
std::string_view left_side(const ScannedLine& line) {
  std::string_view code = line.code;
  size_t sign = code.find_first_of("=:");
  if (line.in_string || line.depth_before != line.depth_after || sign == code.npos || sign == 0) return {};
  bool compares = code.substr(sign, 2) == "==" || code.substr(sign, 2) == "=>" || code.substr(sign, 2) == "::";
  std::string_view side = trim(code.substr(0, sign));
  auto may_name = [](char c) {
    return is_of_word(c) || std::string_view("_$.-?\"' \t").find(c) != std::string_view::npos;
  };
  if (compares || !std::all_of(side.begin(), side.end(), may_name)) return {};
  return trim(line.text.substr(0, line.text.find(code[sign])));  // from `text`, because strings are empty in `code`
}

// `side`: its left_side().
std::string_view right_side(const ScannedLine& line, std::string_view side) {
  return trim(line.text.substr(static_cast<size_t>(side.data() + side.size() - line.text.data())));
}

// "size" and "size box": one side with and without parameters.
bool begins_with_word(std::string_view longer, std::string_view side) {
  return longer.starts_with(side) && longer.substr(side.size()).starts_with(' ');
}

}  // namespace

ThingEdges::ThingEdges(const Part& part)
    : part_(part),
      known_ends_(part.block.lines.size(), nullptr),
      new_ends_(known_ends_) {
  for (const Thing& thing : part_.block_things.all) {
    if (!thing.has_body()) continue;
    bool known = part_.known(thing) != nullptr;
    if (known && thing.to_end && !shows_end(thing)) continue;
    std::vector<const Thing*>& ends = known ? known_ends_ : new_ends_;
    if (ends[thing.last] == nullptr && (known || part_.is_new(thing))) ends[thing.last] = &thing;
  }
}

const Thing* ThingEdges::thing_led_by(uint32_t at, uint32_t end) const {
  for (uint32_t head = at; head < end && head - at < 300; ++head) {
    const Thing* thing = part_.block_things.at(head);
    if (thing != nullptr && thing->doc <= at && thing->head >= at && (thing->has_body() || !thing->ends()))
      return thing;
    if (part_.block.lines[head].is_blank()) return nullptr;
  }
  return nullptr;
}

const Thing* ThingEdges::known_that_ends_at(uint32_t line) const {
  const Thing* thing = known_ends_[line];
  if (thing == nullptr || gap_follows(*thing)) return nullptr;
  return part_.kind.keys && part_.leaves_out_keys(*thing, *part_.known(*thing)) ? nullptr : thing;
}

// With layout by indentation, a gap after a thing may continue its body, unless the gap is indented no deeper than the
// head and the last line of the thing is new. After a heading, it may always.
bool ThingEdges::gap_follows(const Thing& thing) const {
  if (part_.kind.layout != Layout::indentation && !part_.kind.headings) return false;
  uint32_t line = thing.last;
  do ++line;
  while (line < part_.block.lines.size() && !part_.gap[line] && part_.block.lines[line].is_blank());
  if (line >= part_.block.lines.size() || !part_.gap[line]) return false;
  if (part_.kind.headings) return true;
  bool beside = part_.block.lines[line].indent <= part_.block.lines[thing.head].indent;
  return !beside || part_.is_old_line(part_.line(thing.last));
}

std::optional<uint32_t> ThingEdges::known_start(const Segment& segment) const {
  const Thing* thing = thing_led_by(segment.from, segment.to);
  const Thing* known = thing != nullptr ? part_.known(*thing) : nullptr;
  return known != nullptr ? std::optional(part_.start_of(*known, *thing, segment.from)) : std::nullopt;
}

std::optional<uint32_t> ThingEdges::line_with_left_side(const Segment& segment, uint32_t first, uint32_t end) const {
  const ScannedLine& line = part_.block.lines[segment.from];
  std::string_view side = left_side(line);
  if (segment.to - segment.from != 1 || side.empty() || !has_long_word(side)) return std::nullopt;
  std::optional<uint32_t> found;
  for (uint32_t at = first; at < end; ++at) {
    if (part_.old.lines[at].indent != line.indent || left_side(part_.old.lines[at]) != side) continue;
    if (found) return std::nullopt;
    found = at;
  }
  return found;
}

bool ThingEdges::is_added(const ScannedLine& line) {
  if (old_sides_.empty())
    for (const ScannedLine& old : part_.old.lines) old_sides_.insert(left_side(old));
  std::string_view side = left_side(line);
  return !part_.is_old_line(line.text) && (side.empty() || !old_sides_.contains(side));
}

bool ThingEdges::are_added(const Segment& tail, uint32_t next) {
  uint32_t above = next;
  while (above > 0 && part_.old.lines[above - 1].is_blank()) --above;
  if (above == 0 || tail.from >= tail.to) return false;
  uint32_t indent = part_.old.lines[above - 1].indent, from = tail.from;
  while (part_.block.lines[from].is_blank()) ++from;
  if (part_.block.lines[from].indent != indent) return false;
  for (uint32_t at = from; at < tail.to; ++at) {
    const ScannedLine& line = part_.block.lines[at];
    if (!line.is_blank() && (line.indent < indent || (line.indent == indent && !is_added(line)))) return false;
  }
  uint32_t after = next;
  while (after < part_.old_count() && part_.old.lines[after].is_blank()) ++after;
  if (after == part_.old_count() || part_.old.lines[after].indent < indent) return true;
  return above == next && !follows({from, tail.to}, indent, part_.old.lines[after], after > next);
}

// May a line of the tail be a changed version of `next`?
bool ThingEdges::follows(const Segment& tail, uint32_t indent, const ScannedLine& next, bool blank_between) const {
  std::string_view side = left_side(next);
  if (side.empty() && !blank_between) return true;
  for (uint32_t at = tail.from; at < tail.to; ++at) {
    const ScannedLine& line = part_.block.lines[at];
    if (line.is_blank() || line.indent != indent) continue;
    std::string_view own = left_side(line);
    if (own.empty() && (!blank_between || first_word_of(line.code) == first_word_of(next.code))) return true;
    if (own.empty() || side.empty()) continue;
    if (begins_with_word(own, side) || begins_with_word(side, own)) return true;
    if (right_side(line, own) == right_side(next, side)) return true;
  }
  return false;
}

bool ThingEdges::begins_with_new(const Segment& segment) const {
  const Thing* thing = thing_led_by(segment.from, segment.to);
  return thing != nullptr && thing->head != segment.from && part_.is_new(*thing);
}

std::optional<uint32_t> ThingEdges::known_end(const Segment& segment) const {
  uint32_t at = segment.to;
  for (size_t steps = 0; steps < 100 && at > segment.from; ++steps) {
    const Thing* known = known_that_ends_at(at - 1);
    if (known != nullptr) return part_.known(*known)->last + 1;
    const Thing* fresh = new_ends_[at - 1];
    if (fresh == nullptr || fresh->doc <= segment.from) return std::nullopt;
    at = fresh->doc;
    while (at > segment.from && part_.block.lines[at - 1].is_blank()) --at;
  }
  return std::nullopt;
}

// At the end of a block, a thing without a closing line may be incomplete. It is complete if the block has gaps, none
// is within the thing, and its last line is new.
bool ThingEdges::shows_end(const Thing& thing) const {
  auto first = part_.gap.begin();
  return part_.has_gap && part_.kind.names && !part_.is_old_line(part_.line(thing.last)) &&
      std::find(first + thing.head, first + thing.last, true) == first + thing.last;
}

}  // namespace aptix::edit
