// Regular expressions in linear time, over bytes: RE2 behind one door.
// A pattern is RE2's syntax; 'm' is always on, so that ^ and $ stand at the ends of lines. Text need not be UTF-8: what
// is not matches no character of a pattern.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace re2 {
class RE2;
}

namespace aptix {

class Regex {
 public:
  struct Options {
    bool ignore_case = false;  // by Unicode's simple folding
    bool newlines = true;      // whether what is not written as a newline may match one ("[^a]", "\s")
  };

  // Fails with usage for a pattern that is not one, with limit_exceeded for one that takes too much memory.
  static Result<Regex> compile(std::string_view pattern, Options options);
  static std::string quoted(std::string_view text);  // the pattern that matches this text
  Regex(Regex&&) noexcept;
  Regex& operator=(Regex&&) noexcept;
  ~Regex();

  // The first match that begins at or after `from`: its groups into `groups`, the whole match first; those that took no
  // part have no data. Views of `text`. Safe from several threads.
  bool find(std::string_view text, size_t from, std::span<std::string_view> groups) const;
  bool contains(std::string_view text) const;

 private:
  explicit Regex(std::unique_ptr<re2::RE2> compiled);
  std::unique_ptr<re2::RE2> compiled_;
};

}  // namespace aptix
