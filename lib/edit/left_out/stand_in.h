// A line that a new text has in place of code of the old one, and that says so: in more words than placeholders have,
// as what goes for it tells that it is one. Pure; linear but for the diff.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace aptix::edit {

struct StandIn {
  uint64_t line = 0;      // in `after`, from 1
  std::string_view text;  // of that line, trimmed: views `after`
  uint64_t lines = 0;     // of code that go for it
};

// The first line that alone takes the place of code: a comment that says that something stays or names what went
// ("sub() stays as is", "sub function here"), or the head of a body that is "..." now. Of several lines that come the
// last, where it says nothing but that code stays, and more lines of code go. Code that stands elsewhere in
// `after`, or in the comment, has not gone; a comment that says why its code went is no such line, nor is one for a
// line or two that speaks of something else ("keep the original order"), nor "..." for a body that does nothing
// ("pass").
std::optional<StandIn> stand_in(std::string_view before, std::string_view after);

}  // namespace aptix::edit
