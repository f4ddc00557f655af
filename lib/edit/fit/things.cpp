#include "edit/fit/things.h"

#include <algorithm>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

class ThingFinder {
 public:
  ThingFinder(const Scan& scan, const SourceKind& kind, LinesAlone lines, const std::vector<bool>& hidden)
      : lines_(scan.lines),
        kind_(kind),
        lines_alone_(lines),
        hidden_(hidden) {
    if (hidden_.empty()) return;
    hidden_before_.assign(lines_.size() + 1, 0);
    for (size_t at = 0; at < lines_.size(); ++at) hidden_before_[at + 1] = hidden_before_[at] + (is_hidden(at) ? 1 : 0);
  }

  Things run() {
    things_.at_line.assign(lines_.size(), kNoLine);
    things_.all.reserve(lines_.size() / 4 + 16);
    if (!kind_.names && !kind_.keys && !kind_.headings) return std::move(things_);
    if (kind_.headings || (kind_.keys && !kind_.names && !by_indentation())) return sections();
    for (uint32_t at = 0; at < lines_.size(); ++at) {
      const ScannedLine& line = lines_[at];
      if (is_hidden(at) || line.code.empty() || line.in_string || is_directive(line)) continue;
      close_before(at);
      if (may_be_head(line)) open(at);
      last_code_ = at;
    }
    while (!open_.empty()) pop_at_end();
    return finish();
  }

 private:
  // Sections, headed by "[section]" or "## Section". Each ends before the next one.
  Things sections() {
    bool in_fence = false;
    for (uint32_t at = 0; at < lines_.size(); ++at) {
      const ScannedLine& line = lines_[at];
      if (is_hidden(at) || line.code.empty() || line.in_string) continue;
      in_fence = in_fence != (kind_.headings && (line.code.starts_with("```") || line.code.starts_with("~~~")));
      bool heads = kind_.headings ? !in_fence && line.indent == 0 && is_heading(line.code)
                                  : line.depth_before == 0 && line.code.starts_with('[') && line.code.ends_with(']');
      if (heads && !open_.empty()) end_section();
      if (heads) open(at);
      last_code_ = at;
    }
    if (!open_.empty()) {
      things_.all[open_.back()].to_end = true;
      end_section();
    }
    return finish();
  }

  static bool is_heading(std::string_view code) {
    size_t signs = std::min(code.find_first_not_of('#'), code.size());
    return signs > 0 && signs <= 6 && code.substr(signs).starts_with(' ');
  }

  void end_section() {
    things_.all[open_.back()].last = last_code_;
    open_.pop_back();
  }

  bool is_hidden(size_t at) const { return at < hidden_.size() && hidden_[at]; }
  bool is_directive(const ScannedLine& line) const { return kind_.directives && line.code.starts_with('#'); }
  bool has_hidden(uint32_t from, uint32_t to) const {
    return !hidden_before_.empty() && hidden_before_[to] != hidden_before_[from];
  }
  bool by_indentation() const { return kind_.layout == Layout::indentation; }

  bool may_be_head(const ScannedLine& line) const {
    if (begins_with_closer(line, kind_) || is_label(line) || is_middle(line)) return false;
    if (kind_.keys) return line.code.find_first_not_of("{[( ") != std::string_view::npos;
    if (line.code.starts_with('@') && !(kind_.labels && line.code.ends_with('{'))) return false;
    return std::string_view("{<.[").find(line.code.front()) == std::string_view::npos && !line.code.starts_with("#[");
  }

  bool is_label(const ScannedLine& line) const {
    return kind_.labels && line.code.ends_with(':') && line.code.find('(') == std::string_view::npos;
  }

  // Closes the things that the line at `at` ends or is outside of.
  void close_before(uint32_t at) {
    const ScannedLine& line = lines_[at];
    while (!open_.empty()) {
      Thing& thing = things_.all[open_.back()];
      const ScannedLine& head = lines_[thing.head];
      bool cut = has_hidden(thing.head, at);
      bool deeper = !cut && line.depth_before > head.depth_before;
      if (line.indent > head.indent) return;
      if (by_indentation()) {
        if (deeper) return;
        pop_by_indentation(thing, at);
        continue;
      }
      if (line.indent == head.indent) {
        if (begins_with_closer(line, kind_)) {
          bool back = cut ? std::string_view("([{").find(line.code.back()) == std::string_view::npos
                          : line.depth_after <= head.depth_before;
          if (!back) return;
          // Also closes those whose heads it continues: "where", a type on a line of its own.
          for (; !open_.empty() && lines_[things_.all[open_.back()].head].indent == line.indent; open_.pop_back())
            things_.all[open_.back()].last = at;
          return;
        }
        if (line.code.front() == '{' || line.code.starts_with("where") || is_label(line) || is_middle(line)) return;
      }
      if (deeper) return;
      if (last_code_ == thing.head) thing.last = thing.head;  // a thing of one line
      drop_line();
    }
  }

