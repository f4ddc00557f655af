// What is in a file, in a few lines, without a model. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "context/outline.h"
#include "context/source_text.h"

namespace aptix::context {

struct Summary {
  std::string text;                  // without credentials; each line ends with a line feed
  std::vector<OutlineItem> items{};  // those that are in it
  uint64_t redactions = 0;
  bool truncated = false;  // there is more than the budget lets in; the last line says so
};

// Makes room for a last line that says so.
void end_cut(std::string& text, uint64_t most_bytes);

// The text costs at most `max_tokens`. Of code the definitions, of a document the headings, of settings the keys, the
// inner ones only where all outer ones fit; of a log its first and last lines; of other text its first ones; of a
// binary its kind and size.
Summary summarize(const Outline& outline, const SourceText& text, uint64_t max_tokens);

// Of a binary its kind and size.
Summary summarize_binary(std::string_view content, uint64_t max_tokens);

}  // namespace aptix::context
