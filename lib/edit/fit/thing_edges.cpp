#include "edit/fit/thing_edges.h"

#include <algorithm>
#include <unordered_map>

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

constexpr std::string_view kNameEnds = "=:;({[<,";

// Of a line up to '=' or a bracket: the first word and the last one, one of which may name it.
std::vector<std::string_view> names_of(std::string_view code) {
  std::vector<std::string_view> words;
  code = code.substr(0, code.find_first_of(kNameEnds));
  for (size_t at = 0, end = 0; at < code.size(); at = end) {
    while (at < code.size() && !is_of_word(code[at])) ++at;
    for (end = at; end < code.size() && is_of_word(code[end]);) ++end;
    if (end > at) words.push_back(code.substr(at, end - at));
  }
  if (words.size() > 2) words.erase(words.begin() + 1, words.end() - 1);
  return words;
}

// After '='; "" if the line has none.
std::string_view value_of(const ScannedLine& line) {
  size_t sign = line.text.find('=');
  return sign == line.text.npos ? std::string_view() : trim(line.text.substr(sign + 1));
}

class NewMembers {
 public:
  NewMembers(const Part& part, const ThingEdges& edges, const Thing& known, MembersAt at)
      : part_(part),
        edges_(edges),
        known_(known),
        at_(at) {
    uint32_t outer = part.old.lines[known.head].indent;
    for (uint32_t line = known.head + 1; line < known.last; ++line)
      if (is_code(line) && part.old.lines[line].indent > outer)
        indent_ = std::min(indent_, part.old.lines[line].indent);
    for (uint32_t line = known.head + 1; line < known.last; ++line)
      if (is_code(line) && part.old.lines[line].indent == indent_) add_old(line);
  }

  bool are(const Segment& lines) {
    if (first_ == kNoLine || has_label_ || !may_hold_things()) return false;
    size_t count = 0;
    constexpr size_t kMost = 1000;
    uint32_t end = lines.from;
    for (uint32_t at = part_.after_blank(lines.from); at < lines.to; at = part_.after_blank(end)) {
      end = after_member(at, lines.to);
      if (end == at || ++count > kMost) return false;
    }
    return count != 0 && are_separated(part_.block.lines[end - 1]);
  }

 private:
  bool is_code(uint32_t old_line) const {
    return !part_.old.lines[old_line].code.empty() && !part_.old.lines[old_line].in_string;
  }

  // An old line with the indentation of the members.
  void add_old(uint32_t at) {
    const ScannedLine& line = part_.old.lines[at];
    last_ = at;
    if (first_ == kNoLine) first_ = at;
    has_commas_ = has_commas_ || line.code.ends_with(',');
    std::string_view word = line.code.substr(0, line.code.size() - (line.code.ends_with(':') ? 1 : 0));
    has_label_ = has_label_ || (has_word(word) && std::all_of(word.begin(), word.end(), is_of_word));
    for (std::string_view name : names_of(line.code)) ++names_[name];
    if (std::string_view value = value_of(line); !value.empty()) values_.insert(value);
  }

  // In what is no class, another thing is to be there: nothing may come after the last statement of a function.
  bool may_hold_things() const {
    if (at_ == MembersAt::head && part_.old.lines[first_].code.find_first_of("\"'`") == 0) return false;  // a docstring
    if (holds_members(known_)) return true;
    const std::vector<Thing>& all = part_.old_things().all;
    return std::any_of(all.begin(), all.end(), [&](const Thing& old) {
      bool beside =
          at_ == MembersAt::head ? old.doc <= first_ && first_ <= old.head : old.head <= last_ && last_ == old.last;
      return beside && old.head > known_.head && old.has_body() && (old.is_callback() || !old.name().empty());
    });
  }

  // The line after the member that begins at `at`; `at` if none does.
  uint32_t after_member(uint32_t at, uint32_t end) const {
    const ScannedLine& line = part_.block.lines[at];
    if (line.indent != indent_ || line.in_string || line.in_comment) return at;
    const Thing* thing = edges_.thing_led_by(at, end);
    if (thing != nullptr && thing->has_body()) return thing->last < end && part_.is_new(*thing) ? thing->last + 1 : at;
    return is_field(line) ? at + 1 : at;
  }

  bool is_field(const ScannedLine& line) const {
    if (at_ == MembersAt::head || !holds_members(known_)) return false;
    size_t sign = std::min(line.code.find_first_of(kNameEnds), line.code.size());
    bool plain = sign == line.code.size() || std::string_view("=:;").find(line.code[sign]) != std::string_view::npos ||
        (line.code[sign] == ',' && sign + 1 == line.code.size());
    if (line.code.empty() || !plain || line.code.find("::") != line.code.npos || line.depth_before != line.depth_after)
      return false;
    if (part_.is_old_line(line.text) || values_.contains(value_of(line))) return false;
    bool any_new = false;
    for (std::string_view name : names_of(line.code)) {
      auto found = names_.find(name);
      if (found != names_.end() && found->second == 1) return false;  // that member may be meant
      any_new = any_new || found == names_.end();
    }
    return any_new;
  }

  // Where members end in ',', the one before the next is to.
  bool are_separated(const ScannedLine& last) const {
    bool entries = known_.head_text.ends_with("= {") || known_.head_text.ends_with('[');
    if (!has_commas_ && !entries && !last.code.ends_with(',')) return true;
    return at_ == MembersAt::head ? last.code.ends_with(',') : part_.old.lines[last_].code.ends_with(',');
  }

  const Part& part_;
  const ThingEdges& edges_;
  const Thing& known_;
  const MembersAt at_;
  uint32_t indent_ = UINT32_MAX;               // of the members
  uint32_t first_ = kNoLine, last_ = kNoLine;  // old lines with that indentation
  bool has_commas_ = false, has_label_ = false;
  std::unordered_map<std::string_view, size_t> names_;
  std::unordered_set<std::string_view> values_;
};

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

bool are_new_members(
    const Part& part, const ThingEdges& edges, const Segment& lines, const Thing& of_block, MembersAt at) {
  return NewMembers(part, edges, *part.known(of_block), at).are(lines);
}

}  // namespace aptix::edit
