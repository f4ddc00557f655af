// A unified diff, alone in a block or inside a gitPatch entry, as edits of a plan.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "format/basis/findings.h"
#include "format/basis/parse_options.h"
#include "model/plan.h"

namespace aptix::format {

// The content of a gitPatch entry. Its names are relative to the document's root.
struct EmbeddedDiff {
  std::string_view text;        // lives as long as the plan
  std::string root;             // "" or "src/"
  std::optional<RelPath> path;  // of the entry
  size_t offset = 0;            // of the JSON string in the block's body
  std::string pointer;          // to it
};
void read_embedded_diff(Findings& findings, const EmbeddedDiff& diff, const ParseOptions& options, Plan& plan);

// A diff that is the whole body of a block.
struct PlainDiff {
  std::string_view text;        // the body, or a copy that lives as long as the plan
  std::string name_hint;        // the file of hunks that no header names
  bool in_call = false;         // of a tool, which has that name
  size_t text_before = 0;       // bytes at the start of the text that the body does not have
  bool end_is_certain = false;  // something stands after it: it was not cut
  bool fence_is_open = false;   // its code block lacks the closing fence: it may well have been
  bool ends_input = false;      // the input ends where it does
};
void read_plain_diff(Findings& findings, const PlainDiff& diff, const ParseOptions& options, Plan& plan);

}  // namespace aptix::format
