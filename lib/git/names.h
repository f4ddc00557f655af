// File names in the header lines of a diff, as git-apply(1) takes them: -p components off, --directory
// in front, C quotes undone. A `line` is what follows the keyword, up to and with its line feed. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace aptix::git {

struct NameRules {
  unsigned strip = 1;     // -p: leading components that are taken off
  std::string directory;  // --directory, "" or with a '/' at its end
};

enum class NameEnd : uint8_t {
  at_tab,   // --- and +++
  at_line,  // rename, copy: a tab belongs to the name
};

// Nothing when too few components stand there.
std::optional<std::string> find_git_name(std::string_view line, const NameRules& rules, NameEnd end);

// Of a plain diff: a timestamp after the name is left out. `otherwise` is taken when the name is that
// with something after it ("file" and "file.orig"), or when there is none.
std::optional<std::string> find_plain_name(
    std::string_view line, const NameRules& rules, const std::optional<std::string>& otherwise);

// The one name of a `diff --git` line whose halves agree.
std::optional<std::string> find_header_name(std::string_view line, const NameRules& rules);

bool names_dev_null(std::string_view line);
// Its timestamp is 1970-01-01 00:00:00 UTC: there is no file on this side.
bool has_epoch_timestamp(std::string_view line);

}  // namespace aptix::git
