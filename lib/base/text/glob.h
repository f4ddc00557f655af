// Path globs as in .gitignore(5): `*` and `?` within a component, `[a-z]` classes, `**/`, `/**/` and `/**` across
// components, `\` before a literal character. A pattern without '/' matches the last component, others the whole path;
// a trailing '/' matches all that is below. Case-sensitive; a character is a code point. Linear in pattern x text, no
// backtracking. of_git() and of_whole_text() read patterns as git does, where none is malformed.
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
  // Fails with Code::usage if malformed: empty, `!` in front, `[` or `\` without its end, `[:alpha:]`.
  static Result<Glob> parse(std::string_view pattern);
  // As git reads a line of an ignore file without its `!` and last '/': a character is a byte, `[:alpha:]` is known,
  // and a malformed pattern matches nothing. Letters::fold: ignores the case of ASCII letters.
  enum class Letters : uint8_t { count, fold };
  static Glob of_git(std::string_view pattern, Letters letters = Letters::count);

  // As git reads the patterns of `git apply --include`: also by bytes, and '/' is an ordinary character.
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
    anything,  // any one character
    all,       // any number of any characters
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
  bool folds_ = false;    // ignores the case of ASCII letters
  bool crosses_ = false;  // `*`, `?` and sets match '/', too
  bool nothing_ = false;  // malformed: matches nothing
  std::vector<Step> steps_;
};

}  // namespace aptix
