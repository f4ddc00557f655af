// The formats, one row each in kFormats[]: how a block is recognised, and how it becomes a Plan.
// Pure. A new format is a file and a row.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/result.h"
#include "model/limits.h"
#include "model/plan.h"

namespace aptix::format {

struct ParseOptions {
  Limits limits{};
  uint32_t block_index = 0;    // into the list of blocks, for FileEdit::block
  bool formatting = false;     // also report SYS-004 §6-§8 as Code::style warnings (bundle validate)
  std::string_view root = {};  // the absolute path of the root, where one is known: dialects may name files by it
  // Of a line-patch batch that is a part of the block's JSON: where it stands in the body. All of the body otherwise.
  size_t begin = 0;
  size_t size = std::string_view::npos;
  unsigned threads = 1;  // that may be used for a large document
};

struct Format {
  std::string_view name;     // "bundle", "patch", "diff"
  std::string_view summary;  // one line, for the manual
  // Could this block be meant as this format? Cheap; by content, the info string only helps.
  bool (*detect)(const Block& block);
  // Appends what the block asks for to `plan`. Every fault of the document is reported, each with its
  // place in the input; on any error the plan is not to be used.
  Diagnostics (*parse)(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);
};

std::span<const Format> formats();

// The format of a block, or null. Several may detect; the order of the table decides.
const Format* detect(const Block& block);

// Is this block, which no format takes, labelled as a diff and has lines that look like changes? An
// edit may then have been missed.
bool looks_like_lost_diff(const Block& block);

// Whether a code block of another one begins in it, as far as it goes, that is an edit: the first fence that should
// have ended that one ended this one.
bool holds_inner_edit(const Block& block);

// Whether it is a JSON document whose 'files' does not tell a line-patch batch from a bundle, or one that is broken or
// names the file by its path, with a field of a batch and none of a bundle.
bool may_be_line_patch(const Block& block);

// The format of that name. REQUIRES: there is one.
const Format& format_named(std::string_view name);

// Rules over the whole plan: limits, whole content twice, case twins, a path below another entry's
// file, two kinds of block on one file unless `allow_overlap`.
struct CheckOptions {
  Limits limits{};
  bool allow_overlap = false;
  bool formatting = false;  // more than one JSON document is a Code::style warning (SYS-004 §8)
  // Per block, the name of its format; parallel to the blocks of the run.
  std::span<const std::string_view> block_formats{};
};
Diagnostics check_plan(const Input& input, const Plan& plan, const CheckOptions& options);

}  // namespace aptix::format
