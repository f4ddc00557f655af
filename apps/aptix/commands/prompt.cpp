// aptix prompt: what to tell a model so that it answers in a form.
#include "ops/write/write.h"

#include "terminal/session.h"

namespace aptix::app {
namespace {

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

}  // namespace

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

}  // namespace aptix::app
