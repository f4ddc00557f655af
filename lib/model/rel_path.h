// RelPath: a path below the root that has passed the path rules. The only way to name a file of the work tree outside
// of lib/disk/. Purely lexical: the same result on every platform.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix {

enum class PathRules : uint8_t {
  documents,  // what a model may name
  git,        // what a diff of a real tree may name: also backslashes, control characters, `~`, drive letters
};

// A folder that belongs to git or to aptix. Its content is no part of the tree.
constexpr bool is_state_folder(std::string_view name) { return name == ".git" || name == ".aptix"; }

// Does a component of the path name our own state folder, in any disguise that a file system folds? Its content may
// reveal what a policy protects, so it must not be read by path.
bool leads_into_own_state(std::string_view path);

class RelPath {
 public:
  static constexpr size_t kMaxSize = 4095;

  // Refuses (Code::path_invalid): empty, absolute, a `.`, `..` or empty component, backslash, NUL,
  // control and bidirectional characters, U+2028/9, invalid UTF-8, a leading `~`, drive letters,
  // a component over 255 bytes, more than kMaxSize bytes in all. Refuses (Code::path_reserved) a
  // component that is `.git` or `.aptix` in any disguise that a file system folds.
  // PathRules::git accepts of these what git accepts, if it is UTF-8.
  static Result<RelPath> parse(std::string_view text, PathRules rules = PathRules::documents);

  const std::string& str() const { return text_; }
  std::string_view name() const { return base_name(text_); }
  std::string_view parent() const;  // "" at the top
  auto operator<=>(const RelPath&) const = default;

 private:
  explicit RelPath(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

inline std::string in_quotes(const RelPath& path) { return in_quotes(path.str()); }  // for messages

// Does a symbolic link stay inside the root, judged by the text of its target alone? `link`: relative to the root. The
// target must not leave the root at any point.
bool stays_inside(std::string_view link, std::string_view target);

}  // namespace aptix
