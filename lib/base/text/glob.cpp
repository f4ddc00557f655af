// Globs are matched by following all possible places in the pattern at once, so that no pattern is slow.
#include "base/text/glob.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/assert.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix {
namespace {

constexpr size_t kLongestPattern = 4096;  // bounds the cost, pattern x text

// Named classes of sets: "alpha" in `[[:alpha:]]`. ASCII only.
struct Class {
  std::string_view name;
  int (*holds)(int);
};
constexpr Class kClasses[] = {{"alnum", std::isalnum}, {"alpha", std::isalpha}, {"blank", std::isblank},
    {"cntrl", std::iscntrl}, {"digit", std::isdigit}, {"graph", std::isgraph}, {"lower", std::islower},
    {"print", std::isprint}, {"punct", std::ispunct}, {"space", std::isspace}, {"upper", std::isupper},
    {"xdigit", std::isxdigit}};

// A byte that is not UTF-8 is a character of its own, beyond all code points.
CodePoint next_character(std::string_view text, size_t offset) {
  CodePoint point = decode_utf8(text, offset);
  return point.size != 0 ? point : CodePoint{0x110000u + static_cast<uint8_t>(text[offset]), 1};
}

}  // namespace

class GlobParser {
 public:
  explicit GlobParser(std::string_view pattern) : text_(pattern), glob_(std::string(pattern)) {}

  Glob parse_of_git(Glob::Letters letters) {
    glob_.folds_ = letters == Glob::Letters::fold;
    glob_.last_component_ = text_.find('/') == std::string_view::npos;
    if (text_.starts_with('/')) text_.remove_prefix(1);
    first_special_ = text_.find_first_of("*?[\\");
    glob_.nothing_ = text_.empty();
    return parse_bytes();
  }

  Glob parse_whole() {
    glob_.crosses_ = true;
    return parse_bytes();
  }

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
  // As git reads it: a malformed pattern matches nothing.
  Glob parse_bytes() {
    glob_.bytes_ = true;
    while (at_ < text_.size() && !glob_.nothing_) glob_.nothing_ = read_step().has_value();
    return std::move(glob_);
  }

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

  // Two stars that are a whole component match across components; otherwise stars are one star. git also accepts more
  // than two, and also right after the literal beginning of a pattern.
  void read_stars() {
    size_t start = at_;
    at_ = std::min(text_.find_first_not_of('*', at_), text_.size());
    bool escaped_slash = glob_.bytes_ && text_.substr(at_).starts_with("\\/");
    bool ends = at_ == text_.size() || text_[at_] == '/' || escaped_slash;
    if (!ends || !begins_component(start) || glob_.last_component_ || glob_.crosses_) {
      add(Glob::Kind::star);
    } else if (escaped_slash) {
      add(Glob::Kind::all);
    } else if (at_ == text_.size()) {
      if (!glob_.bytes_) add(Glob::Kind::anything);  // git also matches nothing there
      add(Glob::Kind::all);
    } else {
      ++at_;
      add(Glob::Kind::folders);
    }
  }

  // Are the stars from `start` on more than one, at the beginning of a component?
  bool begins_component(size_t start) const {
    bool many = glob_.bytes_ ? at_ - start >= 2 : at_ - start == 2;
    return many && (start == 0 || text_[start - 1] == '/' || (glob_.bytes_ && start == first_special_));
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
      bool named = text_.substr(at_).starts_with("[:");
      if (named && !glob_.bytes_) return malformed_error("has a named class", "write its characters, as in '[a-z]'");
      size_t close = named ? text_.find(']', at_ + 2) : 0;
      if (close == std::string_view::npos) break;
      bool whole = close > at_ + 2 && text_[close - 1] == ':';
      if (whole ? !add_class(set, text_.substr(at_ + 2, close - at_ - 3)) : !take_range(set)) break;
      if (whole) at_ = close + 1;
    }
    return malformed_error("has a '[' without its ']'", "write '\\[' for the character itself");
  }

  // False if there is no such class.
  bool add_class(Glob::Step& set, std::string_view name) const {
    if (glob_.folds_ && name == "upper") name = "alpha";
    auto known =
        std::find_if(std::begin(kClasses), std::end(kClasses), [name](const Class& one) { return one.name == name; });
    if (known == std::end(kClasses)) return false;
    for (int c = 0; c < 256; ++c)
      if (known->holds(c) != 0) set.ranges.emplace_back(c, c);
    return true;
  }

  // Reads "a" or "a-z". False if a backslash ends the pattern.
  bool take_range(Glob::Step& set) {
    std::optional<char32_t> low = take_in_set();
    std::optional<char32_t> high = low;
    bool range = at_ + 1 < text_.size() && text_[at_] == '-' && text_[at_ + 1] != ']';
    if (range) {
      ++at_;
      high = take_in_set();
    }
    if (!low || !high) return false;
    set.ranges.emplace_back(*low, *high);
    if (glob_.bytes_ && *high < *low) set.ranges.emplace_back(*low, *low);
    return true;
  }

  // Nothing if a backslash ends the pattern.
  std::optional<char32_t> take_in_set() {
    if (text_[at_] == '\\' && ++at_ == text_.size()) return std::nullopt;
    return take();
  }

  char32_t take() {
    if (glob_.bytes_) return static_cast<unsigned char>(text_[at_++]);
    CodePoint point = next_character(text_, at_);
    at_ += point.size;
    return point.value;
  }

  // A last `**` before the slash matches at least one folder.
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
  size_t first_special_ = std::string_view::npos;
  Glob glob_;
};

