#include "ops/write/write.h"

#include <doctest/doctest.h>

#include <map>

#include "answer/format.h"
#include "answer/outline/extract.h"
#include "answer/tree/schema.h"
#include "edit/resolve.h"
#include "support/mem_reader.h"
#include "support/schema_check.h"

using namespace aptix;
using ops::DocumentForm;
using ops::PromptLength;

namespace {

constexpr DocumentForm kForms[] = {DocumentForm::bundle, DocumentForm::patch, DocumentForm::line_patch,
    DocumentForm::gitpatch, DocumentForm::search_replace, DocumentForm::v4a, DocumentForm::whole};

struct ReadPrompt {
  Input input;
  Outcome<answer::Extracted> extracted;
  Plan plan;
  Diagnostics said;

  ReadPrompt(DocumentForm form, PromptLength length)
      : input("prompt", ops::prompt_for(form, length)),
        extracted(answer::extract(input)) {
    for (const Block& block : extracted.value.blocks)
      if (const answer::Format* found = block.format) said.add(found->parse(input, block, {}, plan));
    for (FileEdit& file : plan.files)
      if (!file.names.doc_path.empty())
        file.path = RelPath::parse(file.names.doc_path.substr(file.names.doc_path.find('/') + 1)).value();
  }
};

}  // namespace

TEST_CASE("the example of every prompt is read and makes of its files what it is to make") {
  for (DocumentForm form : kForms)
    for (PromptLength length : {PromptLength::brief, PromptLength::full}) {
      ReadPrompt prompt(form, length);
      REQUIRE(prompt.extracted.ok());
      CHECK(prompt.said.ok());
      CHECK(prompt.said.warnings.empty());
      test::MemReader reader;
      ChangeSet meant = ops::prompt_example(form);
      for (const FileChange& change : meant.changes)
        if (change.before.exists) reader.file(change.path.str()).bytes = change.before.bytes;
      auto resolved = edit::resolve(prompt.input, prompt.plan, reader, {});
      CHECK(resolved.ok());
      std::map<std::string, std::string> made, wanted;
      for (const FileChange& change : resolved.value.changes)
        made[change.path.str()] = change.after_exists ? change.after_bytes() : "gone";
      for (const FileChange& change : meant.changes)
        wanted[change.path.str()] = change.after_exists ? change.after_bytes() : "gone";
      CHECK(made == wanted);
      CHECK_FALSE(wanted.empty());
    }
}

TEST_CASE("a prompt is no answer of its own beside its example, and its refusal is understood") {
  for (DocumentForm form : kForms) {
    std::string text = ops::prompt_for(form, PromptLength::full);
    std::string last = text.substr(text.rfind('\n', text.size() - 2) + 1);
    Input refusal("answer", last);
    CHECK(answer::extract(refusal).value.refusal.has_value());
  }
}

TEST_CASE("the example of a JSON form keeps to its schema, but for fields that may be null") {
  for (const auto& [form, name] :
      {std::pair{DocumentForm::bundle, "bundle"}, std::pair{DocumentForm::patch, "patch"}}) {
    ReadPrompt prompt(form, PromptLength::brief);
    for (const answer::Schema& schema : answer::schemas()) {
      if (schema.name != name) continue;
      json::Writer w;
      schema.write(w);
      std::string text = w.take();
      json::ReadResult rules = json::read(text), example = json::read(prompt.extracted.value.blocks.front().body);
      CHECK(test::conforms(example.document.value().root(), rules.document.value().root()));
    }
  }
}

TEST_CASE("a short prompt is shorter than a long one where there are fields") {
  for (DocumentForm form : kForms) {
    size_t brief = ops::prompt_for(form, PromptLength::brief).size(),
           full = ops::prompt_for(form, PromptLength::full).size();
    CHECK(brief <= full);
  }
}
