// The readers in the rows of kFormats[] that are no calls (calls.h), each in a file of its own. What a block asks for
// is appended to the plan; every fault of it is said.
#pragma once

#include <optional>
#include <string_view>

#include "answer/basis/block_reading.h"
#include "answer/forms/bare.h"
#include "model/input.h"

namespace aptix::answer {

void parse_bundle(BlockReading& reading);

void parse_structured_patch(BlockReading& reading);

// Whether it is a JSON document whose 'files' does not tell a line-patch batch from a bundle, or one that is broken or
// names the file by its path, with a field of a batch and none of a bundle.
bool may_be_line_patch(const Block& block);
void parse_line_patch(BlockReading& reading);

bool detect_search_replace(const Block& block);
void parse_search_replace(BlockReading& reading);

bool detect_v4a(const Block& block);
void parse_v4a(BlockReading& reading);

bool detect_diff(const Block& block);
// Is this block, which no format takes, labelled as a diff? An edit may then have been missed.
bool looks_like_lost_diff(const Block& block);
bool is_for_diffs(std::string_view path);  // "a.diff", "a.patch"
void parse_diff(BlockReading& reading);

// A context diff, as 'diff -c' prints it: seen, and never read.
bool detect_context_diff(const Block& block);
std::optional<BareText> bare_context_diff(const BareStart& start);
void parse_context_diff(BlockReading& reading);

bool detect_whole(const Block& block);
void parse_whole(BlockReading& reading);

// A fence without its end around something that is no document: the answer was cut.
bool detect_cut(const Block& block);
void parse_cut(BlockReading& reading);

}  // namespace aptix::answer
