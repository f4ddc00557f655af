// Excerpts, summaries and chunks of a file: as text for a person, and as the members of a JSON object. What they show
// has no credentials.
#pragma once

#include <functional>
#include <string>

#include "base/json/json_writer.h"
#include "context/excerpt.h"
#include "ops/context/context_files.h"

namespace aptix::ops {

// What there is to show of one file.
struct Shown {
  std::string text;
  std::string json;  // the members of an object, within braces
  uint64_t redactions = 0;
  std::vector<context::LineSpan> lines{};  // of the file, that are shown
};

// What a reader may still get in this call. What a function below gives is taken off.
struct Allowance {
  uint64_t tokens = UINT64_MAX;
  bool cut = false;  // something was not given because of it
};

// False, and `cut`, where so many bytes are not left.
bool take_off(Allowance& allowance, uint64_t bytes);

// Lines as they are, but for credentials and for bytes that are not UTF-8, which are shown as '\xE4'.
struct LinesRequest {
  context::LineSpan span{1, UINT64_MAX};
  uint64_t most_bytes = UINT64_MAX;  // whole lines, as far as one fits
  std::string version{};             // that left the file so; "": none did
};
// Errors: form_cannot_say for a binary, range_invalid where the first line does not exist.
Result<Shown> lines(const ContextFile& file, const LinesRequest& request);

Shown excerpt(const ContextFile& file, context::ExcerptLimits limits, Allowance& allowance);

// Programs that summarize. Each fails, or is not there, and then the next way is taken.
struct Summarizers {
  std::function<Result<std::string>(std::string_view text)> command{};  // a summary of a text without credentials
  // The lines of definitions in a source file of that name, sorted.
  std::function<Result<std::vector<uint64_t>>(const std::string& name, std::string_view content)> ctags{};
};

// At most `max_tokens` of text. What failed on the way is a warning in `said`.
Shown summarize(const ContextFile& file, uint64_t max_tokens, const Summarizers& summarizers, Allowance& allowance,
    Diagnostics& said);

struct ChunkWishes {
  uint64_t max_tokens = 1'000;      // of a chunk
  std::string id{};                 // that chunk alone; "": all
  uint64_t max_lines = UINT64_MAX;  // of a chunk, and of all that are shown
  bool with_content = true;         // else they are listed, in a line each
};
// Errors: form_cannot_say for a binary, range_invalid for an id that no chunk has.
Result<Shown> chunks(const ContextFile& file, const ChunkWishes& wishes, Allowance& allowance);

}  // namespace aptix::ops