Result<Glob> Glob::parse(std::string_view pattern) { return GlobParser(pattern).parse(); }

Glob Glob::of_git(std::string_view pattern, Letters letters) { return GlobParser(pattern).parse_of_git(letters); }

Glob Glob::of_whole_text(std::string_view pattern) { return GlobParser(pattern).parse_whole(); }

// git folds the letters of a path, but those of a set only in ranges.
bool Glob::is_in(const Step& set, char32_t c) const {
  if (folds_ && c >= 'A' && c <= 'Z') c += 'a' - 'A';
  bool letter = folds_ && c >= 'a' && c <= 'z';
  return std::any_of(set.ranges.begin(), set.ranges.end(), [&](const std::pair<char32_t, char32_t>& range) {
    auto holds = [&](char32_t x) { return x >= range.first && x <= range.second; };
    return holds(c) || (letter && range.first != range.second && holds(c - ('a' - 'A')));
  });
}

bool Glob::takes(const Step& step, char32_t c) const {
  auto folded = [this](char32_t x) { return folds_ && x >= 'A' && x <= 'Z' ? x + ('a' - 'A') : x; };
  switch (step.kind) {
    case Kind::character: return folded(c) == folded(step.value);
    case Kind::any:
    case Kind::star: return crosses_ || c != '/';
    case Kind::folders:
    case Kind::anything:
    case Kind::all: return true;
    case Kind::set: return (crosses_ || c != '/') && is_in(step, c) != step.negated;
  }
  throw Bug("no such step");
}

// Marks `step` and all that can be reached from it without a character. Kind::folders always begins a component.
void Glob::enter(char* active, size_t step) const {
  while (active[step] == 0) {
    active[step] = 1;
    if (step == steps_.size()) return;
    Kind kind = steps_[step].kind;
    if (kind != Kind::star && kind != Kind::all && kind != Kind::folders) return;
    ++step;
  }
}

bool Glob::matches(std::string_view path) const {
  if (nothing_) return false;
  if (last_component_) path = base_name(path);
  std::vector<char> places(2 * (steps_.size() + 1));  // one for each step and the end
  char* active = places.data();
  char* next = active + steps_.size() + 1;
  enter(active, 0);
  for (size_t at = 0; at < path.size();) {
    CodePoint point = bytes_ ? CodePoint{static_cast<unsigned char>(path[at]), 1} : next_character(path, at);
    at += point.size;
    bool alive = false;
    for (size_t i = 0; i < steps_.size(); ++i) {
      if (active[i] == 0 || !takes(steps_[i], point.value)) continue;
      alive = true;
      Kind kind = steps_[i].kind;
      if (kind == Kind::folders) next[i] = 1;
      if (kind == Kind::star || kind == Kind::all) enter(next, i);
      else if (kind != Kind::folders || point.value == '/') enter(next, i + 1);
    }
    if (!alive) return false;
    std::swap(active, next);
    std::fill(next, next + steps_.size() + 1, char{0});
  }
  return active[steps_.size()] != 0;
}

}  // namespace aptix
