// Calls in tags, read as the JSON that they could be.

#include "answer/basis/line.h"
#include "answer/calls/calls.h"
#include "answer/tree/json_support.h"
#include "answer/tree/kind.h"
#include "base/text/ascii.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

// The next calls, right here or on a later line.
std::optional<MarkupCalls> next_calls(std::string_view text, size_t at) {
  std::optional<MarkupCalls> found = markup_calls(text, at);
  for (Line line = line_from(text, at); !found && line.start < text.size(); line = line_from(text, line.next))
    if (size_t tag = line.start + indent_of(line.text).bytes; text.substr(tag).starts_with('<'))
      found = markup_calls(text, tag);
  return found;
}

bool is_edit_markup(const MarkupCall& call) { return json_shape(as_json(call)).kind == JsonKind::edit_tool; }

// Tags named after a tool are calls only if they change a file.
bool is_taken(const MarkupCall& call) {
  return !call.own_tags || is_edit_markup(call) || unread_call(call).has_value();
}

}  // namespace

// A tag that is cut off is part of a call if a call occurred before, or if its own name says so.
std::optional<BareText> bare_markup(const BareStart& start) {
  size_t tag = start.line.start + indent_of(start.line.text).bytes;
  std::string_view rest = start.text.substr(tag);
  if (!rest.starts_with('<')) return std::nullopt;
  std::optional<MarkupCalls> found = markup_calls(start.text, tag);
  bool taken = found && (found->cut || std::any_of(found->calls.begin(), found->calls.end(), is_taken));
  if (taken) return BareText{tag, found->end};
  constexpr std::string_view kCallTags[] = {"<invoke name=\"", "<function_calls", "<function="};
  auto begins = [&](std::string_view call) { return rest.starts_with(call) || call.starts_with(trim(rest)); };
  bool of_call = start.seen_before || (rest.size() > 1 && std::ranges::any_of(kCallTags, begins));
  if (!is_cut_tag(rest) || !of_call) return std::nullopt;
  return BareText{tag, start.text.size()};
}

bool detect_tool_markup(const Block& block) {
  std::optional<MarkupCalls> found = markup_calls(block.body, 0);
  if (!found) return block.form == Block::Form::bare && is_cut_tag(block.body);
  bool own_tags = !found->calls.empty() && found->calls.front().own_tags;
  constexpr std::string_view kOfTags[] = {".xml", ".html", ".htm", ".svg", ".vue", ".svelte", ".jsx", ".tsx", ".md",
      ".mdx", ".xsl", ".xsd", ".xaml", ".plist", ".csproj", ".pom"};
  if (own_tags && block.naming.is_for_edit() && ends_with_one_of(kOfTags, block.naming.path)) return false;
  return found->cut || std::any_of(found->calls.begin(), found->calls.end(), is_edit_markup);
}

void parse_tool_markup(BlockReading& reading) {
  const Block& block = reading.block;
  std::optional<MarkupCalls> found = markup_calls(block.body, 0);
  if (!found) found = MarkupCalls{.calls = {}, .end = block.body.size(), .cut = true};
  for (bool first = true; found; first = false) {
    if (found->cut) {
      reading.findings.error(Code::block_unterminated, found->calls.empty() ? 0 : found->calls.back().start, "",
          "the call of a tool has no closing tag: the answer may be cut short", "ask for the whole answer again");
      break;
    }
    bool alone = first && found->calls.size() == 1 && trim(block.body.substr(found->end)).empty();
    for (const MarkupCall& call : found->calls) {
      auto is_valid = [](const auto& argument) { return !find_invalid_utf8(argument.second); };
      if (std::ranges::all_of(call.arguments, is_valid))
        read_tool_call(reading, as_json(call),
            {.base = call.start, .inside = true, .tags = call.own_tags, .lines = call.lines},
            {.tool = {}, .alone = alone});
      else
        reading.findings.error(
            Code::input_encoding, call.start, "", "the call of a tool is not valid UTF-8", "write it as UTF-8");
    }
    found = next_calls(block.body, found->end);
  }
}

}  // namespace aptix::answer
