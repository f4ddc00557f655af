#include "format/calls/inner_edit.h"

#include <utility>

#include "format/forms/forms.h"
#include "format/json/vocabulary.h"

namespace aptix::format {

void read_inner(BlockReading& reading, Block block, ParseText parse, size_t offset, const std::string& pointer) {
  block.form = Block::Form::fenced;
  size_t first = reading.plan.files.size();
  BlockReading inner(reading.input, block, reading.options, reading.plan);
  parse(inner);
  Diagnostics said = inner.findings.take();
  Origin origin = reading.origin(offset, pointer);
  for (; first < reading.plan.files.size(); ++first) {
    FileEdit& entry = reading.plan.files[first];
    entry.origin = origin;
    for (Edit& edit : entry.edits) edit.origin = origin;
  }
  for (Diagnostic& fault : said.errors) reading.findings.error(std::move(fault), offset, pointer);
  for (Diagnostic& fault : said.warnings)
    reading.findings.warning(fault.code, offset, pointer, std::move(fault.message), std::move(fault.hint));
}

void read_call_patch(
    BlockReading& reading, const json::Value& patch, const std::string& pointer, const CallText& text) {
  Block block;
  block.body = reading.keep(patch.text());
  bool chunks = block.body.find(kPatchSign) != std::string_view::npos;
  read_inner(reading, std::move(block), chunks ? parse_v4a : parse_diff, text.at(patch), pointer);
}

}  // namespace aptix::format
