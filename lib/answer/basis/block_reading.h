// A block that is being read into a plan, and what is said of it.
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

// What the reader of a block is told.
struct ParseOptions {
  Limits limits{};
  uint32_t block_index = 0;    // into the list of blocks, for FileEdit::block
  bool formatting = false;     // also report SYS-004 §6-§8 as Code::style warnings (bundle validate)
  bool trial = false;          // nothing is going to be written
  std::string_view root = {};  // the absolute path of the root, where one is known: dialects may name files by it
  // Of a line-patch batch that is a part of the block's JSON: where it stands in the body. All of the body otherwise.
  size_t begin = 0;
  size_t size = std::string_view::npos;
};

// Collects what is wrong with one block, and works out all places in one pass over the input: a
// hostile document has a million faults.
class Findings {
 public:
  Findings(const Input& input, const Block& block);

  // `offset` is one in the block's body. Beyond a thousand of each the findings are only counted.
  Diagnostic& error(Code code, size_t offset, std::string pointer, std::string message, std::string hint = {});
  Diagnostic& warning(Code code, size_t offset, std::string pointer, std::string message, std::string hint = {});
  // An error made elsewhere (a path rule, say), which has no place yet.
  Diagnostic& error(Error made, size_t offset, std::string pointer);

  // Found besides by somebody else, who only counted them.
  void add_not_listed(uint64_t errors, uint64_t warnings) {
    errors_.dropped += errors;
    warnings_.dropped += warnings;
  }

  // The file that the following findings are about, "" for none.
  void about(std::string_view path) {
    path_ = path;
    doc_path_.clear();
  }
  // The same where a key names it.
  void about_doc_path(std::string_view key) { path_ = doc_path_ = key; }

  bool ok() const { return errors_.list.empty(); }
  Origin origin(size_t offset) const { return {.offset = input_.base + in_input(offset)}; }
  Diagnostics take();  // in order of their places

 private:
  struct Found {
    Diagnostic diagnostic;
    size_t offset = 0;  // in Input::bytes
  };
  struct Severity {
    std::vector<Found> list;
    size_t dropped = 0;
    int gravest = 0;     // exit class; who exceeds it is listed, come what may: the exit code depends on it
    Diagnostic surplus;  // written to when the list is full
  };
  struct LineStart {
    size_t body;   // in the body
    size_t input;  // in Input::bytes, after what was removed
  };

  Diagnostic& add(Severity& severity, Diagnostic diagnostic, size_t offset, std::string pointer);
  size_t in_input(size_t offset) const;
  void place(std::vector<Found>& list) const;

  const Input& input_;
  const Block& block_;
  std::vector<LineStart> lines_;  // of a body without its indentation; empty otherwise
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

  // `text` as long as the plan lives: a view of the Input as it is, all else as a copy.
  std::string_view keep(std::string_view text);
  // Of what stands at an offset in the body, and at a pointer in the document.
  Origin origin(size_t offset, std::string pointer);
};

}  // namespace aptix::answer
