// Path globs as .gitignore(5) has them: `*` and `?` within a component, `[a-z]` classes, `**/`,
// `/**/` and `/**` across components, `\` before a character that is meant as such.
// A pattern without '/' matches the last component, others the whole path; a trailing '/' stands
// for all that is below. Letters count as they are; a character is a code point.
// Linear in pattern x text, no backtracking.
// The same language has two other readings, those of git's own files and options, in which nothing is malformed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace aptix {

class Glob {
 public:
  // Code::usage when malformed: empty, `!` in front, `[` or `\` without its end, `[:alpha:]`.
  static Result<Glob> parse(std::string_view pattern);
  // As git reads a line of an ignore file, from which `!` and a last '/' were taken: a character is a byte, `[:alpha:]`
  // is known, and a pattern that is malformed matches nothing. Letters::fold: ASCII letters of either case.
  enum class Letters : uint8_t { count, fold };
  static Glob of_git(std::string_view pattern, Letters letters = Letters::count);

  // As git reads the patterns of `git apply --include`: by bytes, too, and '/' is a character like any other.
  static Glob of_whole_text(std::string_view pattern);

  // `path` is relative to the root, with '/' between components.
  bool matches(std::string_view path) const;
  const std::string& pattern() const { return pattern_; }

 private:
  friend class GlobParser;

  enum class Kind : uint8_t {
    character,
    any,       // ? : not '/'
    set,       // [...] : not '/'
    star,      // * : any number, not '/'
    folders,   // **/ : any number of whole components, with their '/'
    anything,  // one of any kind
    all,       // any number of any kind
  };
  struct Step {
    Kind kind = Kind::character;
    char32_t value = 0;                                   // character
    bool negated = false;                                 // set
    std::vector<std::pair<char32_t, char32_t>> ranges{};  // set
  };

  explicit Glob(std::string pattern) : pattern_(std::move(pattern)) {}
  bool is_in(const Step& set, char32_t c) const;
  bool takes(const Step& step, char32_t c) const;
  void enter(char* active, size_t step) const;

  std::string pattern_;
  bool last_component_ = false;
  bool bytes_ = false;    // a character is a byte
  bool folds_ = false;    // ASCII letters of either case
  bool crosses_ = false;  // `*`, `?` and sets take a '/', too
  bool nothing_ = false;  // it was malformed
  std::vector<Step> steps_;
};

}  // namespace aptix
