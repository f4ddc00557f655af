// Forms of edits that are known but cannot be read yet, and blocks that were cut before they could
// be told apart. Passing them over would apply half of an answer.
#include <string>
#include <string_view>

#include "format/documents.h"
#include "format/findings.h"
#include "format/json_shape.h"

namespace aptix::format {
namespace {

constexpr std::string_view kReadable = "use a file bundle, a structured patch or a unified diff";

struct Form {
  std::string_view name;  // "" when the block has none of them
  size_t offset = 0;      // in the body
};

Form form_of(const Block& block) {
  JsonKind kind = meant_as(block);
  if (kind == JsonKind::edit_tool) return {"an edit-tool call", 0};
  return {};
}

}  // namespace

bool detect_unsupported(const Block& block) { return !form_of(block).name.empty(); }

Diagnostics parse_unsupported(const Input& input, const Block& block, const ParseOptions&, Plan&) {
  Findings findings(input, block);
  Form form = form_of(block);
  findings.error(Code::format_unsupported, form.offset, "", std::string(form.name) + " cannot be read yet",
                 std::string(kReadable));
  return findings.take();
}

bool detect_cut(const Block& block) { return block.form == Block::Form::fenced && !block.closed; }

Diagnostics parse_cut(const Input& input, const Block& block, const ParseOptions&, Plan&) {
  Findings findings(input, block);
  findings.error(Code::block_unterminated, 0, "",
                 "the code block has no closing fence and holds no whole document: the answer may be cut short",
                 "ask for the whole answer again");
  return findings.take();
}

}  // namespace aptix::format
