#include "edit/fit/new_members.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/text/bytes.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

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

bool are_new_members(
    const Part& part, const ThingEdges& edges, const Segment& lines, const Thing& of_block, MembersAt at) {
  return NewMembers(part, edges, *part.known(of_block), at).are(lines);
}

}  // namespace aptix::edit
