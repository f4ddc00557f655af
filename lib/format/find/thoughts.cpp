// <think> and what other models call it, in letters of any case. A tag in the middle of a sentence, or in
// backticks, is only mentioned.
#include "format/find/thoughts.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::format {
namespace {

constexpr struct {
  std::string_view open;
  std::string_view close;
} kTags[] = {{"<think>", "</think>"}, {"<thinking>", "</thinking>"}, {"<thought>", "</thought>"},
    {"<reasoning>", "</reasoning>"}, {"[think]", "[/think]"}, {"\u25C1think\u25B7", "\u25C1/think\u25B7"},
    {"<|begin_of_thought|>", "<|end_of_thought|>"}};

// By the first bytes of kTags.
bool may_hold_tag(std::string_view line) {
  return std::any_of(line.begin(), line.end(), [](char c) { return c == '<' || c == '[' || c == '\xE2'; });
}

bool begins_with_tag(std::string_view text, std::string_view tag) {
  return same_letters(text.substr(0, tag.size()), tag);
}

// The closing tag that goes with the opening one which `text` begins with; "" when there is none.
std::string_view closing_tag_for(std::string_view text) {
  for (const auto& tag : kTags)
    if (begins_with_tag(text, tag.open)) return tag.close;
  return {};
}

// Where `tag` stands in `text` from `from` on; npos when it doesn't.
size_t find_tag(std::string_view text, std::string_view tag, size_t from) {
  for (size_t at = text.find(tag.front(), from); at != std::string_view::npos; at = text.find(tag.front(), at + 1))
    if (begins_with_tag(text.substr(at), tag)) return at;
  return std::string_view::npos;
}

// Where closing tags of any kind that stand at `from`, with nothing but white space between them, end.
size_t after_closing_tags(std::string_view line, size_t from) {
  for (size_t end = from;;) {
    std::string_view rest = line.substr(after_space(line, end));
    auto tag = std::find_if(
        std::begin(kTags), std::end(kTags), [rest](const auto& one) { return begins_with_tag(rest, one.close); });
    if (tag == std::end(kTags)) return end;
    end = static_cast<size_t>(rest.data() - line.data()) + tag->close.size();
  }
}

// Offset after the closing tags that stand at the start of a line, or after one at its end. The line may be a document
// of megabytes, of which nothing may be looked at once for each tag.
std::optional<size_t> after_lone_closing_tag(std::string_view line) {
  std::string_view bare = trim(line);
  for (const auto& tag : kTags) {
    std::string_view last = bare.substr(bare.size() - std::min(bare.size(), tag.close.size()));
    if (!begins_with_tag(bare, tag.close) && !begins_with_tag(last, tag.close)) continue;
    size_t at = find_tag(line, tag.close, 0);
    if (at == std::string_view::npos) continue;
    bool at_start = is_blank(line.substr(0, at));
    bool at_end = is_blank(line.substr(at + tag.close.size())) && !line.substr(0, at).ends_with('`');
    if (at_start) return after_closing_tags(line, at);
    if (at_end) return at + tag.close.size();
  }
  return std::nullopt;
}

}  // namespace

std::optional<Thoughts> thoughts_at(std::string_view text, const Line& line) {
  if (!may_hold_tag(line.text)) return std::nullopt;
  size_t begin = line.start + indent_of(line.text).bytes;
  std::string_view close = closing_tag_for(text.substr(begin));
  if (close.empty()) {
    std::optional<size_t> after = after_lone_closing_tag(line.text);
    if (!after) return std::nullopt;
    return Thoughts{.begin = line.start, .end = line.start + *after, .missing = {}, .from_start = true};
  }
  size_t end = find_tag(text, close, begin);
  if (end == std::string_view::npos) return Thoughts{.begin = begin, .end = text.size(), .missing = close};
  return Thoughts{.begin = begin, .end = end + close.size(), .missing = {}};
}

Error thoughts_unclosed(const Thoughts& thoughts) {
  return make_error(Code::input_think_unclosed,
      "the thoughts that begin here have no '" + std::string(thoughts.missing) + "', so the answer was cut short",
      "ask for the whole answer again");
}

}  // namespace aptix::format
