// A block that is being parsed into a plan, and the findings about it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "model/input.h"
#include "model/limits.h"
#include "model/plan.h"

namespace aptix::answer {

// Options for the reader of a block.
struct ParseOptions {
  Limits limits{};
  uint32_t block_index = 0;    // into the list of blocks, for FileEdit::block
  bool formatting = false;     // also report SYS-004 §6-§8 as Code::style warnings (bundle validate)
  bool trial = false;          // dry run: nothing will be written
  std::string_view root = {};  // absolute path of the root, "" if unknown; dialects may name files by it
  // Range of a line-patch batch that is only a part of the block's JSON. By default all of the body.
  size_t begin = 0;
  size_t size = std::string_view::npos;
};

// Collects the findings about one block and works out all their places in one pass over the input: a hostile document
// has a million faults.
class Findings {
 public:
  Findings(const Input& input, const Block& block) : input_(input), block_(block), offsets_(input, block) {}

  // `offset` is in the block's body. After a thousand errors (or warnings) further ones are only counted, unless they
  // change the exit code.
  Diagnostic& error(Code code, size_t offset, std::string pointer, std::string message, std::string hint = {});
  Diagnostic& warning(Code code, size_t offset, std::string pointer, std::string message, std::string hint = {});
  // An error that has no place yet, such as one of a path rule.
  Diagnostic& error(Error made, size_t offset, std::string pointer);

  // Adds the numbers of findings that were counted elsewhere and not listed.
  void add_not_listed(uint64_t errors, uint64_t warnings) {
    errors_.dropped += errors;
    warnings_.dropped += warnings;
  }

  // Sets the file that the following findings are about; "" for none.
  void about(std::string_view path) {
    path_ = path;
    doc_path_.clear();
  }
  // The same for a file that is named by a docPath key.
  void about_doc_path(std::string_view key) { path_ = doc_path_ = key; }

  bool ok() const { return errors_.list.empty(); }
  Origin origin(size_t offset) const { return {.offset = input_.base + offsets_.in_input(offset)}; }
  Diagnostics take();  // sorted by place

 private:
  struct Found {
    Diagnostic diagnostic;
    size_t offset = 0;  // in Input::bytes
  };
  struct Severity {
    std::vector<Found> list;
    size_t dropped = 0;
    int gravest = 0;     // highest exit class so far; a graver finding is listed even beyond the limit
    Diagnostic surplus;  // returned for findings that are not listed
  };

  Diagnostic& add(Severity& severity, Diagnostic diagnostic, size_t offset, std::string pointer);
  void place(std::vector<Found>& list) const;

  const Input& input_;
  const Block& block_;
  const BodyOffsets offsets_;
  std::string path_, doc_path_;
  Severity errors_;
  Severity warnings_;
};

struct BlockReading {
  const Input& input;
  const Block& block;
  const ParseOptions& options;
  Plan& plan;
  Findings findings{input, block};

  // `text`, valid as long as the plan: not copied if it views the Input.
  std::string_view keep(std::string_view text);
  // The origin of an offset in the body and a JSON pointer in the document.
  Origin origin(size_t offset, std::string pointer);
};

}  // namespace aptix::answer
