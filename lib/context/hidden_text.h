// What is said about a file, without the credentials that are in it. Pure.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

namespace aptix::context {

class HiddenText {
 public:
  // REQUIRES: the content outlives it.
  explicit HiddenText(std::string_view content);

  // `text` with "[redacted: KIND]" for the credentials that it has, and for those of the content, whole or in part: a
  // message quotes the beginning of a line.
  std::string hide(std::string_view text) const;

 private:
  std::unordered_map<std::string_view, std::string_view> parts_;  // of the content, with the kind
  std::set<size_t> sizes_;                                        // of the parts
};

}  // namespace aptix::context
