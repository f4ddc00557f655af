// The steps that place a block on its file, in order, and the checks of the result. Pure.
// - A thing is a definition or a section (things.h). It is known if the file has it once, new if not (Part::is_new).
// - A gap is a line that stands for unchanged lines, e.g. "// ..." (gaps.h); a segment is the lines between two gaps.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "edit/fit/part.h"

namespace aptix::edit {

using Placing = std::variant<std::vector<Placement>, Misfit>;

// If the block may be the whole file: how many lines of the file it removes. Nothing if it does not show both ends of
// the file: the first and last line with words, or similar lines in their place.
std::optional<uint64_t> gone_from_whole(const Part& part);

// Refuses a block that was cut off: a thing begins in it and does not end.
// - With gaps, only things after the last gap count, and only if the block ends in new lines.
// - An excerpt that begins within a body and repeats the file from that head on is accepted.
std::optional<Misfit> cut_off(const Part& part);
// The last line of the block, if it is only the beginning of a line of the file.
std::optional<uint32_t> cut_line(const Part& part);

// For a block without gaps, of whole things, at least one of them known. A known thing replaces its counterpart, a new
// one is inserted beside its known neighbour, and the rest of the file stays. Nothing for another block.
std::optional<Placing> place_by_names(const Part& part);
// Refuses such a block if one of its things is ambiguous in the file, or if none is known.
std::optional<Misfit> unknown_names(const Part& part);
// Appends such a block of only new things, after as many blank lines as the file has above its last thing. Or nothing.
std::optional<Placing> place_at_end(const Part& part);

// Places each segment, the lines between two gaps, by its first and last lines. Several places are ambiguous.
Placing place_by_anchors(const Part& part);

// The statements that a block begins with and that import something (`import`, `use`, `#include`), each put beside
// those that its file begins with, or in place of the one from the same source whose names it repeats. `last`: the last
// one, `rest`: what is below it. Nothing if it begins with none, if the file has none or more than 500, or in doubt
// (ANSWERS.md §3).
struct ImportLines {
  std::vector<Placement> placed;
  uint32_t last = 0, rest = 0;
};
std::optional<ImportLines> import_lines(const Part& part);
// A line of [first, end) of the file that imports a name which the block uses, and neither imports nor defines.
std::optional<uint32_t> missed_import(const Part& part, uint32_t first, uint32_t end);
// Does it use what its file imports, and show none of these statements but others? Then it is not the whole file.
bool shows_only_new_imports(const Part& part);

// Old lines [first, end).
struct OldLines {
  uint32_t first, end;
};

// A pair is a block with lines to find (old half) and one with their replacement (new half). Returns the lines of the
// file that the new half replaces: those of the old half, and the lines next to them that only the new half repeats.
std::variant<OldLines, Misfit> lines_of_pair(const Part& new_half, OldLines old_half);

// Does the new half begin with the thing of the file that contains those lines?
bool begins_with_thing_around(const Part& new_half, OldLines old_lines);

// Refuses placements that may remove what the block does not mean to remove. REQUIRES: they are in file order.
std::optional<Misfit> disproof_of_part(const Part& part, const std::vector<Placement>& placed);
// Those of its checks that are about things (proof_of_things.cpp).
std::optional<Misfit> disproof_by_things(const Part& part, const std::vector<Placement>& placed);
// Refuses a block with gaps that changes nothing, if one of its parts begins with a line of brackets: that line may be
// meant elsewhere, and the lines before it may be meant to be removed.
std::optional<Misfit> nothing_shown(const Part& part, const std::vector<Placement>& placed);
// Refuses a block that is a single thing whose head occurs several times in the file at the same indentation.
std::optional<Misfit> one_of_twins(const Part& part);

}  // namespace aptix::edit
