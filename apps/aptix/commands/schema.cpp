// aptix schema: the JSON Schema of a document.
#include "answer/tree/schema.h"
#include "ops/write/write.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

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
