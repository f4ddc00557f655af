// Three-way merge of texts by lines: the changes of two sides to one base. Pure; linear but for the diffs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::diff {

enum class ConflictDetail : uint8_t {
  whole,    // as in diff3: a conflict shows everything that either side changed there, and the base
  trimmed,  // as git's zdiff3: the same without lines that both sides begin or end with
  reduced,  // as git-merge-file(1) by default: lines that both sides have are moved out; no base
};

// A run of whole lines of the result. Views of the three texts.
struct MergeRegion {
  bool conflict = false;
  std::string_view text;                // no conflict: the text of the result
  std::string_view ours, base, theirs;  // conflict; no `base` with ConflictDetail::reduced
  bool crlf = false;                    // conflict: its markers end in CR LF
};

struct Merged {
  std::vector<MergeRegion> regions;  // in order; together they are the result

  bool clean() const;
  // REQUIRES: clean().
  std::vector<std::string_view> pieces() const;
};

// Changes of the two sides that do not touch are both made, the same change on both sides once. Everything else is a
// conflict: two changes of neighbouring lines, too. A line includes its line end, so that a missing last newline is a
// change like any other.
Merged merge3(std::string_view base, std::string_view ours, std::string_view theirs,
    ConflictDetail detail = ConflictDetail::whole);

struct MarkerLabels {
  std::string ours = "ours";
  std::string base = "base";  // used if a conflict has one
  std::string theirs = "theirs";
};

// The text with <<<<<<<, |||||||, ======= and >>>>>>> around each conflict; the base is left out under
// ConflictDetail::reduced. The markers have the line end of the lines before them, as in git.
std::string print_merged(const Merged& merged, const MarkerLabels& labels, ConflictDetail detail);

}  // namespace aptix::diff
