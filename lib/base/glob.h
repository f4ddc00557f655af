// Path globs as .gitignore(5) has them: `*` and `?` within a component, `[a-z]` classes, `**/`,
// `/**/` and `/**` across components, `\` before a character that is meant as such.
// A pattern without '/' matches the last component, others the whole path; a trailing '/' stands
// for all that is below. Letters count as they are; a character is a code point.
// Linear in pattern x text, no backtracking.
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
  static bool takes(const Step& step, char32_t c);
  void enter(std::vector<char>& active, size_t step, char32_t before) const;

  std::string pattern_;
  bool last_component_ = false;
  std::vector<Step> steps_;
};

}  // namespace aptix
