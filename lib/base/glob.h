// Path globs: `*` and `?` within a component, `**` across components, `[a-z]` classes.
// Linear in pattern x text, no backtracking. A pattern without '/' matches the last component, as
// .gitignore(5) has it.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace aptix {

class Glob {
 public:
  static Result<Glob> parse(std::string_view pattern);  // Code::usage when malformed
  bool matches(std::string_view path) const;
  const std::string& pattern() const { return pattern_; }

 private:
  explicit Glob(std::string pattern) : pattern_(std::move(pattern)) {}
  std::string pattern_;
};

}  // namespace aptix
