// A patch as git-apply(1) reads it: names without prefix, what the header states, and what it leaves open. Plain data.
// Answers are read by the other diff reader, diff/read/unified.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diff/lines/hunk.h"
#include "git/whitespace.h"

namespace aptix::git {

inline constexpr uint32_t kModeType = 0170000, kModeRegular = 0100000, kModeLink = 0120000, kModeSubmodule = 0160000;
constexpr bool is_link(uint32_t mode) { return (mode & kModeType) == kModeLink; }
constexpr bool is_submodule(uint32_t mode) { return (mode & kModeType) == kModeSubmodule; }

// What a header says about a creation or deletion; a plain diff often leaves it open.
enum class Stated : uint8_t { no, yes, open };

struct Hunk {
  uint64_t old_start = 0, old_count = 0;
  uint64_t new_start = 0, new_count = 0;
  uint64_t leading = 0, trailing = 0;  // context lines before the first and after the last change
  std::string_view text;               // header line and lines; views the patch
  size_t body = 0;                     // offset of the lines in `text`
  uint64_t line = 0;                   // line number of the header in the patch, from 1
};

// One direction of a "GIT binary patch".
struct BinaryHalf {
  enum class Method : uint8_t { literal, delta };
  Method method = Method::literal;
  std::string data;  // inflated
};

struct Patch {
  // nullopt: no file on this side. Final names: after -R and relative to the top of the repository.
  std::optional<std::string> old_name, new_name;
  uint32_t old_mode = 0, new_mode = 0;  // 0: not stated
  Stated is_new = Stated::open, is_delete = Stated::open;
  bool is_rename = false, is_copy = false;
  bool is_binary = false;
  bool top_relative = false;       // git-style: names are relative to the top of the repository
  bool crlf_in_old = false;        // a line of the old side ends in CR LF
  unsigned score = 0;              // similarity, in percent
  std::string old_blob, new_blob;  // from the `index` line, maybe abbreviated; "": none
  uint64_t lines_added = 0, lines_deleted = 0;
  WhitespaceRule rule;
  std::vector<Hunk> hunks;
  std::vector<BinaryHalf> halves;  // none; forward; or forward and reverse
  uint64_t line = 0;               // line number of the first header line

  const std::string& name() const { return new_name ? *new_name : *old_name; }  // REQUIRES: one of the names
  const std::string& old_or_new() const { return old_name ? *old_name : *new_name; }
};

// Swaps the two sides. The lines of hunks stay as they are: readers reverse them.
void reverse_patch(Patch& patch);

enum class Direction : uint8_t { forward, reverse };
// The lines of a hunk in the given direction, for matching and printing.
diff::Hunk lines_of(const Hunk& hunk, Direction direction);

// Blank lines that a hunk adds at its end, followed by blank context only.
struct BlankEnd {
  uint64_t count = 0;
  uint64_t line = 0;  // line number of the first one in the patch
};
BlankEnd blank_end_of(const Hunk& hunk, Direction direction);

}  // namespace aptix::git
