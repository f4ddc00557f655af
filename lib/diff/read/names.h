// File names in the header lines of a diff, as the tolerant reader takes them. Pure.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace aptix::diff {

// The two names after `diff --git `, with their prefixes. Unquoted names with spaces are told apart
// by being the same but for their first component. Both "" when they cannot be told apart.
std::pair<std::string, std::string> split_git_names(std::string_view rest);

// The name after `--- ` or `+++ `, without its timestamp (after a TAB or, in plain diffs, a space).
struct HeaderName {
  std::string name;
  bool epoch = false;  // the timestamp is 1970-01-01 00:00:00 UTC: the file does not exist on this side
};
HeaderName header_name(std::string_view rest);

// A name after `rename from ` and its like.
std::string plain_name(std::string_view rest);

// Are these the two names of one header: equal but for a first component, or one of them /dev/null?
bool names_agree(std::string_view old_name, std::string_view new_name);

}  // namespace aptix::diff
