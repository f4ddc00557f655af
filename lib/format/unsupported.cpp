// Forms of edits that are known but cannot be read yet, and blocks that were cut before they could
// be told apart. Passing them over would apply half of an answer.
#include <string>
#include <string_view>

#include "format/bare.h"
#include "format/documents.h"
#include "format/findings.h"
#include "format/json_shape.h"
#include "format/line.h"

namespace aptix::format {
namespace {

constexpr std::string_view kReadable = "use a file bundle, a structured patch or a unified diff";

struct Form {
  std::string_view name;  // "" when the block has none of them
  size_t offset = 0;      // in the body
};

bool is_v4a_file(std::string_view line) {
  return line.starts_with("*** Update File: ") || line.starts_with("*** Add File: ") ||
         line.starts_with("*** Delete File: ");
}

std::string_view form_of_line(std::string_view line) {
  if (is_v4a_begin(line) || is_v4a_file(line)) return "a V4A patch ('*** Begin Patch')";
  if (is_search_marker(line)) return "a SEARCH/REPLACE block";
  return {};
}

Form form_of(const Block& block) {
  JsonKind kind = meant_as(block);
  if (kind == JsonKind::line_patch) return {"a line-patch batch", 0};
  if (kind == JsonKind::edit_tool) return {"an edit-tool call", 0};
  for (Line line = line_from(block.body, 0); line.start < block.body.size(); line = line_from(block.body, line.next))
    if (std::string_view name = form_of_line(line.text); !name.empty()) return {name, line.start};
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
