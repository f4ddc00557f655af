// What is said of an edit that is not read: it is not passed over in silence.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/diagnostic.h"
#include "format/find/held_back.h"
#include "format/find/left_over.h"
#include "format/find/second_document.h"
#include "format/format.h"
#include "model/input.h"
#include "model/report.h"

namespace aptix::ops {

// The error for a block that no format takes, though an edit stands in it; nothing when no edit does. `number`: of the
// block, from 1.
std::optional<Diagnostic> edit_inside(const Input& input, const Block& block, uint64_t number);

// What was seen where nothing is read, and what to do about it.
Diagnostic unread_edit(const Input& input, const format::Unread& unread);

// For an answer that gives several ways, below these lines.
Diagnostic alternatives(const Input& input, std::span<const uint64_t> lines);

// For a block that a label over it calls shown. `number`: of the block, from 1.
Diagnostic held_edit(const Input& input, const format::HeldBack& held, uint64_t number);

// For a block that may be the content of the file that its label names, though its form is that of an edit.
Diagnostic labelled_edit(const Input& input, const Block& block, uint64_t number);

// For a block in a form that was not asked for, as `why` says.
Diagnostic unread_form(const Input& input, const Block& block, uint64_t number, std::string_view why);

// What a block is that is passed over.
std::string_view why_left(const Block& block);

// For an answer without an edit that looks like one: what was seen, or a code block of which nothing says what it is
// for.
std::optional<Diagnostic> seen_instead(const Input& input, std::span<const BlockReport> found);

Diagnostic two_documents(
    const Input& input, const Block& block, const format::Format& first, const format::SecondDocument& second);

// For a block with calls of other tools next to the batches that were read.
Diagnostic other_calls(const Input& input, const Block& block, uint64_t number);

}  // namespace aptix::ops
