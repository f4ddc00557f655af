// Regular expressions in linear time, over bytes. The syntax is RE2's, with 'm' always on: ^ and $ match at line ends.
// Text need not be UTF-8: invalid bytes match no character of a pattern.
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
    bool newlines = true;      // may "[^a]" and "\s" match a newline?
  };

  // Fails with usage for an invalid pattern, with limit_exceeded for one that takes too much memory.
  static Result<Regex> compile(std::string_view pattern, Options options);
  static std::string quoted(std::string_view text);  // a pattern that matches exactly this text
  Regex(Regex&&) noexcept;
  Regex& operator=(Regex&&) noexcept;
  ~Regex();

  // The first match that begins at or after `from`. Fills `groups` with views of `text`, the whole match first; a group
  // without a match has no data. Thread-safe.
  bool find(std::string_view text, size_t from, std::span<std::string_view> groups) const;
  bool contains(std::string_view text) const;

 private:
  explicit Regex(std::unique_ptr<re2::RE2> compiled);
  std::unique_ptr<re2::RE2> compiled_;
};

}  // namespace aptix
