#include "ops/tools/calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "ops/tools/copy.h"
#include "ops/tools/cursor.h"

namespace aptix::ops {
namespace {

constexpr uint64_t kListed = 200, kFound = 20;

Error wrong_argument(std::string message, std::string hint) {
  return make_error(Code::usage, std::move(message), std::move(hint));
}

Error wrong_cursor() {
  return wrong_argument("'cursor' is not one of this tool", "give the 'next_cursor' of the result before");
}

std::string path_of(const ToolArguments& arguments) { return arguments.text_or_none("filepath"); }

// 12 to 64 hexadecimal digits; "" if absent.
Result<std::string> base_of(const ToolArguments& arguments) {
  std::string digits = arguments.text_or_none("base_sha256");
  bool hex = digits.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
  if (digits.empty()) return digits;
  if (!hex || digits.size() < 12 || digits.size() > 64)
    return fail(wrong_argument(fmt::format("'{}' is not a SHA-256", excerpt_for_display(digits)),
        "give the 'sha256' of a read, or its first 12 digits"));
  std::transform(digits.begin(), digits.end(), digits.begin(),
      [](char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c; });
  return digits;
}

}  // namespace

Result<ToolCall> call_list_files(const ToolArguments& arguments) {
  ToolCall call{.command = "files", .operands = arguments.texts("globs"), .root_by = RootBy::each};
  for (const std::string& tag : arguments.texts("tags")) call.options.push_back("--tag=" + tag);
  if (arguments.flag("changed")) call.options.emplace_back("--changed");
  call.options.push_back(fmt::format("--max={}", std::max<uint64_t>(1, arguments.number("limit").value_or(kListed))));
  if (auto cursor = arguments.text("cursor")) {
    auto name = name_in_cursor(*cursor);
    if (!name) return fail(wrong_cursor());
    call.options.push_back("--after=" + *name);
  }
  return call;
}

Result<ToolCall> call_read_file(const ToolArguments& arguments) {
  ToolCall call{.command = "read", .operands = {path_of(arguments)}, .names = CallNames::operand};
  auto start = arguments.number("start"), end = arguments.number("end");
  if ((start && *start == 0) || (end && *end == 0))
    return fail(wrong_argument("lines count from 1", "leave 'start' out to begin at the first line"));
  if (start && end && *end < *start)
    return fail(
        wrong_argument(fmt::format("'end' {} is before 'start' {}", *end, *start), "give 'end' as a line number"));
  if (start || end)
    call.options.push_back(fmt::format("--lines={}:{}", start.value_or(1), end ? std::to_string(*end) : ""));
  return call;
}

Result<ToolCall> call_get_excerpt(const ToolArguments& arguments) {
  ToolCall call{.command = "excerpt", .operands = {path_of(arguments)}, .names = CallNames::operand};
  if (auto most = arguments.number("max_lines")) call.options.push_back(fmt::format("--max-lines={}", *most));
  return call;
}

Result<ToolCall> call_summarize_file(const ToolArguments& arguments) {
  ToolCall call{.command = "summarize", .operands = {path_of(arguments)}, .names = CallNames::operand};
  if (auto most = arguments.number("max_tokens")) call.options.push_back(fmt::format("--max-tokens={}", *most));
  return call;
}

Result<ToolCall> call_search_files(const ToolArguments& arguments) {
  ToolCall call{.command = "search", .operands = {arguments.text_or_none("query")}, .root_by = RootBy::each};
  for (std::string& glob : arguments.texts("globs")) call.operands.push_back(std::move(glob));
  if (arguments.flag("regex")) call.options.emplace_back("--regex");
  if (arguments.flag("word")) call.options.emplace_back("--word");
  if (arguments.flag("ignore_case")) call.options.emplace_back("--ignore-case");
  call.options.push_back(fmt::format("--max={}", std::max<uint64_t>(1, arguments.number("max").value_or(kFound))));
  if (auto cursor = arguments.text("cursor")) {
    bool digits = all_digits(*cursor) && cursor->size() < 10;
    if (!digits) return fail(wrong_cursor());
    call.options.push_back(fmt::format("--skip={}", *cursor));
  }
  return call;
}

Result<ToolCall> call_get_diff(const ToolArguments& arguments) {
  ToolCall call{.command = "diff"};
  if (auto path = arguments.text("filepath")) call.operands.emplace_back(*path), call.names = CallNames::operand;
  if (auto from = arguments.text("version1")) call.options.push_back(fmt::format("--from={}", *from));
  if (auto to = arguments.text("version2")) call.options.push_back(fmt::format("--to={}", *to));
  return call;
}

Result<ToolCall> call_file_history(const ToolArguments& arguments) {
  return ToolCall{.command = "history", .operands = {path_of(arguments)}, .names = CallNames::operand};
}

Result<ToolCall> call_write_file(const ToolArguments& arguments) {
  TRY_ASSIGN(base, base_of(arguments));
  std::string_view mode = arguments.text("mode").value_or("truncate");
  ToolCall call{.command = "bundle apply", .path = path_of(arguments), .base_sha = std::move(base)};
  call.names = CallNames::path;
  call.needs_base = mode == "truncate";
  call.input = std::string(arguments.text("content").value_or(""));
  call.input_is = mode == "append" ? InputIs::appended : mode == "create" ? InputIs::created : InputIs::replaced;
  return call;
}

Result<ToolCall> call_apply_patch(const ToolArguments& arguments) {
  TRY_ASSIGN(base, base_of(arguments));
  ToolCall call{.command = "bundle apply", .path = path_of(arguments), .base_sha = std::move(base)};
  call.input = std::string(arguments.text("patch").value_or(""));
  call.input_is = InputIs::below_name;
  call.names = call.path.empty() ? CallNames::nothing : CallNames::path;
  call.root_by = call.path.empty() ? RootBy::document : RootBy::named;
  if (arguments.flag("dry_run")) call.options.emplace_back("--dry-run");
  return call;
}

Result<ToolCall> call_apply_answer(const ToolArguments& arguments) {
  ToolCall call{.command = "bundle apply", .input = arguments.text_or_none("answer"), .root_by = RootBy::document};
  if (arguments.flag("dry_run")) call.options.emplace_back("--dry-run");
  return call;
}

Result<ToolCall> call_undo(const ToolArguments& arguments) {
  ToolCall call{.command = "undo", .root_by = RootBy::transaction};
  if (auto transaction = arguments.text("transaction")) call.operands.emplace_back(*transaction);
  return call;
}

Result<ToolCall> call_workspace_read(const ToolArguments& arguments) {
  return ToolCall{.command = "read",
      .options = {"--doc-path"},
      .operands = {arguments.text_or_none("docPath")},
      .names = CallNames::operand};
}

Result<ToolCall> call_workspace_write(const ToolArguments& arguments) {
  ToolCall call{.command = "patch apply", .root_by = RootBy::document};
  json::Writer w;
  if (arguments.all()) write_value(w, *arguments.all());
  call.input = w.take();
  return call;
}

Result<ToolCall> call_active_sha(const ToolArguments& arguments) {
  return ToolCall{.command = "sha",
      .options = {"--doc-path"},
      .operands = {arguments.text_or_none("docPath")},
      .only = "active",
      .names = CallNames::operand};
}

Result<ToolCall> call_list_active(const ToolArguments&) {
  return ToolCall{.command = "active list", .root_by = RootBy::each};
}

Result<ToolCall> call_patch_change(const ToolArguments& arguments) {
  return ToolCall{.command = "patch show", .operands = {arguments.text_or_none("id")}, .root_by = RootBy::any};
}

}  // namespace aptix::ops
