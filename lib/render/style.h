// The few terminal colours in use. An empty style means no colour.
#pragma once

#include <string>
#include <string_view>

namespace aptix::render::style {

inline constexpr std::string_view kError = "\x1b[1;31m";
inline constexpr std::string_view kWarning = "\x1b[1;33m";
inline constexpr std::string_view kNote = "\x1b[34m";
inline constexpr std::string_view kStrong = "\x1b[1m";
inline constexpr std::string_view kAdded = "\x1b[32m";
inline constexpr std::string_view kRemoved = "\x1b[31m";
inline constexpr std::string_view kHunk = "\x1b[36m";
inline constexpr std::string_view kReset = "\x1b[0m";

inline void append(std::string& out, std::string_view style, std::string_view text) {
  if (style.empty()) {
    out += text;
    return;
  }
  out += style;
  out += text;
  out += kReset;
}

}  // namespace aptix::render::style