  bool is_middle(const ScannedLine& line) const {
    constexpr std::string_view kWords[] = {"else", "elsif", "elseif", "elif", "rescue", "ensure", "when", "then", "do"};
    return kind_.word_ends && is_one_of(kWords, first_word_of(line.code));
  }

  // Comments after the body belong to it if they are indented more than the head.
  uint32_t last_within(const Thing& thing, uint32_t before) const {
    constexpr uint32_t kMostLooked = 1000;
    uint32_t last = last_code_;
    for (uint32_t at = last_code_ + 1; at < before && at - last_code_ < kMostLooked; ++at) {
      if (is_hidden(at)) break;
      if (lines_[at].in_string || (lines_[at].is_comment() && lines_[at].indent > lines_[thing.head].indent)) last = at;
      else if (!lines_[at].is_blank()) break;
    }
    return last;
  }

  // False for a head without a body: what follows it, e.g. after a gap, does not belong to it.
  bool opens_body(const ScannedLine& head) const {
    if (head.depth_after > head.depth_before) return true;
    if (by_indentation()) return head.code.ends_with(':') || head.text.ends_with('\\');
    return true;
  }

  void pop_by_indentation(Thing& thing, uint32_t at) {
    thing.last = opens_body(lines_[thing.head]) ? last_within(thing, at) : thing.head;
    drop_line();
  }

  // Closes the innermost thing. With LinesAlone::none, a single line that defines nothing is forgotten.
  void drop_line() {
    Thing& thing = things_.all[open_.back()];
    bool alone = thing.last == thing.head && lines_alone_ == LinesAlone::none && !is_definition_of_one_line(thing);
    if (alone && &thing == &things_.all.back()) things_.all.pop_back();
    open_.pop_back();
  }

  void pop_at_end() {
    Thing& thing = things_.all[open_.back()];
    open_.pop_back();
    if (!by_indentation()) {
      if (last_code_ == thing.head) thing.last = thing.head;
      else thing.to_end = true;
      return;
    }
    if (!opens_body(lines_[thing.head])) {
      thing.last = thing.head;
      return;
    }
    thing.last = last_within(thing, static_cast<uint32_t>(lines_.size()));
    thing.to_end = true;
  }

  void open(uint32_t at) {
    Thing& thing = things_.all.emplace_back();
    thing.head = thing.start = thing.doc = at;
    thing.head_text = trim(lines_[at].text);  // with its strings: calls may differ only in them
    lead(thing);
    open_.push_back(static_cast<uint32_t>(things_.all.size() - 1));
  }

  bool is_type_alone(const ScannedLine& line, const ScannedLine& head) const {
    if (!kind_.directives || line.indent != head.indent || head.code.find('(') == head.code.npos) return false;
    return !line.code.empty() &&
        std::all_of(line.code.begin(), line.code.end(),
            [](char c) { return is_of_word(c) || std::string_view("_ *&:<>,").find(c) != std::string_view::npos; }) &&
        !line.code.ends_with(':') && !line.code.ends_with(',');
  }

  // The first line of the decorator that ends at `at`; kNoLine if none does.
  uint32_t decorator_that_ends_at(uint32_t at, const ScannedLine& head) const {
    const ScannedLine& line = lines_[at];
    if (is_hidden(at) || line.code.empty() || line.in_string) return kNoLine;
    auto begins = [this](const ScannedLine& one) {
      if (std::string_view("@#t[").find(one.code.front()) == std::string_view::npos) return false;
      return one.code.starts_with('@') || one.code.starts_with("#[") || one.code.starts_with("template ") ||
          one.code.starts_with("template<") || one.code.starts_with("[[") ||
          (one.code.starts_with('[') && one.code.ends_with(']') && kind_.labels);
    };
    if (begins(line) && line.depth_before == line.depth_after) return at;
    if (is_type_alone(line, head)) return at;
    constexpr uint32_t kMostLines = 60;
    if (line.depth_after >= line.depth_before) return kNoLine;
    for (uint32_t up = at; up > 0 && at - up < kMostLines;) {
      --up;
      if (is_hidden(up)) return kNoLine;
      if (lines_[up].depth_before <= line.depth_after)
        return !lines_[up].code.empty() && begins(lines_[up]) ? up : kNoLine;
    }
    return kNoLine;
  }

