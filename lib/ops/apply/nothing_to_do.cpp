#include "ops/apply/nothing_to_do.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "answer/format.h"
#include "base/text/text.h"

namespace aptix::ops {
namespace {

std::string what_to_give(const ApplyRequest& request) {
  if (request.formats.size() == 1) return "give a line-patch batch; 'aptix bundle apply' reads the other forms";
  if (!request.formats.empty())
    return "give a line-patch batch or a structured patch; 'aptix bundle apply' reads the other forms";
  if (request.alone != nullptr && !request.alone->hint_alone.empty()) return std::string(request.alone->hint_alone);
  return "give each change as a diff, or each file in a code block with its path on the line above; 'aptix help bundle "
         "apply' shows all forms";
}

// What '--block' or '--only' leaves nothing of.
std::optional<Diagnostic> left_out_by_options(const ApplyRequest& request, const ReadAnswer& answer) {
  auto is_taken = [&](const BlockReport& block) { return request.takes_block(block.number); };
  if (!request.blocks.empty() && std::none_of(answer.found.begin(), answer.found.end(), is_taken))
    return make_error(Code::input_no_edit, fmt::format("the input has no block {}", fmt::join(request.blocks, " or ")),
        fmt::format("'aptix bundle validate -v' lists its blocks: {}", answer.found.size()));
  if (!answer.blocks.empty() && !request.only.empty())
    return make_error(
        Code::input_no_edit, "the input changes no file that fits '--only'", "'aptix bundle validate' lists the files");
  return std::nullopt;
}

// What a terminal prints of a diff.
std::optional<Diagnostic> colours_in(const Input& input) {
  size_t at = input.bytes.find("\x1b[");
  if (at == std::string_view::npos) return std::nullopt;
  Diagnostic error = make_error(Code::block_unread, "terminal colours stand in the input",
      "give it without them, as 'git diff --no-color' prints it");
  error.where = {.input = input.name, .line = line_at(input.bytes, at), .column = 1};
  return error;
}

}  // namespace

Diagnostic nothing_to_do(
    std::span<const std::unique_ptr<Input>> inputs, const ApplyRequest& request, const ReadAnswer& answer) {
  if (answer.declined)
    return make_error(Code::answer_declined, "the answer declines: it says that no safe change can be given",
        "ask for a file bundle, or give the model the files it needs");
  bool empty = std::all_of(inputs.begin(), inputs.end(), [](const auto& input) { return is_blank(input->bytes); });
  if (auto left_out = left_out_by_options(request, answer)) return std::move(*left_out);
  if (inputs.size() == 1 && request.formats.empty() && request.alone == nullptr)
    if (auto seen = colours_in(*inputs.front())) return std::move(*seen);
  Diagnostic error =
      make_error(Code::input_no_edit, empty ? "the input is empty" : "the input holds no edit", what_to_give(request));
  error.where.input = inputs.empty() ? std::string() : inputs.front()->name;
  for (const BlockReport& block : answer.found) {
    if (error.notes.size() == 5) break;
    if (block.why.empty()) continue;
    if (error.where.line == 0 && inputs.size() == 1) error.where.line = block.line;
    error.notes.push_back(fmt::format("block {} at line {} was passed over: {}", block.number, block.line, block.why));
  }
  return error;
}

}  // namespace aptix::ops
