// Globs, matched by following all places in the pattern at once, so that no pattern is slow.
#include "base/glob.h"

#include <algorithm>
#include <optional>

#include "base/assert.h"
#include "base/text/text.h"

namespace aptix {
namespace {

constexpr size_t kLongestPattern = 4096;  // of the pattern: bounds pattern x text

// Bytes that are not UTF-8 stand for themselves, beyond all code points.
CodePoint next_character(std::string_view text, size_t offset) {
  if (utf8_sequence_size(text, offset) != 0) return decode_utf8(text, offset);
  return {0x110000u + static_cast<uint8_t>(text[offset]), 1};
}

}  // namespace

class GlobParser {
 public:
  explicit GlobParser(std::string_view pattern) : text_(pattern), glob_(std::string(pattern)) {}

  Result<Glob> parse() {
    if (text_.empty()) return malformed("is empty", "write a pattern like 'src/**' or '*.c'");
    if (text_.size() > kLongestPattern) return malformed("is longer than 4096 bytes", "use a shorter pattern");
    if (text_.starts_with('!')) return malformed("begins with '!'", "write '\\!' for the character itself");
    bool slash_at_end = text_.ends_with('/');
    if (slash_at_end) text_.remove_suffix(1);
    glob_.last_component_ = text_.find('/') == std::string_view::npos;
    if (text_.starts_with('/')) text_.remove_prefix(1);
    if (glob_.last_component_ && slash_at_end) add(Glob::Kind::folders);  // a folder of that name, anywhere
    while (at_ < text_.size())
      if (std::optional<Error> error = read_step()) return fail(std::move(*error));
    if (slash_at_end) add_all_below();
    return std::move(glob_);
  }

 private:
  std::optional<Error> read_step() {
    char c = text_[at_];
    if (c == '*') {
      read_stars();
      return std::nullopt;
    }
    if (c == '[') return read_set();
    if (c == '?') {
      ++at_;
      add(Glob::Kind::any);
      return std::nullopt;
    }
    if (c == '\\' && ++at_ == text_.size())
      return malformed_error("ends in a backslash", "write '\\\\' for a backslash");
    add(Glob::Kind::character).value = take();
    return std::nullopt;
  }

  // Two stars that are a whole component reach across components; any other number is one star.
  void read_stars() {
    size_t start = at_;
    while (at_ < text_.size() && text_[at_] == '*') ++at_;
    bool last = at_ == text_.size();
    bool whole = at_ - start == 2 && (start == 0 || text_[start - 1] == '/') && (last || text_[at_] == '/');
    if (!whole || glob_.last_component_) {
      add(Glob::Kind::star);
    } else if (last) {
      add(Glob::Kind::anything);
      add(Glob::Kind::all);
    } else {
      ++at_;
      add(Glob::Kind::folders);
    }
  }

  std::optional<Error> read_set() {
    Glob::Step set{.kind = Glob::Kind::set};
    ++at_;
    set.negated = at_ < text_.size() && (text_[at_] == '!' || text_[at_] == '^');
    if (set.negated) ++at_;
    for (bool first = true; at_ < text_.size(); first = false) {
      if (text_[at_] == ']' && !first) {
        ++at_;
        glob_.steps_.push_back(std::move(set));
        return std::nullopt;
      }
      if (text_.substr(at_).starts_with("[:"))
        return malformed_error("has a named class", "write its characters, as in '[a-z]'");
      std::optional<char32_t> low = take_in_set();
      std::optional<char32_t> high = low;
      bool range = at_ + 1 < text_.size() && text_[at_] == '-' && text_[at_ + 1] != ']';
      if (range) {
        ++at_;
        high = take_in_set();
      }
      if (!low || !high) break;
      set.ranges.emplace_back(*low, *high);
    }
    return malformed_error("has a '[' without its ']'", "write '\\[' for the character itself");
  }

  // Nothing when a backslash ends the pattern.
  std::optional<char32_t> take_in_set() {
    if (text_[at_] == '\\' && ++at_ == text_.size()) return std::nullopt;
    return take();
  }

  char32_t take() {
    CodePoint point = next_character(text_, at_);
    at_ += point.size;
    return point.value;
  }

  // A last `**` before the slash means at least one folder.
  void add_all_below() {
    bool stars = !glob_.steps_.empty() && glob_.steps_.back().kind == Glob::Kind::all;
    if (stars) {
      glob_.steps_.resize(glob_.steps_.size() - 2);
      add(Glob::Kind::folders);
      add(Glob::Kind::any);
      add(Glob::Kind::star);
    }
    glob_.last_component_ = false;
    add(Glob::Kind::character).value = '/';
    add(Glob::Kind::anything);
    add(Glob::Kind::all);
  }

  Glob::Step& add(Glob::Kind kind) { return glob_.steps_.emplace_back(Glob::Step{.kind = kind}); }

  Error malformed_error(std::string_view problem, std::string_view hint) const {
    std::string message = "the pattern '" + excerpt_for_display(glob_.pattern_) + "' " + std::string(problem);
    return make_error(Code::usage, std::move(message), std::string(hint));
  }
  tl::unexpected<Error> malformed(std::string_view problem, std::string_view hint) const {
    return fail(malformed_error(problem, hint));
  }

  std::string_view text_;
  size_t at_ = 0;
  Glob glob_;
};

Result<Glob> Glob::parse(std::string_view pattern) { return GlobParser(pattern).parse(); }

bool Glob::takes(const Step& step, char32_t c) {
  switch (step.kind) {
    case Kind::character: return c == step.value;
    case Kind::any:
    case Kind::star: return c != '/';
    case Kind::folders:
    case Kind::anything:
    case Kind::all: return true;
    case Kind::set: {
      auto holds = [c](const std::pair<char32_t, char32_t>& range) { return c >= range.first && c <= range.second; };
      bool inside = std::any_of(step.ranges.begin(), step.ranges.end(), holds);
      return c != '/' && inside != step.negated;
    }
  }
  throw Bug("no such step");
}

// Marks `step` and those that can be reached from it without a character. `before` is the character
// that was read last, '/' at the start.
void Glob::enter(std::vector<char>& active, size_t step, char32_t before) const {
  while (active[step] == 0) {
    active[step] = 1;
    if (step == steps_.size()) return;
    Kind kind = steps_[step].kind;
    bool may_be_empty = kind == Kind::star || kind == Kind::all || (kind == Kind::folders && before == '/');
    if (!may_be_empty) return;
    ++step;
  }
}

bool Glob::matches(std::string_view path) const {
  if (last_component_) path = path.substr(path.rfind('/') + 1);
  std::vector<char> active(steps_.size() + 1), next(steps_.size() + 1);
  enter(active, 0, '/');
  for (size_t at = 0; at < path.size();) {
    CodePoint point = next_character(path, at);
    at += point.size;
    std::fill(next.begin(), next.end(), char{0});
    for (size_t i = 0; i < steps_.size(); ++i) {
      if (active[i] == 0 || !takes(steps_[i], point.value)) continue;
      bool repeats = steps_[i].kind == Kind::star || steps_[i].kind == Kind::folders || steps_[i].kind == Kind::all;
      enter(next, repeats ? i : i + 1, point.value);
    }
    std::swap(active, next);
  }
  return active.back() != 0;
}

}  // namespace aptix