  void lead(Thing& thing) const {
    while (thing.start > 0) {
      uint32_t decorator = decorator_that_ends_at(thing.start - 1, lines_[thing.head]);
      if (decorator == kNoLine) break;
      thing.start = decorator;
    }
    thing.doc = thing.start;
    while (thing.doc > 0 && lines_[thing.doc - 1].is_comment() && !is_hidden(thing.doc - 1)) --thing.doc;
  }

  Things finish() {
    for (uint32_t i = 0; i < things_.all.size(); ++i) {
      Thing& thing = things_.all[i];
      thing.code = lines_[thing.head].code;
      thing.kind = &kind_;
      thing.may_be_named = thing.has_body() || is_definition_of_one_line(thing);
      thing.assigned_alone = !by_indentation() && thing.has_body() &&
          std::string_view(")]").find(lines_[thing.last].code.front()) != std::string_view::npos;
      things_.at_line[thing.head] = i;
    }
    things_.index();
    return std::move(things_);
  }

  bool is_definition_of_one_line(const Thing& thing) const {
    std::string_view code = lines_[thing.head].code;
    if (!thing.ends()) return true;  // its end is not shown
    if (by_indentation())
      return code.starts_with("def ") || code.starts_with("class ") || code.starts_with("async def ");
    bool ends = code.ends_with('}') || code.ends_with("};") || code.ends_with("},");
    bool body = ends && code.find('{') != code.npos;
    bool signature = kind_.signatures && code.ends_with(';') &&
        (code.find("): ") != code.npos || code.find("function ") != code.npos);
    return body || signature;
  }

  const std::vector<ScannedLine>& lines_;
  const SourceKind& kind_;
  const LinesAlone lines_alone_;
  const std::vector<bool>& hidden_;
  std::vector<uint32_t> hidden_before_;
  Things things_;
  std::vector<uint32_t> open_;
  uint32_t last_code_ = 0;
};

}  // namespace

bool begins_with_closer(const ScannedLine& line, const SourceKind& kind) {
  if (line.code.empty()) return false;
  char first = line.code.front();
  if (first == '}' || first == ')' || first == ']') return true;
  constexpr std::string_view kWords[] = {"end", "fi", "done", "esac", "END"};
  return kind.word_ends && is_one_of(kWords, first_word_of(line.code));
}

const NameOfHead& Thing::named() const {
  if (named_ != nullptr) return *named_;
  named_ = std::make_unique<NameOfHead>();
  if (may_be_named) *named_ = name_of_head(code, *kind);
  if (assigned_alone && !named_->assigned) named_->name.clear();
  return *named_;
}

void Things::index() {
  heads_.reserve(all.size());
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].has_body() || !all[i].name().empty()) heads_.add(all[i].head_text);
    else heads_.add_none();
}

std::vector<const Thing*> Things::things_of_numbers(const std::vector<uint32_t>& numbers) const {
  std::vector<const Thing*> found;
  for (uint32_t number : numbers) found.push_back(&all[number]);
  return found;
}

std::vector<const Thing*> Things::with_head(std::string_view head, size_t most) const {
  return things_of_numbers(heads_.all(head, most));
}

std::vector<const Thing*> Things::with_name(const std::string& name, size_t most) const {
  if (name.empty()) return {};
  if (!names_) {
    names_.emplace().reserve(all.size());
    for (const Thing& thing : all)
      if (!thing.name().empty()) names_->add(thing.name());
      else names_->add_none();
  }
  return things_of_numbers(names_->all(name, most));
}

Things things_of(const Scan& scan, const SourceKind& kind, LinesAlone lines, const std::vector<bool>& hidden) {
  return ThingFinder(scan, kind, lines, hidden).run();
}

}  // namespace aptix::edit
