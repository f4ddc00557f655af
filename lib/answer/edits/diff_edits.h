// A unified diff, alone in a block or inside a gitPatch entry, as edits of a plan.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "answer/basis/block_reading.h"
#include "model/plan.h"

namespace aptix::answer {

struct DiffSource {
  std::string_view text;        // lives as long as the plan
  size_t text_before = 0;       // bytes at its start that the body does not have
  std::string name_hint = {};   // the file of hunks that no header names
  bool in_call = false;         // of a tool, which has that name
  bool end_is_certain = false;  // something stands after it: it was not cut
  bool fence_is_open = false;   // its code block lacks the closing fence: it may well have been
  bool ends_input = false;      // the input ends where it does
  // Of the content of a gitPatch entry.
  std::optional<Origin> in_json = {};  // of the JSON string: its offset in the body, and the pointer to it
  std::string root = {};               // of the document, "" or "src/": names are relative to it
  std::optional<RelPath> entry_path = {};
};
void read_diff_text(BlockReading& reading, const DiffSource& source);

}  // namespace aptix::answer
