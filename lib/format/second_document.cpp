#include "format/second_document.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "format/extract.h"

namespace aptix::format {
namespace {

constexpr std::string_view kPassOver[] = {"edit-tool", "tool-markup", "v4a", "diff"};

}  // namespace

std::optional<InnerDocument> second_document(const Block& block, const Format& chosen) {
  bool passes_over = std::find(std::begin(kPassOver), std::end(kPassOver), chosen.name) != std::end(kPassOver);
  if (block.form != Block::Form::fenced || !passes_over) return std::nullopt;
  Input body("", std::string(block.body));
  for (const Block& inner : extract(body).value.blocks) {
    const Format* format = detect(inner);
    if (format != nullptr && format != &chosen && format->name != "cut") return InnerDocument{inner.offset, format};
  }
  return std::nullopt;
}

}  // namespace aptix::format
