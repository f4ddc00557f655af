// aptix convert: a document in another form.
#include "ops/write/write.h"

#include "shared/apply.h"

namespace aptix::app {
namespace {

Result<Answer> run_convert(Session& session) {
  auto word = session.arguments.value("to");
  if (!word)
    return fail(Code::usage, "'aptix convert' needs the option '--to'",
        fmt::format("give the form with it: {}", ops::kDocumentForms));
  TRY_ASSIGN(tokens, most_tokens(session));
  TRY_ASSIGN(prepared, prepare(session));
  const auto& inputs = prepared.inputs;
  ops::Converted converted =
      ops::convert(inputs, *prepared.opened.workspace, prepared.request, *ops::document_form(*word));
  converted.report.diagnostics.add(std::move(prepared.opened.warnings));
  hide_from_models(session, prepared.opened, converted.report);
  if (!converted.document && session.flag("feedback"))
    return make_apply_answer(session, converted.report, inputs, tokens);
  Said said{.diagnostics = std::move(converted.report.diagnostics), .inputs = inputs};
  if (converted.document) {
    said.json = document_json({*word, converted.paths, *converted.document});
    said.text = std::move(*converted.document);
  }
  return make_answer(session, said);
}

}  // namespace

extern constexpr Command kConvert = {
    .name = "convert",
    .summary = "give an answer or a document in another form, against the files it is for",
    .operands = "[FILE...]",
    .description =
        "Reads what 'aptix bundle apply' reads and fits every edit to the files below the root, by the same rules and "
        "with the same refusals, but writes nothing: it prints one document of the wanted form that makes the same "
        "change. The document is read back and applied to the files in memory before it is printed.\n\n"
        "Each change is said anew by the weakest operation of the form that can say it; keys, labels and prose are not "
        "carried over. What the form cannot say is refused, naming the file. When the files are already as the answer "
        "makes them, there is nothing to convert: exit code 1.",
    .shared = kDocument | kForm | kLimits | kStrict | kEverywhere,
    .options = {option("to", ops::kDocumentForms, "the form to print; needed")},
    .examples = {{"aptix convert --to gitpatch answer.md", "the edits of an answer as a diff that 'git apply' takes"},
        {"aptix convert --to line-patch answer.md | aptix patch submit",
            "tie an answer to the files as they are now, and store it for later"},
        {"aptix convert --to bundle --match whitespace answer.md", "as a bundle that fits exactly"}},
    .run = run_convert,
};

}  // namespace aptix::app
