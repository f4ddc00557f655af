// Parses single lines of a diff's header: fields, names in quotes, timestamps. What they mean is decided by the two
// readers: the tolerant one (unified.h), and git's own (git/reader.h). Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace aptix::diff {

// The first two are --- and +++.
enum class HeaderField : uint8_t {
  old_name,
  new_name,
  old_mode,
  new_mode,
  deleted_file,
  new_file,
  rename_from,
  rename_to,
  copy_from,
  copy_to,
  similarity,
  dissimilarity,
  index
};

struct HeaderLine {
  HeaderField field;
  std::string_view value;  // what follows the keyword
};
// Nothing when the line is not one of a header.
std::optional<HeaderLine> header_line(std::string_view line);
// May this be the beginning of such a line, cut short?
bool may_be_cut_field(std::string_view line);

// A name in C quotes at the start of `text`, and how many bytes it takes. Nothing when it is malformed.
struct Unquoted {
  std::string name;
  size_t length;
};
std::optional<Unquoted> unquote_name(std::string_view text);

// Does `text` look like `pattern`, where 'd' stands for a digit and 's' for a sign?
bool looks_like(std::string_view text, std::string_view pattern);

// "2026-01-31 19:41:17.620000023 +0900" as diff -u and git write it; seconds, their fraction and the zone may be
// missing.
struct Timestamp {
  bool epoch = false;  // it is 1970-01-01 00:00:00 UTC: the file does not exist on this side
  bool has_seconds = false;
  bool ends_in_point = false;  // a point, and no digits after it
};
// Nothing when the text is not one, from its first to its last byte.
std::optional<Timestamp> read_timestamp(std::string_view text);

// Names, as the tolerant reader reads them:

// The two names after `diff --git `, with their prefixes. Unquoted names with spaces are split where both parts are
// equal but for their first component. Both "" if they cannot be split.
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
