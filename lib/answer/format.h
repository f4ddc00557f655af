// The formats, one row each in kFormats[]: how a block is recognised, and how it becomes a Plan. Pure. A new format is
// a file and a row.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "answer/basis/block_reading.h"
#include "answer/basis/markdown.h"
#include "answer/forms/forms.h"
#include "answer/tree/kind.h"
#include "base/result.h"
#include "model/limits.h"
#include "model/plan.h"

namespace aptix::answer {

struct WrappedBatch;

// What extract() finds in an input.
struct Extracted {
  std::vector<Block> blocks;     // in order, without those inside thoughts
  std::vector<ProseLine> prose;  // the lines between the blocks
  // A sentence of APTIX_FILE_SPEC that declines, in the prose or at the start of a fenced block: its offset in the
  // chain of inputs.
  std::optional<size_t> refusal;
};

struct Format {
  std::string_view name;           // "bundle", "patch", "diff"
  std::string_view summary;        // one line, for the manual
  std::string_view example;        // for the manual; "" if nobody is meant to write this form
  JsonKind json = JsonKind::none;  // JSON of this kind; `detect` is not asked then
  // Could this block be this format? Cheap; judges by content, the info string only helps.
  bool (*detect)(const Block& block) = nullptr;
  void (*read)(BlockReading& reading) = nullptr;  // see parse()
  // Tells a model how to answer when its answer did not apply.
  std::string_view feedback = {};
  // A document of this form without a fence, begun on that line. Null for JSON, which ends with its last bracket, and
  // for forms that need a fence.
  std::optional<BareText> (*bare)(const BareStart& start) = nullptr;
  // For a block whose own form was not asked for: could it be meant as this one?
  bool (*may_be)(const Block& block) = nullptr;
  std::string_view hint_alone = {};  // hint for an answer without an edit if only this form was asked for
  // Documents of this form inside the calls of a block of no form, or of a form that `holds_calls`.
  std::vector<WrappedBatch> (*in_calls)(const Block& block) = nullptr;
  bool holds_calls = false;
  bool is_call = false;      // an interface may have written a tag around it
  bool passes_over = false;  // its reader skips what is not its own, so another document may be in the body
  bool is_document = false;  // only one of it is expected in a code block
  bool is_batch = false;     // stored under an id, to be undone in part
  bool is_diff = false;      // names may differ in case only, and a file may be created twice
  bool is_whole = false;     // code blocks with a path: '--format whole' reads nothing else
  bool is_fault = false;     // always an error, whichever forms are asked for

  // Appends the edits of the block to `plan`. Reports every fault of the document with its place in the input; after an
  // error the plan must not be used.
  Diagnostics parse(const Input& input, const Block& block, const ParseOptions& options, Plan& plan) const;
};

std::span<const Format> formats();

// The first format in the table that detects the block; null if none does.
const Format* detect(const Block& block);

// Is the block an edit of some form?
bool holds_edit(const Block& block);

// The format of that name. REQUIRES: there is one.
const Format& format_named(std::string_view name);

// Checks the whole plan: limits, whole content given twice, paths that differ in case only, a path below another
// entry's file, and two kinds of block for one file unless `allow_overlap`.
struct CheckOptions {
  Limits limits{};
  bool allow_overlap = false;
  bool formatting = false;          // more than one JSON document is a Code::style warning
  std::span<const Block> blocks{};  // of the run; FileEdit::block is an index into them
};
Diagnostics check_plan(const Input& input, const Plan& plan, const CheckOptions& options);

}  // namespace aptix::answer
