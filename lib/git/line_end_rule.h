// How git keeps the line ends of a file: as they are, or LF in the repository and something else in
// the work tree (gitattributes(5) `text` and `eol`; core.autocrlf, core.eol). Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace aptix::git {

struct LineEndRule {
  enum class Kind : uint8_t {
    as_they_are,
    text,      // always converted
    detected,  // where the content looks like text
  };
  Kind kind = Kind::as_they_are;
  bool crlf_in_tree = false;  // what is written has CR LF

  bool operator==(const LineEndRule&) const = default;
};

// Would the conversion change the content? As git has it in the repository (CR LF -> LF), and back.
bool changes_to_repository(std::string_view content, const LineEndRule& rule);
std::string to_repository(std::string_view content);
bool changes_to_tree(std::string_view content, const LineEndRule& rule);
std::string to_tree(std::string_view content);

}  // namespace aptix::git
