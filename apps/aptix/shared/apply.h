// What the commands that read an answer have in common.
#pragma once

#include "ops/apply/apply.h"
#include "terminal/session.h"

namespace aptix::app {

// What an apply worked on, and what came of it.
struct Applied {
  Opened opened;
  std::vector<std::unique_ptr<Input>> inputs;  // the report views them
  Report report;
};

// Where earlier texts of files may be found.
ops::BasePlaces base_places(const Opened& opened);

// The options of the command line and the settings as a request.
Result<ops::ApplyRequest> make_apply_request(const Session& session, const Opened& opened);

// All that an apply needs.
struct Prepared {
  Opened opened;
  ops::ApplyRequest request;
  std::vector<std::unique_ptr<Input>> inputs;
};
Result<Prepared> prepare(const Session& session);

// Opens, reads the inputs, lets `adjust` set what the command is about, applies.
Result<Applied> apply_document(const Session& session, void (*adjust)(ops::ApplyRequest&));

// What the report has to say, with --json and --feedback, where a model may read it: without credentials, and without
// the content of sensitive files.
void hide_from_models(const Session& session, const Opened& opened, Report& report);

// What --max-tokens says; 0: nothing. Fails with usage.
Result<uint64_t> most_tokens(const Session& session);

// The report as the answer, with --feedback as that.
Answer make_apply_answer(
    const Session& session, Report& report, std::span<const std::unique_ptr<Input>> inputs, uint64_t most_tokens);

// The same for a whole run.
Result<Answer> run_apply(const Session& session, void (*adjust)(ops::ApplyRequest&));

// A document that was made, as the result object of --json.
struct MadeDocument {
  std::string_view form;
  const std::vector<std::string>& paths;  // of the files it changes
  const std::string& text;
};
std::string document_json(const MadeDocument& document);

}  // namespace aptix::app
