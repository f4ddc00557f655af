#include "ops/write/canonical.h"

#include <fmt/format.h>

#include "format/find/extract.h"
#include "format/format.h"
#include "format/json/canonical.h"

namespace aptix::ops {
namespace {

Diagnostic no_canonical_form(const Input& input, const Block& block, uint64_t number, const format::Format& form) {
  Diagnostic what = make_error(Code::form_cannot_say,
      fmt::format("block {} is of the form '{}', and only JSON documents have a canonical one", number, form.name),
      "make a document of all blocks with 'aptix convert --to bundle', or name the others with '--block'");
  what.where = input.place_of(block.to_input(input, 0));
  return what;
}

}  // namespace

Outcome<std::vector<CanonicalDocument>> canonical_documents(
    std::span<const std::unique_ptr<Input>> inputs, const ApplyRequest& request) {
  Outcome<std::vector<CanonicalDocument>> outcome;
  uint64_t number = 0;
  for (const auto& input : inputs) {
    auto extracted = format::extract(*input);
    for (const Block& block : extracted.value.blocks) {
      const format::Format* form = block.format;
      if (!request.takes_block(++number) || form == nullptr) continue;
      if (auto text = format::canonical_document(block, *form))
        outcome.value.push_back({number, form->name, std::move(*text)});
      else outcome.diagnostics.errors.push_back(no_canonical_form(*input, block, number, *form));
    }
  }
  return outcome;
}

}  // namespace aptix::ops
