// The table of formats. The order decides which is taken when several could be meant.
#include "format/format.h"

#include <algorithm>
#include <optional>

#include "base/assert.h"
#include "base/json/json.h"
#include "format/documents.h"
#include "format/find/fence.h"
#include "format/find/line.h"

namespace aptix::format {
namespace {

constexpr Format kFormats[] = {
    {"bundle", "file bundle: a JSON object with 'files'", detect_bundle, parse_bundle},
    {"patch", "structured patch: a JSON object with 'patches'", detect_structured_patch, parse_structured_patch},
    {"line-patch", "line-patch batch: a JSON object whose 'files' have 'docPath' and 'changes'", detect_line_patch,
        parse_line_patch},
    {"edit-tool", "calls of edit tools: JSON objects with the old and the new text", detect_edit_tool, parse_edit_tool},
    {"tool-markup", "calls of edit tools in tags: <invoke name=\"...\"> and <parameter name=\"...\">",
        detect_tool_markup, parse_tool_markup},
    // These borrow lines of a diff, so they come before it.
    {"search-replace", "SEARCH/REPLACE blocks, the path above or in the fence", detect_search_replace,
        parse_search_replace},
    {"v4a", "V4A patch: '*** Begin Patch' to '*** End Patch'", detect_v4a, parse_v4a},
    {"diff", "unified diff, with or without git's headers", detect_diff, parse_diff},
    {"whole", "whole files, with '--format whole' alone: code blocks and <file path=...> tags with a path",
        detect_whole, parse_whole},
    {"cut", "a code block without its end that holds no whole document: always refused", detect_cut, parse_cut},
};

}  // namespace

std::span<const Format> formats() { return kFormats; }

const Format* detect(const Block& block) {
  for (const Format& format : kFormats)
    if (format.detect(block)) return &format;
  return nullptr;
}

bool holds_inner_edit(const Block& block) {
  constexpr size_t kMostFences = 16;
  if (block.form != Block::Form::fenced) return false;
  size_t fences = 0;
  for (Line line = line_from(block.body, 0); line.start < block.body.size() && fences < kMostFences;
       line = line_from(block.body, line.next)) {
    std::optional<Fence> fence = opening_fence(line.text.substr(indent_of(line.text).bytes));
    if (!fence || fence->info.empty()) continue;
    ++fences;
    Block inner;
    inner.form = Block::Form::fenced;
    inner.info = fence->info;
    inner.body = block.body.substr(line.next);
    inner.closed = true;
    if (detect(inner) != nullptr) return true;
  }
  return false;
}

bool may_be_line_patch(const Block& block) {
  constexpr size_t kMostBytes = 1 << 20;  // what has no entry that tells is short
  if (block.body.size() > kMostBytes) return false;
  bool has_field = block.body.find("originalSha256") != std::string_view::npos;  // no other form has it
  json::ReadResult read = json::read(block.body);
  auto is_syntax = [](const json::Fault& fault) { return fault.code == Code::json_syntax; };
  if (std::any_of(read.errors.begin(), read.errors.end(), is_syntax))
    return has_field && block.body.find_first_not_of(" \t\r\n") == block.body.find('{');
  auto files = read.document ? read.document->root().find("files") : std::nullopt;
  if (!files || files->type() != json::Type::array) return files.has_value();
  if (files->size() == 0) return true;
  json::Value first = *files->begin();
  if (first.type() != json::Type::object || !first.find("path")) return true;
  return first.find("originalSha256") && !first.find("content") && !first.find("patches");
}

const Format& format_named(std::string_view name) {
  for (const Format& format : kFormats)
    if (format.name == name) return format;
  throw Bug("no such format");
}

}  // namespace aptix::format
