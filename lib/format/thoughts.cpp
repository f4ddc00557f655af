// <think> and <thinking>. A tag in the middle of a sentence, or in backticks, is only mentioned.
#include "format/thoughts.h"

#include "base/text.h"

namespace aptix::format {
namespace {

constexpr struct {
  std::string_view open;
  std::string_view close;
} kTags[] = {{"<think>", "</think>"}, {"<thinking>", "</thinking>"}};

}  // namespace

std::string_view closing_tag_for(std::string_view text) {
  for (const auto& tag : kTags)
    if (text.starts_with(tag.open)) return tag.close;
  return {};
}

std::optional<size_t> behind_lone_closing_tag(std::string_view line) {
  for (const auto& tag : kTags) {
    size_t at = line.find(tag.close);
    if (at == std::string_view::npos) continue;
    bool at_start = is_blank(line.substr(0, at));
    bool at_end = is_blank(line.substr(at + tag.close.size())) && !line.substr(0, at).ends_with('`');
    if (at_start || at_end) return at + tag.close.size();
  }
  return std::nullopt;
}

}  // namespace aptix::format
