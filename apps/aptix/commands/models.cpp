// aptix convert, prompt, schema: the forms of documents, and instructions that make a model answer in one.
#include "answer/tree/schema.h"
#include "ops/write/write.h"
#include "shared/apply.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

Result<Answer> run_convert(Session& session) {
  auto word = session.arguments.value("to");
  if (!word)
    return fail(Code::usage, "'aptix convert' needs the option '--to'",
        fmt::format("give the form with it: {}", ops::kDocumentForms));
  TRY_ASSIGN(applied, prepare(session));
  ops::Converted converted =
      ops::convert(applied.inputs, *applied.opened.workspace, applied.request, *ops::document_form(*word));
  applied.report = std::move(converted.report);
  applied.report.diagnostics.add(std::exchange(session.said, {}));
  hide_from_models(session, applied.opened, applied.report);
  if (!converted.document && session.flag("feedback")) return make_apply_answer(session, applied);
  Said said{.diagnostics = std::move(applied.report.diagnostics), .inputs = applied.inputs};
  if (converted.document) {
    said.json = document_json(*word, converted.paths, *converted.document);
    said.text = std::move(*converted.document);
  }
  return make_answer(session, said);
}

constexpr std::string_view kFileAccess = "file-access";
constexpr std::string_view kFileAccessText =
#include "llm_file_access.h"
    ;
constexpr std::string_view kPrompts = "bundle|patch|line-patch|gitpatch|search-replace|v4a|whole|file-access";
static_assert(kPrompts.starts_with(ops::kDocumentForms) && kPrompts.ends_with(kFileAccess));

Result<Answer> run_prompt(Session& session) {
  if (session.flag("long") && session.flag("short"))
    return fail(Code::usage, "'--long' and '--short' do not go together", "give one of them");
  const std::string& name = session.arguments.operands().front();
  auto form = ops::document_form(name);
  if (!form && name != kFileAccess)
    return fail(Code::usage, fmt::format("there is no form '{}'", escape_for_display(name)),
        fmt::format("name one of {}", kPrompts));
  auto length = session.flag("short") ? ops::PromptLength::brief : ops::PromptLength::full;
  std::string text = form ? ops::prompt_for(*form, length) : std::string(kFileAccessText);
  auto json = json::object([&](json::Writer& w) { w.field("form", name).field("prompt", text); });
  return make_answer(session, {.text = std::move(text), .json = std::move(json)});
}

constexpr std::string_view kSchemaNames = "bundle|patch|replacements|line-patch";

Result<Answer> run_schema(Session& session) {
  const std::string& name = session.arguments.operands().front();
  for (const answer::Schema& schema : answer::schemas()) {
    if (schema.name != name) continue;
    json::Writer pretty(json::Writer::Style::pretty), compact;
    schema.write(pretty);
    compact.begin_object().field("name", name).key("schema");
    schema.write(compact);
    compact.end_object();
    return make_answer(session, {.text = pretty.take() + "\n", .json = compact.take()});
  }
  if (ops::document_form(name))
    return fail(Code::usage, fmt::format("the form '{}' is not JSON, so it has no schema", name),
        fmt::format("'aptix prompt {}' prints the instructions for it", name));
  return fail(Code::usage, fmt::format("there is no schema '{}'", escape_for_display(name)),
      fmt::format("name one of {}", kSchemaNames));
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

extern constexpr Command kPrompt = {
    .name = "prompt",
    .summary = "print the instructions that make a model answer in a form",
    .operands = kPrompts,
    .description =
        "Prints what to tell a model so that 'aptix bundle apply' can take its answer: the rules of the form, a "
        "correct example, and what to say when no safe answer can be given (which gives exit code 7). Models that were "
        "trained on diffs or blocks do best with these. 'bundle' can say every change. 'line-patch' needs the docPath "
        "and the SHA-256 of each file, which 'aptix read --json' shows.\n\n"
        "'file-access' is not a form: it tells a model how files are shown to it, and what it may rely on.\n\n"
        "'aptix schema' prints a schema for the JSON forms.",
    .options = {flag("long", "with each field and operation (the default)"),
        flag("short", "the rules, an example, and what to say when no answer can be given")},
    .examples = {{"aptix prompt bundle > system.txt", "instructions for the system prompt of a model"},
        {"(aptix prompt --short gitpatch; cat task.md) | llm | aptix bundle apply", "ask for a diff, and apply it"}},
    .run = run_prompt,
};

extern constexpr Command kSchema = {
    .name = "schema",
    .summary = "print the JSON Schema of a document that a model may answer with",
    .operands = kSchemaNames,
    .description =
        "Prints a JSON Schema (2020-12) for constrained decoding: an object at the root, no '$ref', every property "
        "required and no other allowed. Where operations need different fields, each has an object of its own under "
        "'anyOf'. A label that may be left out may be null. Fields that are only read are not in it.\n\n"
        "'bundle' is the file bundle, 'patch' the structured patch with one replacement in each entry, 'replacements' "
        "the one with a list for each file, 'line-patch' the batch of line changes. A document that keeps to its "
        "schema has no fault of form; whether it fits the files is another matter.",
    .examples = {{"aptix schema bundle", "the schema of a file bundle"},
        {"aptix schema line-patch > schema.json", "a schema for decoding that can yield nothing else"}},
    .run = run_schema,
};

}  // namespace aptix::app
