// The formats, one row each in kFormats[]: how a block is recognised, and how it becomes a Plan.
// Pure. A new format is a file and a row.
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

// What is found in an input.
struct Extracted {
  std::vector<Block> blocks;     // in order, those inside <think> left out
  std::vector<ProseLine> prose;  // what stands between them, line by line
  // A refusal sentence of APTIX_FILE_SPEC in the prose, or at the start of a fence: its offset in the
  // chain of inputs.
  std::optional<size_t> refusal;
};

struct Format {
  std::string_view name;           // "bundle", "patch", "diff"
  std::string_view summary;        // one line, for the manual
  std::string_view example;        // a short one, for the manual; "" for one that nobody is to write
  JsonKind json = JsonKind::none;  // it is JSON that is meant as this
  // Else: could this block be meant as this format? Cheap; by content, the info string only helps.
  bool (*detect)(const Block& block) = nullptr;
  void (*read)(BlockReading& reading) = nullptr;  // as parse() does
  // What to answer with, for the model whose answer did not fit.
  std::string_view feedback = {};
  // One that begins without a fence on that line, up to its end. Null: it is JSON, which ends with its last bracket, or
  // it has to stand in a fence.
  std::optional<BareText> (*bare)(const BareStart& start) = nullptr;
  // Where a block is of a form that is not asked for: may it be meant as this one all the same?
  bool (*may_be)(const Block& block) = nullptr;
  std::string_view hint_alone = {};  // what to do where nothing else is asked for and none is found
  // Documents of this form in the calls of a block that is of no form, or of one that `holds_calls`.
  std::vector<WrappedBatch> (*in_calls)(const Block& block) = nullptr;
  bool holds_calls = false;
  bool is_call = false;      // an interface may have set a tag around it
  bool passes_over = false;  // its reader passes over what is not its own: another document may stand in the body
  bool is_document = false;  // nothing else is to stand in a code block next to it
  bool is_batch = false;     // stored under an id, to be undone in part
  bool is_diff = false;      // names may differ in case alone, and a file may be made twice
  bool is_whole = false;     // files next to their names: '--format whole' reads nothing else
  bool is_fault = false;     // always an error, whatever forms are asked for

  // Appends what the block asks for to `plan`. Every fault of the document is reported, each with its
  // place in the input; on any error the plan is not to be used.
  Diagnostics parse(const Input& input, const Block& block, const ParseOptions& options, Plan& plan) const;
};

std::span<const Format> formats();

// The format of a block that nobody has decided yet, or null. Several may detect; the order of the table decides.
const Format* detect(const Block& block);

// Does the block hold an edit of some form?
bool holds_edit(const Block& block);

// The format of that name. REQUIRES: there is one.
const Format& format_named(std::string_view name);

// Rules over the whole plan: limits, whole content twice, case twins, a path below another entry's
// file, two kinds of block on one file unless `allow_overlap`.
struct CheckOptions {
  Limits limits{};
  bool allow_overlap = false;
  bool formatting = false;          // more than one JSON document is a Code::style warning
  std::span<const Block> blocks{};  // of the run; FileEdit::block counts them
};
Diagnostics check_plan(const Input& input, const Plan& plan, const CheckOptions& options);

}  // namespace aptix::answer
